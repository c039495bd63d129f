/// The ids that rows have stated in a relation, of those rows that have changed what they state.
///
/// A reference without a row counts once per row, relation and id, also if a payload changes it back
/// and forth. Most rows occur once, so what a row has stated is kept from its second statement on:
/// until then it is what is stored.
struct RestatedIDs {
  /// One relation of one row.
  struct Statement: Hashable {
    let entity: Int
    let relation: Int
    let rowID: Int64
  }

  private var ids: [Statement: Set<StoredValue>] = [:]

  /// Whether ids of the statement are kept here.
  @inline(__always)
  func knows(_ statement: Statement) -> Bool {
    !ids.isEmpty && ids[statement] != nil
  }

  /// Forgets what a row has stated, and returns it.
  mutating func remove(_ statement: Statement) -> Set<StoredValue>? {
    ids.isEmpty ? nil : ids.removeValue(forKey: statement)
  }

  /// Notes ids that the row has stated before, also if there are none.
  mutating func keep(_ stated: [StoredValue], of statement: Statement) {
    ids[statement, default: []].formUnion(stated)
  }

  /// Notes an id that the row has stated before.
  mutating func keep(_ id: StoredValue, of statement: Statement) {
    ids[statement, default: []].insert(id)
  }

  /// Notes an id that the row states now, and returns whether it is the first time.
  mutating func add(_ id: StoredValue, of statement: Statement) -> Bool {
    ids[statement, default: []].insert(id).inserted
  }
}
