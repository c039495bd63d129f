/// The join tables of a frozen version, found by the relationships that own their sides.
struct FrozenJoinTables {
  let all: [JoinTable]
  private let positions: [RelationID: Int]

  init(_ tables: [JoinTable]) {
    all = tables
    let (lefts, rights) = (tables.map(\.left.relation), tables.map(\.right.relation))
    // If a relationship owns sides of two tables, its left side is preferred.
    positions = Dictionary(
      [lefts, rights].flatMap { side in
        side.enumerated().compactMap { index, relation in relation.map { ($0, index) } }
      }, uniquingKeysWith: { first, _ in first })
  }

  /// The position of the join table of a relationship.
  func position(of relation: RelationID) -> Int? { positions[relation] }
}
