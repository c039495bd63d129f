import SwiftSyncValues
@_spi(Generated) import SwiftSyncCoding

/// The newest clocks that sources have sent, by source and entity.
///
/// They contain only the server's clocks, never the time of a device's clock.
package struct Watermarks {
  private let connection: Connection
  private let version: Int64

  package init(_ schema: SchemaMetadata, on connection: Connection) {
    self.connection = connection
    version = Int64(schema.version)
  }

  /// The watermark of an entity; `nil` if all rows must be pulled: for the first time, because the
  /// server may have forgotten deletions since, or because an older version of the schema left out
  /// something that this version includes.
  package func clock(of plan: EntityPlan, from source: String) throws(SyncError) -> StoredValue? {
    let query = try connection.statement(
      """
      SELECT clock FROM swiftsync_watermarks WHERE source = ?1 AND entity = ?2
        AND version = ?4 AND (?3 IS NULL OR pulled_at > strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ?3))
      """)
    defer { query.reset() }
    query.bind(1, source)
    query.bind(2, plan.metadata.name)
    query.bind(3, plan.metadata.sync.retention.map { .text("-\($0) seconds") } ?? .null)
    query.bind(4, version)
    guard try query.step() else { return nil }
    return query.value(0).stored
  }

  /// Records the newest clock of rows that a source has sent. An older clock has no effect.
  package func raise(
    _ clock: StoredValue, of plan: EntityPlan, from source: String
  ) throws(SyncError) {
    let known = try self.clock(of: plan, from: source)
    let isNewer = known.map { clock.isNewer(than: $0) } ?? true
    let statement = try connection.statement(
      """
      INSERT INTO swiftsync_watermarks (source, entity, clock, version, pulled_at)
      VALUES (?1, ?2, ?3, ?4, \(TableSQL.now))
      ON CONFLICT (source, entity)
      DO UPDATE SET clock = ?3, version = ?4, pulled_at = excluded.pulled_at
      """)
    statement.bind(1, source)
    statement.bind(2, plan.metadata.name)
    statement.bind(3, isNewer ? clock : known ?? clock)
    statement.bind(4, version)
    try statement.run()
  }

  /// The source of the rows that count how often the watermarks of an entity were reset.
  private static let counter = ""

  /// How often the watermarks of an entity were reset. A pull that began before a reset must not
  /// raise a watermark after it.
  package func resets(of plan: EntityPlan) throws(SyncError) -> Int64 {
    let query = try connection.statement(
      "SELECT clock FROM swiftsync_watermarks WHERE source = ?1 AND entity = ?2")
    defer { query.reset() }
    query.bind(1, Self.counter)
    query.bind(2, plan.metadata.name)
    return try query.step() ? query.integer(0) : 0
  }

  /// Records that rows of an entity are missing although pulls have passed them.
  package func noteReset(of entity: EntityMetadata) throws(SyncError) {
    let statement = try connection.statement(
      """
      INSERT INTO swiftsync_watermarks (source, entity, clock, version, pulled_at)
      VALUES (?1, ?2, 1, 0, \(TableSQL.now))
      ON CONFLICT (source, entity) DO UPDATE SET clock = clock + 1, pulled_at = excluded.pulled_at
      """)
    statement.bind(1, Self.counter)
    statement.bind(2, entity.name)
    try statement.run()
  }

  /// The sources that have sent rows of an entity.
  func sources(of entity: EntityMetadata) throws(SyncError) -> [String] {
    let query = try connection.statement(
      "SELECT source FROM swiftsync_watermarks WHERE entity = ?1 AND source <> ?2")
    defer { query.reset() }
    query.bind(1, entity.name)
    query.bind(2, Self.counter)
    var sources: [String] = []
    while try query.step() { sources.append(query.text(0) ?? "") }
    return sources
  }

  /// Forgets the watermarks of an entity from every source, so that all rows are pulled.
  package func reset(_ entity: EntityMetadata) throws(SyncError) {
    try noteReset(of: entity)
    let statement = try connection.statement(
      "DELETE FROM swiftsync_watermarks WHERE entity = ?1 AND source <> ?2")
    statement.bind(1, entity.name)
    statement.bind(2, Self.counter)
    try statement.run()
  }

  /// Forgets the watermark of an entity, so that all rows are pulled.
  package func forget(_ plan: EntityPlan, from source: String) throws(SyncError) {
    let statement = try connection.statement(
      "DELETE FROM swiftsync_watermarks WHERE source = ?1 AND entity = ?2")
    statement.bind(1, source)
    statement.bind(2, plan.metadata.name)
    try statement.run()
  }

  /// Records that a source has nothing newer than the watermark.
  package func confirm(of plan: EntityPlan, from source: String) throws(SyncError) {
    let statement = try connection.statement(
      "UPDATE swiftsync_watermarks SET pulled_at = \(TableSQL.now) WHERE source = ?1 AND entity = ?2"
    )
    statement.bind(1, source)
    statement.bind(2, plan.metadata.name)
    try statement.run()
  }
}

extension StoredValue {
  /// Whether one clock is newer than another.
  package func isNewer(than other: StoredValue) -> Bool {
    switch (self, other) {
    case (.integer(let left), .integer(let right)): left > right
    case (.real(let left), .real(let right)): left > right
    // Dates in seconds, of which another program's column keeps whole ones as integers.
    case (.real(let left), .integer(let right)): left > Double(right)
    case (.integer(let left), .real(let right)): Double(left) > right
    // Canonical dates; compared by bytes as SQLite and the applier do.
    case (.text(let left), .text(let right)):
      right.utf8.lexicographicallyPrecedes(left.utf8)
    default: false
    }
  }

  /// The clock some seconds earlier. A number that counts revisions does not change.
  package func earlier(by seconds: Double, of type: ValueType, in storage: ColumnMetadata.Storage)
    -> StoredValue
  {
    guard case .date = type else { return self }
    let form = DateForm.Storage(in: storage)
    guard let microseconds = withBound(form.microseconds) else { return self }
    let moved = microseconds - Int64(min(max(seconds, 0), 1e9) * 1_000_000)
    return .date(max(moved, DateText.range.lowerBound), in: storage)
  }

  /// The date some microseconds later; other values do not change.
  package func later(byMicroseconds count: Int64, in storage: ColumnMetadata.Storage) -> StoredValue
  {
    let form = DateForm.Storage(in: storage)
    guard let microseconds = withBound(form.microseconds) else { return self }
    return .date(min(microseconds + count, DateText.range.upperBound), in: storage)
  }
}
