import SwiftSyncValues
import SyncGenDiagnostics
import SyncGenYAML

/// Reads one relationship under `relations:`, in its short or its long form.
enum RelationReader {
  static func read(
    _ pair: YAMLPair, of entity: String, into bag: inout DiagnosticBag
  ) -> RelationDeclaration {
    var relation = RelationDeclaration(name: Located(pair.key, at: pair.keySpan))
    let name = pair.key
    var owner: String { "relationship '\(entity).\(name)'" }
    guard case .mapping = pair.value.content else {
      relation.target = target(pair.value, owner, into: &bag)
      return relation
    }
    guard
      let keys = KeyedNodes<RelationKey>(
        pair.value, of: owner, into: &bag,
        hint: { OptionalityHint.words(for: $0, in: $1, type: RelationKey.to.rawValue) })
    else { return relation }
    if keys[.toAny] != nil {
      relation.tagged = TaggedReferenceReader.read(keys, pair, of: owner, into: &bag)
      return relation
    }
    TaggedReferenceReader.checkUnused(keys, of: owner, into: &bag)
    relation.target = keys.required(.to, of: owner, at: pair.keySpan, into: &bag).flatMap {
      target($0, owner, into: &bag)
    }
    relation.annotations = keys.annotations
    relation.nesting = NestingReader.read(
      partial: keys[.partial], keyedBy: keys[.keyedBy], operations: keys[.operations], of: owner,
      into: &bag)
    readLinks(keys, owner, &relation, into: &bag)
    readTexts(keys, owner, &relation, into: &bag)
    return relation
  }

  private static func target(
    _ node: YAMLNode, _ owner: @autoclosure () -> String, into bag: inout DiagnosticBag
  ) -> TypeExpression? {
    let type = TypeReader.read(node, for: "the target of \(owner())", into: &bag)
    guard let type else { return nil }
    if type.shape == .dictionary || type.shape == .array && type.isOptional {
      bag.add(.invalidTarget(of: owner(), isDictionary: type.shape == .dictionary, at: type.span))
    }
    return type
  }

  private static func readLinks(
    _ keys: KeyedNodes<RelationKey>, _ owner: @autoclosure () -> String,
    _ relation: inout RelationDeclaration, into bag: inout DiagnosticBag
  ) {
    relation.inverse = keys[.inverse].flatMap { node in
      node.text(for: "'inverse' of \(owner())", into: &bag).map {
        ($0.value == "none" ? .none : .relation($0.value), $0.span)
      }
    }
    relation.onDelete = keys[.onDelete]?.choice(
      of: DeleteRule.self, for: "'on-delete' of \(owner())", into: &bag)
    relation.order = keys[.ordered].flatMap { order($0, owner(), into: &bag) }
    relation.isEnforced = keys[.enforced]?.flag(for: "'enforced' of \(owner())", into: &bag).map {
      Located($0.value, at: keys.keySpan(.enforced) ?? $0.span)
    }
    relation.through = keys[.through]?.text(for: "'through' of \(owner())", into: &bag)
    relation.remote = keys[.remote].flatMap {
      RemoteReader.readRelation($0, of: owner(), into: &bag)
    }
    let direction = keys[.direction]?.choice(
      of: SyncDirection.self, for: "'direction' of \(owner())", into: &bag)
    relation.direction = ReadOnlyPaths.direction(
      direction, of: owner(), with: relation.remote, into: &bag)
  }

  private static func order(
    _ node: YAMLNode, _ owner: @autoclosure () -> String, into bag: inout DiagnosticBag
  ) -> (value: RelationDeclaration.Order, span: SourceSpan)? {
    switch node.plainText {
    case "true": return (.position, node.span)
    case "false": return (.none, node.span)
    default:
      return node.text(for: "'ordered' of \(owner())", into: &bag).map {
        (.attribute($0.value), $0.span)
      }
    }
  }

  private static func readTexts(
    _ keys: KeyedNodes<RelationKey>, _ owner: @autoclosure () -> String,
    _ relation: inout RelationDeclaration, into bag: inout DiagnosticBag
  ) {
    func text(_ key: RelationKey) -> Located<String>? {
      keys[key]?.text(for: "'\(key.rawValue)' of \(owner())", into: &bag)
    }
    relation.documentation = text(.doc)?.value
    relation.renamedFrom = keys.formerName(
      .renamedFrom, of: owner(), called: relation.name.value, into: &bag)
    relation.deprecation = text(.deprecated)?.value
    relation.column = text(.column)
    relation.backfill = keys[.backfill]?.backfill(of: owner(), into: &bag)
  }
}
