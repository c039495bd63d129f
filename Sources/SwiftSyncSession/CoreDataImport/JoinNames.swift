@_spi(Generated) import SwiftSyncStore

/// Finds the table of a many-to-many relationship: `Z_3TAGS (Z_3POSTS, Z_5TAGS, Z_FOK_5TAGS)` for
/// the relationship `tags` of entity 3, whose inverse is `posts`.
struct JoinNames {
  struct Join {
    let table: String
    let from: String
    let owner: String
    let member: String
    /// The column that the list is ordered by.
    let place: String?
  }

  private let member: String
  private let inverse: String?
  private let ownerNumbers: Set<Int64>
  private let memberNumbers: Set<Int64>
  private let isOwnInverse: Bool

  init(
    _ relation: RelationMetadata, _ table: ImportedTable, _ target: CoreDataFile.Entity,
    in file: CoreDataFile, _ store: CoreDataStore
  ) {
    let name = store.names["\(table.entity.name).\(relation.name)"] ?? relation.name
    member = name.uppercased()
    inverse = relation.inverse.map {
      (store.names["\(relation.target).\($0)"] ?? $0).uppercased()
    }
    ownerNumbers = Set(file.lineage(of: table.source).map(\.number))
    memberNumbers = Set(file.lineage(of: target).map(\.number))
    isOwnInverse = relation.target == table.entity.name && relation.inverse == relation.name
  }

  /// Whether a table is the join table of a many-to-many relationship.
  static func isJoin(_ table: String) -> Bool {
    table.hasPrefix("Z_") && table.dropFirst(2).first?.isNumber == true
  }

  func join(_ table: String, _ columns: Set<String>) -> Join? {
    guard Self.isJoin(table) else { return nil }
    let sides = columns.filter { !$0.hasPrefix("Z_FOK_") }.sorted()
    guard sides.count == 2,
      let column = sides.first(where: { matches($0, member, memberNumbers) }),
      let owner = sides.first(where: { $0 != column }),
      isOwnInverse || owner == "REFLEXIVE" || matches(owner, inverse, ownerNumbers)
    else { return nil }
    guard !isOwnInverse else {
      // Each row applies to both sides.
      let (left, right) = (quoted(column), quoted(owner))
      return Join(
        table: table,
        from: "(SELECT \(left), \(right) FROM \(quoted(table)) UNION "
          + "SELECT \(right), \(left) FROM \(quoted(table)))",
        owner: owner, member: column, place: nil)
    }
    let place = "Z_FOK_\(column.dropFirst(2))"
    return Join(
      table: table, from: quoted(table), owner: owner, member: column,
      place: columns.contains(place) ? place : nil)
  }

  /// Whether a column is `Z_` followed by the number of one of the entities and the name, with
  /// another number if that name was taken.
  private func matches(_ column: String, _ name: String?, _ numbers: Set<Int64>) -> Bool {
    guard column.hasPrefix("Z_") else { return false }
    let rest = column.dropFirst(2)
    let digits = rest.prefix(while: \.isNumber)
    guard let number = Int64(digits), numbers.contains(number) else { return false }
    let text = rest.dropFirst(digits.count)
    guard let name else { return true }
    return text.hasPrefix(name) && text.dropFirst(name.count).allSatisfy(\.isNumber)
  }
}
