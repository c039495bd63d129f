import SyncGenSchema

/// Something that a structural change may not do to rows, whatever its plan says.
///
/// Unlike a `TableExpectation` it does not follow the plan's own expressions, so that it finds mistakes of the planner.
package struct RowExpectation: Sendable {
  /// Statements that note what there is before the change, in the database `swiftsync_aside`.
  package let record: String
  /// A query that gives how many rows break the promise, and one of them; `nil` if others need the notes.
  package let violations: String?
  /// What such rows do, after their number: `rows of table 'tasks' …`.
  package let text: String
  /// Statements that take the notes away.
  package let cleanup: String

  /// The promises of a step, of which only those need work that its changes put at risk.
  package static func all(of step: VersionStep) -> [RowExpectation] {
    let maker = RowExpectationMaker(step)
    return maker.counts + maker.identities + maker.references + maker.members + maker.marks
      + maker.entries + maker.links
  }

  /// What holds when everything else of the step is done, too.
  package static func atEnd(of step: VersionStep) -> [RowExpectation] {
    RowExpectationMaker(step).carriedValues
  }

  init(record: String = "", violations: String?, text: String, cleanup: String = "") {
    self.record = record
    self.violations = violations
    self.text = text
    self.cleanup = cleanup
  }
}

/// Makes the promises of a step.
struct RowExpectationMaker {
  let step: VersionStep
  let pairing: SchemaPairing
  let tables: [TablePairing]
  private let permissions: Set<String>

  init(_ step: VersionStep) {
    self.step = step
    pairing = SchemaPairing(from: step.old, to: step.new)
    tables = TablePairer(pairing: pairing).pairs()
    permissions = Set(step.changes.compactMap(\.permission?.name))
  }

  func table(of id: EntityID) -> TablePairing? {
    tables.first { $0.new.owner == .entity(id) }
  }

  /// Whether the schema says that one of the members, or the entity, may lose something.
  func isPermitted(_ entity: Entity, _ members: [String]) -> Bool {
    permissions.contains(entity.name.name)
      || members.contains { permissions.contains("\(entity.name.name).\($0)") }
  }

  // MARK: Rows

  /// As many rows as before: an aggregate among the new values would make one of all.
  var counts: [RowExpectation] {
    tables.enumerated().compactMap { number, table in
      guard case .entity = table.new.owner, table.sources.contains(where: { $0.expression != nil })
      else { return nil }
      let notes = "swiftsync_aside.swiftsync_count_\(number)"
      return RowExpectation(
        record:
          "CREATE TABLE \(notes) AS SELECT count(*) AS rows FROM main.\(table.old.name.quoted);",
        violations:
          "SELECT rows - (SELECT count(*) FROM main.\(table.new.name.quoted)), rows || ' before' "
          + "FROM \(notes)",
        text: "of table '\(table.new.name.name)' are gone", cleanup: "DROP TABLE \(notes);")
    }
  }

  // MARK: Identities

  /// The noted identities of an entity's rows, `nil` if they stay as they are.
  func identities(of members: SchemaPairing.Members) -> IdentityTable? {
    guard let table = table(of: members.new),
      QueuedIdentity(pairing: pairing, members: members, table: table).needsConversion
    else { return nil }
    return IdentityTable(table, number: members.new.index)
  }

  var identities: [RowExpectation] {
    pairing.members.compactMap { members in
      identities(of: members).map { noted in
        // What the others look up. SQLite itself refuses an identity that two rows get.
        RowExpectation(record: noted.record, violations: nil, text: "", cleanup: noted.cleanup)
      }
    }
  }
}

/// The old and the new identity of each row of a table whose identities change.
struct IdentityTable {
  let pair: TablePairing
  let name: String

  init(_ pair: TablePairing, number: Int) {
    self.pair = pair
    name = "swiftsync_aside.swiftsync_ids_\(number)"
  }

  private var newColumns: [String] { pair.new.primaryKey.indices.map { "new_\($0)" } }

  /// One value that stands for the whole new identity, as the queue has it.
  var newKey: String { Self.queued(newColumns) }

  /// The same of the old identity.
  var oldKey: String { Self.queued(pair.old.primaryKey.indices.map { "old_\($0)" }) }

  static func queued(_ parts: [String]) -> String {
    parts.count == 1 ? parts[0] : "json_array(\(parts.joined(separator: ", ")))"
  }

  var record: String {
    let (old, new) = (pair.old, pair.new)
    let columns =
      old.primaryKey.enumerated().map { "old_\($0) \(old.columns[$1].storage.rawValue)" }
      + new.primaryKey.enumerated().map { "new_\($0) \(new.columns[$1].storage.rawValue)" }
    let values =
      old.primaryKey.map { old.columns[$0].name.quoted } + new.primaryKey.map { pair.value(of: $0) }
    return "CREATE TABLE \(name) (\(columns.joined(separator: ", ")));\n"
      + "INSERT INTO \(name) SELECT \(values.joined(separator: ", ")) FROM main.\(old.name.quoted);"
  }

  var cleanup: String { "DROP TABLE \(name);" }

  /// Joins the noted identities, as `alias`, with a place where an old one stands.
  func join(_ alias: String, old value: String) -> String {
    "JOIN \(name) AS \(alias) ON \(alias).old_0 IS \(value)"
  }
}
