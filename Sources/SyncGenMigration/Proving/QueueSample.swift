import SyncGenSchema

/// Entries of the queue of local writes for an entity: for stored rows, and for one that is not
/// stored.
struct QueueSample {
  /// No version has that many rows.
  private static let goneRow = 1_900

  private let schema: Schema
  private let id: EntityID
  private let limits: SampleLimits

  init(_ schema: Schema, _ id: EntityID, _ limits: SampleLimits = .none) {
    self.schema = schema
    self.id = id
    self.limits = limits
  }

  var statements: [String] { statements(writing: "INSERT OR IGNORE") }

  /// - Parameter verb: What happens to an existing entry for the same row.
  private func statements(writing verb: String) -> [String] {
    guard schema[id].hasEntries else { return [] }
    let stored = ["insert", "update", "delete", "touch"].enumerated().map { place, operation in
      statement(
        verb, operation, ofRow: queuedID, "FROM \(schema[id].table.quoted) LIMIT 1 OFFSET \(place)")
    }
    let gone = schema[id].identity.parts.map {
      ProofRows.value(of: $0, id, Self.goneRow, schema, limits)
    }
    return stored + [statement(verb, "delete", ofRow: Self.queued(gone), "")]
  }

  /// Statements for a database from which rows were removed: removes the entries for these, except
  /// deletions, and adds entries for rows that are left.
  var repairs: [String] {
    guard schema[id].hasEntries else { return [] }
    let removal =
      "DELETE FROM swiftsync_changes WHERE entity = \(SQLText.string(schema[id].name.name)) "
      + "AND operation <> 'delete' "
      + "AND id NOT IN (SELECT \(queuedID) FROM \(schema[id].table.quoted));"
    return [removal] + statements(writing: "INSERT OR REPLACE")
  }

  private var queuedID: String {
    let entity = schema[id]
    return Self.queued(entity.identity.columns.map { entity.columns[$0].name.quoted })
  }

  private static func queued(_ parts: [String]) -> String {
    parts.count == 1 ? parts[0] : "json_array(\(parts.joined(separator: ", ")))"
  }

  private func statement(
    _ verb: String, _ operation: String, ofRow row: String, _ source: String
  ) -> String {
    let entity = schema[id]
    let isEdited = entity.sync.isOffline && ["insert", "update"].contains(operation)
    let names = isEdited ? schema.recordedNames(of: id).values.sorted() : []
    let fields = "," + names.map { $0 + "," }.joined()
    let clock = entity.sync.clock.map { SampleValue(schema).any(entity.attributes[$0], 1) }
    return "\(verb) INTO swiftsync_changes (entity, id, operation, fields, clock, "
      + "changed_at, attempts, last_error, is_quarantined) SELECT "
      + "\(SQLText.string(entity.name.name)), \(row), '\(operation)', "
      + "\(SQLText.string(fields)), \(clock ?? "NULL"), '2026-01-02T03:04:05.678Z', "
      + "\(Self.pushes(of: operation)) \(source);"
  }

  /// The attempts to push an entry, the last error, and whether the server has rejected it.
  private static func pushes(of operation: String) -> String {
    switch operation {
    case "insert": "2, 'no connection', 0"
    case "update": "8, 'rejected', 1"
    default: "0, NULL, 0"
    }
  }
}
