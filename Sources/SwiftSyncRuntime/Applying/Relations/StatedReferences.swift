import SwiftSyncValues
@_spi(Generated) import SwiftSyncREST

/// One relation of one row, as the payload states it.
struct RowStatement: Hashable {
  let entity: Int
  let relation: Int
  let rowID: Int64
}

/// A child that a parent scopes, as a list of the parent names it.
struct ScopedChild: Hashable {
  let parent: StoredValue
  let id: StoredValue
  /// The child's relation.
  let list: StatedList
}

/// The references that the payload states, to count at the end those that have no row (A16).
struct StatedReferences {
  /// By entity.
  private var ids: [StatedIDs]
  private var restated = RestatedIDs()
  /// Ids of children that a parent scopes and that had no row when a list named them.
  private(set) var unresolvedChildren: Set<ScopedChild> = []

  init(_ schema: SchemaPlan) {
    ids = Array(repeating: StatedIDs(), count: schema.entities.count)
  }

  /// Counts an id that a row states.
  ///
  /// - Returns: Whether there are more ids of the entity now than are to be kept.
  @inline(__always)
  mutating func state(_ id: BoundValue, of entity: Int) -> Bool {
    ids[entity].add(id)
    return ids[entity].isFull
  }

  /// Counts an id that a relation of a row states, once for each row and relation.
  ///
  /// - Parameter isRepeated: Whether the row occurs again.
  /// - Returns: As the other one.
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

  /// Takes back what a relation of a row has stated.
  ///
  /// - Parameter stored: What it states now, if earlier statements are not kept.
  mutating func withdraw(
    _ statement: RowStatement, stored: [StoredValue], of entity: Int, in arena: ByteArena
  ) {
    for id in restated.remove(statement).map(Array.init) ?? stored {
      ids[entity].remove(BoundValue(id, in: arena))
    }
  }

  /// Visits the ids of an entity with how often they were stated.
  func forEach(
    of entity: EntityPlan, _ body: (BoundValue, Int) throws(SyncError) -> Void
  ) throws(SyncError) {
    try ids[entity.index].forEach(isInteger: entity.hasIntegerIdentity, body)
  }

  /// Keeps only the ids of an entity for which `isKept` holds.
  mutating func filter(
    _ entity: EntityPlan, _ isKept: (BoundValue) throws(SyncError) -> Bool
  ) throws(SyncError) {
    try ids[entity.index].filter(isInteger: entity.hasIntegerIdentity, isKept)
  }
}

// MARK: - Rows that change what they state

extension StatedReferences {
  /// Whether what a row has stated before is kept here.
  @inline(__always)
  func knows(_ statement: RowStatement) -> Bool { restated.knows(statement) }

  /// Notes ids that the row has stated before, also if there are none.
  mutating func keep(_ stated: [StoredValue], of statement: RowStatement) {
    restated.keep(stated, of: statement)
  }

  /// Notes an id that the row has stated before.
  mutating func keep(_ id: StoredValue, of statement: RowStatement) {
    restated.keep(id, of: statement)
  }

  /// Notes an id that the row states now, and returns whether it is the first time.
  mutating func restate(_ id: StoredValue, of statement: RowStatement) -> Bool {
    restated.add(id, of: statement)
  }
}

/// The ids that rows have stated in a relation, of those rows that have changed what they state.
///
/// A reference without a row counts once per row, relation and id, also if a payload changes it back
/// and forth. Most rows occur once, so what a row has stated is kept from its second statement on:
/// until then it is what is stored.
private struct RestatedIDs {
  private var ids: [RowStatement: Set<StoredValue>] = [:]

  @inline(__always)
  func knows(_ statement: RowStatement) -> Bool {
    !ids.isEmpty && ids[statement] != nil
  }

  /// Forgets what a row has stated, and returns it.
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
