import SwiftSyncValues
import SyncGenSchema

/// An effect that a structural change must not have on rows, independent of its plan.
///
/// Unlike a `TableExpectation`, it does not use the plan's own expressions, so it also finds
/// mistakes of the planner.
package struct RowExpectation: Sendable {
  /// Statements that record the state before the change, in the database `swiftsync_aside`.
  package let record: String
  /// A query for the number of rows that violate the expectation, and one of them; `nil` if the
  /// records only serve other expectations.
  package let violations: String?
  private let words: Words
  /// Statements that remove the records.
  package let cleanup: String

  /// The expectations of a step, limited to those that its changes put at risk.
  package static func all(of step: VersionStep) -> [RowExpectation] {
    let maker = RowExpectationMaker(step)
    return maker.counts + maker.identities + maker.references + maker.members + maker.marks
      + maker.entries + maker.links
  }

  /// The expectations after all other parts of the step.
  package static func atEnd(of step: VersionStep) -> [RowExpectation] {
    let maker = RowExpectationMaker(step)
    return maker.carriedValues + maker.splitValues
  }

  /// The words that describe rows that violate the expectation.
  struct Words: Sendable {
    /// The rows, e.g. `of table 'tasks'`.
    let rows: String
    /// What is wrong with one of them, e.g. `is gone`.
    let one: String
    let many: String

    static let none = Words(rows: "", one: "", many: "")
  }

  init(record: String = "", violations: String?, _ words: Words = .none, cleanup: String = "") {
    self.record = record
    self.violations = violations
    self.words = words
    self.cleanup = cleanup
  }

  /// A description of a number of such rows, e.g. `2 rows of table 'tasks' are gone`.
  package func text(of count: Int) -> String {
    let number = count == 1 ? "1 row" : "\(count) rows"
    return [number, words.rows, count == 1 ? words.one : words.many].filter { !$0.isEmpty }
      .joined(separator: " ")
  }
}

/// Creates the expectations of a step.
struct RowExpectationMaker {
  let step: VersionStep
  private let entityTables: EntityTables
  let permissions: Set<SchemaChange.Permission>

  var pairing: SchemaPairing { step.pairing }
  var tables: [TablePairing] { step.tables }

  init(_ step: VersionStep) {
    self.step = step
    entityTables = EntityTables(step.tables)
    permissions = Set(step.changes.compactMap(\.permission))
  }

  func table(of id: EntityID) -> TablePairing? { entityTables[id] }

  /// Whether the schema permits losses of the entity or of one of its members.
  ///
  /// `drops` uses names of the old version, and `allow-lossy` those of the new version.
  func isPermitted(_ members: SchemaPairing.Members, old: [String] = [], new: [String] = []) -> Bool
  {
    let before = pairing.old[members.old].name.name
    let after = pairing.new[members.new].name.name
    return permissions.contains(.drops(before)) || permissions.contains(.allowLossy(after))
      || old.contains { drops($0, of: members) }
      || new.contains { permissions.contains(.allowLossy("\(after).\($0)")) }
  }

  /// Whether the schema permits a member of the old version to be dropped.
  func drops(_ member: String, of members: SchemaPairing.Members) -> Bool {
    permissions.contains(.drops("\(pairing.old[members.old].name.name).\(member)"))
  }

  // MARK: Rows

  /// The number of rows that are kept does not change: an aggregate among the new values would merge
  /// all rows into one.
  var counts: [RowExpectation] {
    tables.enumerated().compactMap { number, table in
      guard case .entity = table.new.owner, table.sources.contains(where: { $0.expression != nil })
      else { return nil }
      let notes = "swiftsync_aside.swiftsync_count_\(number)"
      return RowExpectation(
        record:
          "CREATE TABLE \(notes) AS SELECT count(*) AS rows FROM main.\(table.old.name.quoted)"
          + "\(table.condition.map { " WHERE \($0.sql)" } ?? "");",
        violations:
          "SELECT rows - (SELECT count(*) FROM main.\(table.new.name.quoted)), rows || ' before' "
          + "FROM \(notes)",
        .init(rows: "of table '\(table.new.name.name)'", one: "is gone", many: "are gone"),
        cleanup: "DROP TABLE \(notes);")
    }
  }

  // MARK: Identities

  /// The recorded identities of an entity's rows; `nil` if they do not change.
  func identities(of members: SchemaPairing.Members) -> IdentityTable? {
    guard let table = table(of: members.new),
      QueuedIdentity(pairing: pairing, members: members, table: table).needsConversion
    else { return nil }
    return IdentityTable(table, number: members.new.index)
  }

  var identities: [RowExpectation] {
    pairing.members.compactMap { members in
      identities(of: members).map { noted in
        // Used by the other expectations. SQLite itself refuses an identity that two rows would
        // get.
        RowExpectation(record: noted.record, violations: nil, cleanup: noted.cleanup)
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

  /// A single value for the whole new identity, as in the queue.
  func newKey(_ alias: String) -> String {
    Self.queued(pair.new.primaryKey.indices.map { "\(alias).new_\($0)" })
  }

  /// A single value for the whole old identity.
  func oldKey(_ alias: String) -> String {
    Self.queued(pair.old.primaryKey.indices.map { "\(alias).old_\($0)" })
  }

  static func queued(_ parts: [String]) -> String {
    parts.count == 1 ? parts[0] : "json_array(\(parts.joined(separator: ", ")))"
  }

  var record: String {
    let (old, new) = (pair.old, pair.new)
    let columns =
      old.key.enumerated().map { "old_\($0) \($1.type)" }
      + new.key.enumerated().map { "new_\($0) \($1.type)" }
    let values = old.key.map(\.quoted) + new.primaryKey.map { pair.value(of: $0) }
    return "CREATE TABLE \(name) (\(columns.joined(separator: ", ")));\n"
      + "INSERT INTO \(name) SELECT \(values.joined(separator: ", ")) FROM main.\(old.name.quoted);"
  }

  var cleanup: String { "DROP TABLE \(name);" }

  /// Joins the recorded identities, as `alias`, with the location of an old identity.
  func join(_ alias: String, old value: String) -> String {
    "JOIN \(name) AS \(alias) ON \(oldKey(alias)) IS \(value)"
  }
}
