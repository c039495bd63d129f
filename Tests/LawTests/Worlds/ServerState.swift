@_spi(Generated) import SwiftSyncRuntime

/// The rows of a server at one moment; every reference leads to one of them.
struct ServerState {
  struct Row {
    /// Distinguishes the rows of an entity (and parent), and determines the identity.
    let number: Int
    /// By attribute; the currencies of money are in `currencies`.
    var values: [Int: Payload] = [:]
    var currencies: [Int: Payload] = [:]
    /// The positions of target rows, by to-one relationship.
    var parents: [Int: Int] = [:]
    /// The position among its siblings.
    var place = 0
    /// Whether the row is a tombstone, to which nothing refers.
    var isDead = false
  }

  struct Membership: Hashable {
    let left: Int
    let right: Int
  }

  let schema: LawSchema
  /// By entity.
  var rows: [[Row]]
  /// By join table, in the order of the left side's lists.
  var members: [String: [Membership]] = [:]

  /// The rows in the list of a to-many relationship.
  func list(of relation: RelationMetadata, _ row: Int) -> [Int] {
    let target = schema.index(of: relation.target)
    switch relation.kind {
    case .toOne:
      return []
    case .toMany, .toOneInverse:
      guard let back = schema.entities[target].relation(relation.inverse) else { return [] }
      let children = rows[target].indices.filter { child in
        rows[target][child].parents[back] == row && !rows[target][child].isDead
      }
      return children.sorted { rows[target][$0].place < rows[target][$1].place }
    case .manyToMany(let table, let side, _):
      let pairs = members[table] ?? []
      return side == .left
        ? pairs.filter { $0.left == row }.map(\.right)
        : pairs.filter { $0.right == row }.map(\.left)
    }
  }
}

extension EntityMetadata {
  /// The position of a relationship.
  func relation(_ name: String?) -> Int? {
    relations.firstIndex { $0.name == name }
  }

  /// The attribute that is the identity, or its part that is not a reference.
  var idAttribute: Int? {
    attributes.firstIndex { identity.contains($0.column) }
  }

  /// Whether an attribute is part of a reference, and not a separate value.
  func isPart(_ attribute: AttributeMetadata) -> Bool {
    relations.contains { $0.reference?.parts.contains(attribute.column) ?? false }
  }

  /// Whether an attribute is the tag or the id of a reference to one of several entities.
  func isTagged(_ attribute: AttributeMetadata) -> Bool {
    taggedReferences.contains { [$0.tagColumn, $0.idColumn].contains(attribute.column) }
  }

  /// Whether the identity includes a reference to another row.
  var isScoped: Bool { identity.count > 1 }
}

extension RelationMetadata {
  var reference: Reference? {
    if case .toOne(let reference) = kind { reference } else { nil }
  }
}
