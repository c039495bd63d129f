@_spi(Generated) public import SwiftSyncStore

extension PendingChange: Identifiable {
  /// The entity and the identity of the row.
  public var id: [StoredValue] { [.text(entity)] + identity }

  /// The query for the pending changes of all rows, in the order of their first writes.
  ///
  /// Like other queries, it can be fetched, observed and counted.
  public static var all: Queue { Queue(entity: nil) }

  /// Returns the query for the pending changes of an entity's rows, in the order of their first
  /// writes.
  public static func of<Entity: SyncedEntity>(_ entity: Entity.Type) -> Queue {
    Queue(entity: Entity.metadata.name)
  }

  /// A query for pending changes.
  public struct Queue: Hashable, Sendable {
    let entity: String?

    /// The query for the number of pending changes.
    public var count: Count { Count(queue: self) }
  }

  /// A query for the number of pending changes.
  public struct Count: Hashable, Sendable {
    let queue: Queue
  }
}

extension PendingChange.Queue: StoreQuery {
  @_spi(Generated)
  public var request: QueryRequest<[PendingChange]> {
    QueryRequest { (schema) throws(SyncError) in
      PendingChangeReader.observed(schema)
    } isEqual: {
      $0 == $1
    } read: { (connection, schema) throws(SyncError) in
      // A database that is only read has no queue.
      if schema.metadata.isReadOnly { return [] }
      let plans = schema.entities.filter { entity == nil || $0.metadata.name == entity }
      return try PendingChangeReader(on: connection).rows(of: plans)
    }
  }
}

extension PendingChange.Count: StoreQuery {
  @_spi(Generated)
  public var request: QueryRequest<Int> {
    QueryRequest { (schema) throws(SyncError) in
      PendingChangeReader.observed(schema)
    } isEqual: {
      $0 == $1
    } read: { (connection, schema) throws(SyncError) in
      if schema.metadata.isReadOnly { return 0 }
      return try PendingChangeReader(on: connection).count(of: queue.entity)
    }
  }
}

extension SyncStore {
  /// Returns the number of pending changes.
  public func count(_ queue: PendingChange.Queue) async throws(SyncError) -> Int {
    try await fetch(queue.count)
  }
}

extension PendingChangeReader {
  /// A statement that reads the table on which the results depend.
  fileprivate static func observed(_ schema: SchemaMetadata) -> [String] {
    schema.isReadOnly ? [] : ["SELECT sequence FROM swiftsync_changes"]
  }
}
