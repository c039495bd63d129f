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
    guard pair.value.isMapping else {
      relation.target = target(pair.value, owner, into: &bag)
      return relation
    }
    RelationTable.relation.read(
      pair, of: owner, to: &relation, into: &bag,
      hint: { OptionalityHint.words(for: $0, in: $1, type: "to") })
    if let targets = relation.nodes[.toAny] {
      relation.tagged = TaggedReferenceReader.read(relation, targets, of: owner, into: &bag)
      return relation
    }
    TaggedReferenceReader.checkUnused(relation, of: owner, into: &bag)
    if let node = relation.nodes[.to] {
      relation.target = target(node, owner, into: &bag)
    } else {
      bag.add(.missingKey("to", in: owner, at: pair.keySpan))
    }
    relation.remote = relation.nodes[.remote].flatMap {
      RemoteReader.readRelation($0, of: owner, into: &bag)
    }
    ReadOnlyPaths.resolve(&relation, of: owner, into: &bag)
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

  static func order(
    _ node: YAMLNode, _ what: @autoclosure () -> String, into bag: inout DiagnosticBag
  ) -> (value: RelationDeclaration.Order, span: SourceSpan)? {
    switch node.plainText {
    case "true": return (.position, node.span)
    case "false": return (.none, node.span)
    default:
      return node.text(for: what(), into: &bag).map {
        (.attribute($0.value), $0.span)
      }
    }
  }
}
