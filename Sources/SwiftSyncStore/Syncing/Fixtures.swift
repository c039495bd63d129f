import SwiftSyncFoundation

/// Sample rows of schemas, for previews and tests.
///
/// The `fixtures` set generates a member for each schema: `Fixtures.tracker` for the `Tracker`
/// schema. It exists only in debug builds, unless the target is compiled with
/// `-D SWIFTSYNC_FIXTURES`.
///
/// ```swift
/// let store = try await SyncStore.inMemory(with: Fixtures.tracker)
/// ```
public enum Fixtures {}

extension Fixtures {
  /// A few sample rows of each entity of a schema, which refer to each other.
  ///
  /// The rows are payloads: members that the schema does not import get their defaults, and the rows
  /// are not recorded for pushing.
  public struct Rows<Schema: StoreSchema>: Sendable {
    /// A payload for each entity.
    let payloads: [(entity: String, json: String)]

    /// Creates sample rows. Called by generated code.
    @_spi(Generated)
    public init(_ payloads: [(String, String)]) {
      self.payloads = payloads.map { (entity: $0, json: $1) }
    }

    /// Returns the rows of an entity, without a store.
    ///
    /// - Throws: `DecodingError` if a row does not fit the schema, which only an app's own scalar can
    ///   cause.
    public func rows<Row: SyncedEntity>(of entity: Row.Type) throws -> [Row] {
      guard let payload = payloads.first(where: { $0.entity == Row.metadata.name }) else {
        return []
      }
      return try JSONDecoder().decode([Row].self, from: Data(payload.json.utf8))
    }

    /// The payloads, ordered so that the rows of references with a foreign key are stored first.
    fileprivate var ordered: [(entity: String, json: String)] {
      var pending = payloads
      var done: Set<String> = []
      var result: [(entity: String, json: String)] = []
      while !pending.isEmpty {
        let next = pending.firstIndex { isReady($0.entity, done) } ?? 0
        let payload = pending.remove(at: next)
        done.insert(payload.entity)
        result.append(payload)
      }
      return result
    }

    private func isReady(_ name: String, _ done: Set<String>) -> Bool {
      guard let entity = Schema.metadata.entities.first(where: { $0.name == name }) else {
        return true
      }
      return entity.relations.allSatisfy { relation in
        guard case .toOne(let reference) = relation.kind, reference.hasForeignKey else {
          return true
        }
        return relation.target == name || done.contains(relation.target)
      }
    }
  }
}

extension SyncStore {
  /// Opens an in-memory database with sample rows. See `inMemory(_:log:)`.
  ///
  /// - Throws: The errors of `load(_:)`.
  public static func inMemory<Schema: StoreSchema>(
    with rows: Fixtures.Rows<Schema>, log: SyncLog = .system
  ) async throws -> SyncStore {
    let store = try await inMemory(Schema.self, log: log)
    try await store.load(rows)
    return store
  }

  /// Opens a database with sample rows in a temporary file. See `temporary(_:log:)`.
  ///
  /// - Throws: The errors of `load(_:)`.
  public static func temporary<Schema: StoreSchema>(
    with rows: Fixtures.Rows<Schema>, log: SyncLog = .system
  ) async throws -> SyncStore {
    let store = try await temporary(Schema.self, log: log)
    try await store.load(rows)
    return store
  }

  /// Stores sample rows in addition to the stored ones, in one transaction.
  ///
  /// Rows that do not meet a `check` of the schema or a scalar of the app are skipped, because the
  /// generator cannot evaluate these rules.
  ///
  /// - Returns: The reports of the entities, which list the skipped rows.
  /// - Throws: `SyncError.unknownEntity` if the store has another schema, and the errors of
  ///   `apply(_:as:in:missingRows:options:progress:)`.
  @discardableResult
  public func load<Schema: StoreSchema>(_ rows: Fixtures.Rows<Schema>) async throws -> [ApplyReport]
  {
    try await transaction { try $0.load(rows) }
  }
}

extension SyncTransaction {
  /// Stores sample rows as part of the transaction. See `SyncStore.load(_:)`.
  package func load(_ rows: Fixtures.Rows<some StoreSchema>) throws -> [ApplyReport] {
    try rows.ordered.map { payload in
      let data = Data(payload.json.utf8)
      return try run(SyncCall(.entity(payload.entity), ApplyOptions()), .data(data))
    }
  }
}
