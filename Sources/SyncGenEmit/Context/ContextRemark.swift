import SwiftSyncValues
import SyncGenSchema

/// The documentation of members, which states what their names do not express.
struct ContextRemark {
  static let description =
    "The text under `doc:`, or else what the name does not express: an unconventional key, a direction, "
    + "a target. Null if there is nothing."

  private let names: SwiftNames

  init(_ names: SwiftNames) {
    self.names = names
  }

  func of(_ attribute: Attribute) -> String? {
    if let documentation = attribute.documentation { return documentation }
    if attribute.direction == .local { return "Kept on this device; not in JSON." }
    if names.keys.include(attribute) { return attribute.direction.sentence }
    switch attribute.remote {
    case .money(let money):
      let keys = money.paths.map { "`\($0.dotted)`" }.joined(separator: " and ")
      let word = money.paths.count == 1 ? "key" : "keys"
      return "JSON \(word): \(keys)\(attribute.direction.remark)."
    case .paths(let paths), .firstValue(let paths):
      return "JSON key: \(Self.keys(paths))\(attribute.direction.remark)."
    }
  }

  /// The remark for a property that names the target of a relationship.
  func of(_ relation: Relation) -> String? {
    if let documentation = relation.documentation { return documentation }
    let target = names.schema[relation.target].name
    guard names.keys.include(relation), relation.direction == .both else {
      let keys = Self.keys((relation.remote.ids + relation.remote.objects).uniqued())
      let json = relation.direction == .local ? "not in JSON" : "JSON key: \(keys)"
      return "Refers to `\(target.name)`; \(json)\(relation.direction.remark)."
    }
    let isNamedAfterTarget = names.keys.words(relation.name) == names.keys.words(target)
    return isNamedAfterTarget ? nil : "Refers to `\(target.name)`."
  }

  /// The remark for a property that fetches the rows of a relationship.
  ///
  /// - Parameter isList: Whether there may be several rows.
  func ofRows(of relation: Relation, from entity: Entity, isList: Bool) -> String {
    let call = "`\(relation.name.name)(in: store)`"
    let fetching = "Fetch \(isList ? "them" : "it") with \(call)."
    return (relation.documentation ?? rows(of: relation, entity, isList: isList)) + " " + fetching
  }

  private func rows(of relation: Relation, _ entity: Entity, isList: Bool) -> String {
    let (name, owner) = (names.keys.words(relation.name), names.keys.words(entity.name))
    if Self.isNoun(name) { return "The \(name) of this \(owner)." }
    let target = names.schema[relation.target].name.name
    return
      "The \(isList ? "rows of `\(target)`" : "`\(target)`") that `\(relation.name.name)` refers to."
  }

  /// Whether words can follow "the": not `closed by`, `in reply to` and `shared`.
  private static func isNoun(_ words: String) -> Bool {
    let start = words.utf8.lastIndex(of: UInt8(ascii: " ")).map(words.utf8.index(after:))
    let last = words[(start ?? words.startIndex)...]
    return !prepositions.contains(last) && (!last.hasSuffix("ed") || last.hasSuffix("eed"))
  }

  private static let prepositions: Set<Substring> = [
    "about", "after", "as", "at", "before", "by", "for", "from", "in", "into", "of", "on", "to",
    "with",
  ]

  private static func keys(_ paths: [RemotePath]) -> String {
    paths.map { "`\($0.dotted)`" }.joined(separator: " or ")
  }
}

extension SyncDirection {
  /// A sentence on the direction of a member whose key needs no mention.
  fileprivate var sentence: String? {
    switch self {
    case .both, .local: nil
    case .pull: "Read from JSON, never written."
    case .push: "Written to JSON, never read."
    }
  }
}
