import SwiftSyncValues
package import SyncGenSchema

/// The expectation of a step for the rows of a table: the sources of the new table's values.
///
/// The expected rows are written to a table of another database before the structural change, with
/// the types of the new table, and compared with it afterwards.
package struct TableExpectation: Sendable {
  /// The table in the new version.
  package let table: SQLIdentifier
  /// The columns whose values are known in advance.
  package let columns: [SQLIdentifier]
  /// The columns of the primary key.
  package let key: [SQLIdentifier]
  /// The statement that writes the expected rows.
  package let expectation: String
  /// The table with the expected rows, in the database `StatementLimits.aside`: temporary tables
  /// would be read again by each `ALTER TABLE`.
  package let expected: String

  /// The expectations for all tables of a step that the old version also has.
  package static func all(of step: VersionStep) -> [TableExpectation] {
    step.tables.enumerated().map { TableExpectation($1, number: $0) }
  }

  private init(_ pair: TablePairing, number: Int) {
    table = pair.new.name
    let known = pair.columns.filter { !$0.dependsOnChance }
    columns = known.map(\.definition.identifier)
    key = pair.new.key.map(\.identifier)
    let name = "swiftsync_aside.swiftsync_expected_\(number)"
    expected = name
    let types = known.map { "\($0.definition.quoted) \($0.definition.type)" }
    let values = known.map { pair.value(of: $0.position) }
    expectation =
      "CREATE TABLE \(name) (\(types.joined(separator: ", ")));\n"
      + "INSERT INTO \(name) SELECT \(values.joined(separator: ", ")) FROM "
      + "main.\(pair.old.name.quoted)\(pair.condition.map { " WHERE \($0.sql)" } ?? "");"
  }

  private var list: String { columns.map(\.quoted).joined(separator: ", ") }

  /// A query for the number of expected rows that the new table does not have.
  package var missingCount: String {
    "SELECT count(*) FROM (SELECT \(list) FROM \(expected) EXCEPT SELECT \(list) FROM "
      + "main.\(table.quoted))"
  }

  /// A query for whether the table has as many rows as expected.
  ///
  /// If none of them is unexpected, then none is missing, because the key makes all rows distinct.
  package var sameCount: String? {
    guard !key.isEmpty, Set(key).isSubset(of: columns) else { return nil }
    return "SELECT (SELECT count(*) FROM \(expected)) = (SELECT count(*) FROM main.\(table.quoted))"
  }

  /// A query for the number of unexpected rows.
  package var strangeCount: String {
    "SELECT count(*) FROM (SELECT \(list) FROM main.\(table.quoted) EXCEPT SELECT \(list) FROM "
      + "\(expected))"
  }

  /// A query for the number of rows whose value in a column differs from the expected one, with the
  /// actual and the expected value of the first one.
  package func differences(in column: SQLIdentifier) -> String {
    let same = key.map { "found.\($0.quoted) IS expected.\($0.quoted)" }
    let name = column.quoted
    return "SELECT count(*), quote(found.\(name)), quote(expected.\(name)) FROM "
      + "main.\(table.quoted) AS found JOIN \(expected) AS expected "
      + "ON \(same.joined(separator: " AND ")) WHERE found.\(name) IS NOT expected.\(name)"
  }
}

extension TablePairing {
  /// Statements that remove rows at which a lossy step would stop, as stated by its plan.
  fileprivate var removals: [String] {
    let required = new.columns.indices.filter { new.columns[$0].isRequired }
    let empty = required.map { removal(of: converted([$0]), where: "\(Self.part($0)) IS NULL") }
    let keys =
      [new.primaryKey]
      + new.indexes.filter(\.isUnique).map { index in
        index.columns.compactMap { name in new.columns.firstIndex { $0.name == name.name } }
      }
    let double = keys.map { key in
      let parts = key.map(Self.part).joined(separator: ", ")
      let ranked =
        "(SELECT *, row_number() OVER (PARTITION BY \(parts)) AS swiftsync_place "
        + "FROM \(converted(key)))"
      return removal(of: ranked, where: "swiftsync_place > 1")
    }
    return empty + double + (new.check.map { [breakingRows(of: $0)] } ?? [])
  }

  /// Removes the rows that do not meet a condition on the new columns.
  private func breakingRows(of check: String) -> String {
    let values = new.columns.indices.map { (sql: value(of: $0), name: new.columns[$0].quoted) }
    return removal(of: converted(values), where: "NOT ifnull((\(check)), 1)")
  }

  /// Removes the old rows whose keys, such as `swiftsync_key_0`, are in a query that also returns
  /// new values.
  ///
  /// A new value may be a window function, which SQLite accepts only in the result columns of a
  /// query.
  private func removal(of rows: String, where condition: String) -> String {
    let key = old.key.map(\.quoted).joined(separator: ", ")
    let found = old.primaryKey.indices.map { "swiftsync_key_\($0)" }.joined(separator: ", ")
    return "DELETE FROM \(old.name.quoted) WHERE (\(key)) IN (SELECT \(found) FROM \(rows) "
      + "WHERE \(condition));"
  }

  /// The rows that the step keeps, with some of their new values.
  private func converted(_ positions: [Int]) -> String {
    converted(positions.map { (value(of: $0), Self.part($0)) })
  }

  private func converted(_ values: [(sql: String, name: String)]) -> String {
    let key = old.key.enumerated().map { "\($1.quoted) AS swiftsync_key_\($0)" }
    let parts = key + values.map { "\($0.sql) AS \($0.name)" }
    return "(SELECT \(parts.joined(separator: ", ")) FROM \(old.name.quoted)"
      + "\(condition.map { " WHERE \($0.sql)" } ?? ""))"
  }

  private static func part(_ position: Int) -> String { "swiftsync_part_\(position)" }
}

extension TablePairing {
  /// Queries for whether a `backfill` gives all rows the same value of a key, for each key that it
  /// fills.
  ///
  /// - Parameter filled: The columns that a `backfill` fills, as `orders.code`.
  fileprivate func constantKeyChecks(filled: Set<String>) -> [String] {
    let keys =
      [new.primaryKey]
      + new.indexes.filter { $0.isUnique && $0.predicate == nil }.map { index in
        index.columns.compactMap { name in new.columns.firstIndex { $0.name == name.name } }
      }
    return keys.compactMap { key in
      guard
        key.contains(where: { filled.contains("\(new.name.name).\(new.columns[$0].name)") })
      else { return nil }
      let parts = key.map(Self.part)
      let value = parts.map { "quote(\($0))" }.joined(separator: " || ',' || ")
      let isThere = parts.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
      return "SELECT count(*) > 2 AND count(DISTINCT \(value)) = 1 FROM \(converted(key)) "
        + "WHERE \(isThere)"
    }
  }
}

extension VersionStep {
  /// Queries for whether a `backfill` gives all rows the same value of a key. Such a step is not
  /// possible with more than one row, regardless of what the schema permits.
  package var constantKeyChecks: [String] {
    let filled = Set(backfills.flatMap(\.filled))
    if filled.isEmpty { return [] }
    return tables.flatMap { $0.constantKeyChecks(filled: filled) }
  }

  /// Whether the plan states that there may be rows at which it stops.
  package var mayStop: Bool { changes.contains { $0.permission?.word == .allowLossy } }

  /// Statements that remove such rows, to be repeated until they change nothing.
  package var obstacleRemovals: [String] {
    let named = Dictionary(
      tables.map { ($0.new.name, $0) }, uniquingKeysWith: { first, _ in first })
    let references = tables.flatMap { table in
      table.columns.compactMap { column -> String? in
        guard let former = column.former, column.source.expression == nil,
          let reference = column.reference, let target = named[reference.table],
          let key = target.old.key.first
        else { return nil }
        let name = "\(table.old.name.quoted).\(former.quoted)"
        return "DELETE FROM \(table.old.name.quoted) WHERE \(name) IS NOT NULL AND NOT EXISTS "
          + "(SELECT 1 FROM \(target.old.name.quoted) AS swiftsync_target "
          + "WHERE swiftsync_target.\(key.quoted) = \(name));"
      }
    }
    return tables.flatMap(\.removals) + references
  }
}

extension StepStage {
  /// Whether it only drops or creates triggers.
  package var dropsTriggers: Bool {
    consists(of: { if case .dropTriggers = $0 { true } else { false } })
  }
  package var createsTriggers: Bool {
    consists(of: { if case .createTriggers = $0 { true } else { false } })
  }

  private func consists(of isMeant: (MigrationOperation) -> Bool) -> Bool {
    guard case .operations(let operations) = action else { return false }
    return !operations.isEmpty && operations.allSatisfy(isMeant)
  }

  /// Whether it runs SQL under `sql:` of the schema.
  package var isStated: Bool {
    consists(of: { if case .run = $0 { true } else { false } })
  }

  /// Whether it converts the tables of the old version to those of the new one.
  package var isStructural: Bool {
    guard case .operations(let operations) = action else { return false }
    return operations.contains { operation in
      switch operation {
      case .run, .dropTriggers, .createTriggers: false
      default: true
      }
    }
  }
}
