import SwiftSyncValues
@_spi(Generated) import SwiftSyncCoding

/// One relationship of one row, as the payload states it.
struct RowStatement: Hashable {
  let entity: Int
  let relation: Int
  let rowID: Int64
}

/// A child that is scoped by a parent, as a list of the parent refers to it.
struct ScopedChild: Hashable {
  let parent: StoredValue
  let id: StoredValue
  /// The child's relationship.
  let list: StatedList
}

/// The references that the payload states, for counting at the end those without a row (A16).
struct StatedReferences {
  /// The stated ids by entity.
  private var ids: [StatedIDs]
  private var restated = RestatedIDs()
  /// The ids of children that are scoped by a parent and had no row when a list stated them.
  private(set) var unresolvedChildren: Set<ScopedChild> = []

  init(_ schema: SchemaPlan) {
    ids = Array(repeating: StatedIDs(), count: schema.entities.count)
  }

  /// Counts an id that a row states.
  ///
  /// - Returns: Whether more ids of the entity are kept now than the limit allows.
  @inline(__always)
  mutating func state(_ id: BoundValue, of entity: Int) -> Bool {
    ids[entity].add(id)
    return ids[entity].isFull
  }

  /// Counts an id that a relationship of a row states, once for each row and relationship.
  ///
  /// - Parameter isRepeated: Whether the row occurs again.
  /// - Returns: Whether more ids of the entity are kept now than the limit allows.
  @inline(__always)
  mutating func state(
    _ id: BoundValue, of entity: Int, by statement: RowStatement, isRepeated: Bool
  ) -> Bool {
    if isRepeated || restated.knows(statement) {
      guard restated.add(id.stored, of: statement) else { return false }
    }
    return state(id, of: entity)
  }

  mutating func note(_ child: ScopedChild) { unresolvedChildren.insert(child) }

  /// Withdraws the statements of a relationship of a row.
  ///
  /// - Parameter stored: Its current statement, if earlier ones are not kept.
  mutating func withdraw(
    _ statement: RowStatement, stored: [StoredValue], of entity: Int, in arena: ByteArena
  ) {
    for id in restated.remove(statement).map(Array.init) ?? stored {
      ids[entity].remove(BoundValue(id, in: arena))
    }
  }

  /// Visits the ids of an entity with the number of their statements.
  func forEach(
    of entity: EntityPlan, _ body: (BoundValue, Int) throws(SyncError) -> Void
  ) throws(SyncError) {
    try ids[entity.index].forEach(isInteger: entity.hasIntegerIdentity, body)
  }

  /// Keeps only the ids of an entity for which `isKept` returns true.
  mutating func filter(
    _ entity: EntityPlan, _ isKept: (BoundValue) throws(SyncError) -> Bool
  ) throws(SyncError) {
    try ids[entity.index].filter(isInteger: entity.hasIntegerIdentity, isKept)
  }
}

// MARK: - Rows that change what they state

extension StatedReferences {
  /// Whether the earlier statements of a row are kept here.
  @inline(__always)
  func knows(_ statement: RowStatement) -> Bool { restated.knows(statement) }

  /// Records ids that the row has stated before, even if there are none.
  mutating func keep(_ stated: [StoredValue], of statement: RowStatement) {
    restated.keep(stated, of: statement)
  }

  /// Records an id that the row has stated before.
  mutating func keep(_ id: StoredValue, of statement: RowStatement) {
    restated.keep(id, of: statement)
  }

  /// Records an id that the row states now, and returns whether it is the first time.
  mutating func restate(_ id: StoredValue, of statement: RowStatement) -> Bool {
    restated.add(id, of: statement)
  }
}

/// The ids that rows have stated in a relationship, for rows that have changed their statement.
///
/// A reference without a row counts once for each row, relationship and id, even if a payload
/// changes it back and forth. Most rows occur once, so the statements of a row are kept only from
/// its second one on: until then, the statement is the stored value.
private struct RestatedIDs {
  private var ids: [RowStatement: Set<StoredValue>] = [:]

  @inline(__always)
  func knows(_ statement: RowStatement) -> Bool {
    !ids.isEmpty && ids[statement] != nil
  }

  /// Removes and returns the statements of a row.
  mutating func remove(_ statement: RowStatement) -> Set<StoredValue>? {
    ids.isEmpty ? nil : ids.removeValue(forKey: statement)
  }

  mutating func keep(_ stated: [StoredValue], of statement: RowStatement) {
    ids[statement, default: []].formUnion(stated)
  }

  mutating func keep(_ id: StoredValue, of statement: RowStatement) {
    ids[statement, default: []].insert(id)
  }

  mutating func add(_ id: StoredValue, of statement: RowStatement) -> Bool {
    ids[statement, default: []].insert(id).inserted
  }
}
