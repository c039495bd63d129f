import SwiftSyncValues
import SyncGenDiagnostics
import SyncGenYAML

/// Reads a relationship to one of several entities, `to-any: { Post: post, Comment: comment }`.
enum TaggedReferenceReader {
  /// The keys that such a relationship may have.
  private static let allowed: [StatedKeys<RelationDeclaration>.Key] = [
    .part(.toAny), .part(.tag), .part(.required), .part(.onDelete), .part(.remote),
    .setting(\.direction), .documentation, .formerName,
  ]

  static func read(
    _ relation: RelationDeclaration, _ targets: YAMLNode, of owner: String,
    into bag: inout DiagnosticBag
  ) -> TaggedReferenceDeclaration {
    var reference = TaggedReferenceDeclaration(name: relation.name)
    for stated in relation.stated.entries where !allowed.contains(stated.key) {
      bag.add(
        .misplacedKey(
          stated.name, of: owner, belongs: "a relationship to one entity, 'to:'", at: stated.span))
    }
    reference.targets = self.targets(targets, of: owner, into: &bag)
    reference.tag = relation.nodes[.tag].flatMap {
      RemoteReader.path($0, key: "tag", of: owner, into: &bag)
    }
    reference.isRequired =
      relation.nodes[.required]?.flag(for: "'required' of \(owner)", into: &bag)?.value ?? false
    reference.onDelete = relation.onDelete
    check(reference, of: owner, into: &bag)
    reference.remote = relation.nodes[.remote].flatMap { remote($0, of: owner, into: &bag) }
    reference.direction = relation.settings.direction
    reference.notes = relation.settings.notes
    return reference
  }

  /// Reports the keys of such relationships on another relationship.
  static func checkUnused(
    _ relation: RelationDeclaration, of owner: String, into bag: inout DiagnosticBag
  ) {
    for stated in [relation.stated[.tag], relation.stated[.required]].compactMap({ $0 }) {
      bag.add(
        .misplacedKey(
          stated.name, of: owner, belongs: "a relationship to one of several entities, 'to-any:'",
          at: stated.span))
    }
  }

  private static func targets(
    _ node: YAMLNode, of owner: String, into bag: inout DiagnosticBag
  ) -> [TaggedReferenceDeclaration.Target] {
    let pairs = node.pairs(for: "'to-any' of \(owner)", into: &bag)
    var isMapping = node.isNull
    if case .mapping = node.content { isMapping = true }
    if pairs.isEmpty, isMapping {
      bag.add(.invalidToAny("\(owner) has no targets", at: node.span))
    }
    var targets: [TaggedReferenceDeclaration.Target] = []
    for pair in pairs {
      guard
        let tag = pair.value.text(
          for: "the tag of '\(pair.key)' in 'to-any' of \(owner)", into: &bag)
      else { continue }
      if let first = targets.first(where: { $0.tag.value == tag.value }) {
        bag.add(
          .invalidToAny(
            "\(owner) has the tag '\(tag.value)' for '\(first.entity.value)' and for '\(pair.key)'",
            at: tag.span, notes: [.init("the first '\(tag.value)' is here", at: first.tag.span)]))
      }
      targets.append(.init(entity: Located(pair.key, at: pair.keySpan), tag: tag))
    }
    return targets
  }

  private static func check(
    _ reference: TaggedReferenceDeclaration, of owner: String, into bag: inout DiagnosticBag
  ) {
    guard let rule = reference.onDelete else { return }
    if rule.value == .deny { bag.add(.denyOfTagged(owner, at: rule.span)) }
    if rule.value == .nullify, reference.isRequired {
      bag.add(.nullifyOfRequired(owner, at: rule.span))
    }
  }

  private static func remote(
    _ node: YAMLNode, of owner: String, into bag: inout DiagnosticBag
  ) -> [Located<RemotePath>]? {
    guard case .mapping = node.content else {
      guard case .paths(let paths)? = RemoteReader.read(node, of: owner, into: &bag) else {
        return nil
      }
      for path in paths where !path.value.isPlain {
        bag.add(
          .invalidToAny(
            "'remote' of \(owner) reads from a list, expected keys of objects", at: path.span))
      }
      return paths
    }
    bag.add(
      .wrongShape("'remote' of \(owner)", expected: "a path or paths", item: "path", found: node))
    return nil
  }
}
