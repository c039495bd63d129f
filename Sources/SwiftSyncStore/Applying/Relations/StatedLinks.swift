/// A relationship whose lists of rows the payload states.
struct StatedList: Hashable, Comparable {
  let entity: Int
  let relation: Int

  static func < (left: StatedList, right: StatedList) -> Bool {
    (left.entity, left.relation) < (right.entity, right.relation)
  }
}

/// What the payload has stated about each relationship, and in which order.
///
/// Read-only functions that are called for many rows are inlined: a call would copy the whole value
/// first.
struct StatedLinks {
  /// The statements by entity and relationship.
  private var statements: [[LinkStatements]]
  /// The number of the latest statement about a link.
  private(set) var latest: UInt32 = 0

  init(_ schema: SchemaPlan) {
    statements = schema.entities.map {
      Array(repeating: LinkStatements(), count: $0.relations.count)
    }
  }

  subscript(entity: Int, relation: Int) -> LinkStatements {
    @inline(__always)
    _read { yield statements[entity][relation] }
    @inline(__always)
    _modify { yield &statements[entity][relation] }
  }

  subscript(list: StatedList) -> LinkStatements {
    @inline(__always)
    _read { yield statements[list.entity][list.relation] }
    @inline(__always)
    _modify { yield &statements[list.entity][list.relation] }
  }

  /// Returns the number for a new statement.
  @inline(__always)
  mutating func next() -> UInt32 {
    // Never the number of children that no list may remove.
    latest = min(latest + 1, LinkStatements.exempt - 1)
    return latest
  }

  /// Whether the payload states a relationship of a row.
  @inline(__always)
  func states(_ relation: Int, of rowID: Int64, _ entity: Int) -> Bool {
    statements[entity][relation].own.contains(rowID)
  }

  /// Whether the payload states a relationship of any row.
  @inline(__always)
  func isStated(_ list: StatedList) -> Bool {
    !statements[list.entity][list.relation].own.isEmpty
  }

  /// Whether a list of the payload contains the id of a row.
  func lists(_ rowID: Int64, of plan: EntityPlan) -> Bool {
    plan.references.contains { statements[plan.index][$0.relation].named.contains(rowID) }
  }
}

extension JoinSide {
  /// The relationship whose lists contain the rows of this side, if there is one.
  func listOfOthers(in schema: SchemaPlan) -> StatedList? {
    let isLeft = own.name == table.column(.left).name
    guard let entity = schema.entity(isLeft ? table.rightEntity : table.leftEntity) else {
      return nil
    }
    let list = entity.relations.first { relation in
      guard case .members(let side) = relation.kind else { return false }
      return side.table.name == table.name && side.own.name == other.name
    }
    return list.map { StatedList(entity: entity.index, relation: $0.index) }
  }
}
