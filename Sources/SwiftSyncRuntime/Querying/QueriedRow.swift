/// The row that a query asks about, as its closures see it: `{ $0.project.name == "Home" }`.
///
/// It has a member for each column of the entity and for each of its to-one relations; `Columns` of
/// the entity lists them.
@dynamicMemberLookup
public struct QueriedRow<Entity: SyncedEntity>: QueriedMember {
  private let place: ColumnPath

  /// The queries make it.
  @_spi(Generated)
  public init(_ place: ColumnPath) {
    self.place = place
  }

  /// The column, or the row at the other end of the to-one relation.
  public subscript<Member: QueriedMember>(
    dynamicMember member: KeyPath<Entity.Columns, Member>
  ) -> Member {
    Member(Entity.coding.place(of: member, after: place.relations))
  }
}

extension EntityCoding {
  /// The place of a member of the entity's `Columns`.
  fileprivate func place<Columns>(
    of member: KeyPath<Columns, some QueriedMember>, after relations: [Int]
  ) -> ColumnPath {
    guard let offset = MemoryLayout<Columns>.offset(of: member) else {
      return ColumnPath(relations: relations, column: -1)
    }
    let index = offset / MemoryLayout<ColumnPath>.stride
    if members.indices.contains(index) {
      return ColumnPath(relations: relations, column: columns[members[index]])
    }
    return ColumnPath(relations: relations + [toOnes[index - members.count]], column: -1)
  }
}
