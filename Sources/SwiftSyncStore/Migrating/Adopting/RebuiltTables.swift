import SwiftSyncCoding
import SwiftSyncValues

/// Objects that other programs have created in the tables of a step: those that a rebuild would
/// lose, and those that are restored after it.
struct RebuiltTables {
  private let connection: Connection
  /// The tables that the step creates again, as they are before it.
  private let found: TableShapes
  /// The tables as the schema defines them.
  private let expected: TableShapes
  private let names: [String]
  /// Indexes of other programs.
  private let indexes: [TableShapes.Index]
  /// Tables and views with triggers of other programs, and for which SQLite can compile writes.
  private let triggered: [String]

  init(
    of step: MigrationStep, in versions: VersionReplay, on connection: Connection
  ) throws(SyncError) {
    self.connection = connection
    let expected = try versions.shapes(of: step.version)
    names = step.rebuiltTables.filter { expected.shapes[$0] != nil }.compactlySorted()
    found = try TableShapes(connection, only: Set(names))
    self.expected = expected
    let own = Set(expected.indexes.map(\.name))
    indexes = found.indexes.filter { [names] in names.contains($0.table) && !own.contains($0.name) }
    var triggered: [String] = []
    for table in try Self.tablesWithTriggers(connection) {
      if try Self.triggerProblem(of: table, connection) == nil { triggered.append(table) }
    }
    self.triggered = triggered
  }

  /// A description of what the step would lose of a table; `nil` if it loses nothing.
  func loss() -> String? {
    for name in names {
      guard let shape = found.shapes[name], let stated = expected.shapes[name] else { continue }
      let losses = losses(of: name, shape, stated)
      if losses.isEmpty { continue }
      return "it rebuilds table '\(name)', which would lose what the schema does not declare: "
        + losses.joined(separator: "; ") + ". Let the code that created the table change it"
        + (losses.allSatisfy(Self.isDeclarable)
          ? ", or declare this in a version that does not rebuild the table"
          : "; a schema cannot declare all of this")
    }
    return nil
  }

  /// Whether a schema can declare what a table has.
  private static func isDeclarable(_ loss: String) -> Bool {
    guard loss.hasPrefix("reference of ") else {
      return !["AUTOINCREMENT", "STRICT"].contains(loss)
    }
    let fact = loss.lowercased()
    // A store applies 'on-delete' itself, in the order that its rules require.
    return fact.contains(" on update no action on delete no action ")
  }

  private func losses(
    of name: String, _ found: TableStructure, _ stated: TableStructure
  ) -> [String] {
    let columns = found.columns.compactlySorted { $0.key < $1.key }
    let others = columns.filter { stated.columns[$0.key] == nil }.map { "column '\($0.key)'" }
    let defaults = columns.filter { column in
      guard let known = stated.columns[column.key] else { return false }
      return column.value.defaultSQL != nil && column.value.defaultSQL != known.defaultSQL
    }
    let keys = found.uniqueConstraints.filter {
      $0 != stated.primaryKey && !stated.uniqueIndexes.contains($0)
    }
    return others + (found.isAutoincremented ? ["AUTOINCREMENT"] : [])
      + (found.isStrict ? ["STRICT"] : [])
      + defaults.map { "the default \($0.value.defaultSQL ?? "") of column '\($0.key)'" }
      + keys.map { "the UNIQUE constraint of \($0.compactlySorted().joined(separator: ", "))" }
      .compactlySorted()
      + foreignFacts(of: name, beginning: "reference of ")
      + foreignFacts(of: name, beginning: "check (")
  }

  /// Facts about a table that the schema does not state.
  private func foreignFacts(of table: String, beginning word: String) -> [String] {
    found.facts(of: table, beginning: word).subtracting(
      expected.facts(of: table, beginning: word)
    ).compactlySorted()
  }

  /// Creates indexes again, and returns a description of what the step has broken.
  func restore() throws(SyncError) -> String? {
    for index in indexes {
      do throws(SyncError) {
        try connection.execute(index.sql)
      } catch {
        return "index '\(index.name)' of another program cannot be recreated: "
          + "\(error.sqliteMessage); \(Self.remedy("index"))"
      }
    }
    let tables = try Self.tablesWithTriggers(connection)
    for table in triggered where tables.contains(table) {
      if let problem = try Self.triggerProblem(of: table, connection) {
        return "a trigger of another program on '\(table)' no longer works: "
          + "\(problem); \(Self.remedy("trigger"))"
      }
    }
    return try firstDeafTrigger()
  }

  private static func remedy(_ type: String) -> String {
    "drop the \(type) before the database is opened, and recreate it afterwards in a form that "
      + "fits the new tables"
  }

  /// A description of a trigger for updates of a column that no longer exists, which SQLite does
  /// not report.
  private func firstDeafTrigger() throws(SyncError) -> String? {
    let query = try connection.statement(
      "SELECT name, tbl_name, sql FROM sqlite_schema WHERE type = 'trigger' "
        + "AND name NOT LIKE 'swiftsync\\_%' ESCAPE '\\' ORDER BY name")
    defer { query.reset() }
    while try query.step() {
      let table = query.text(1) ?? ""
      guard names.contains(table), let shape = try TableStructure(table, of: connection) else {
        continue
      }
      let columns = Set(shape.columns.keys.map { $0.lowercased() })
      let awaited = SQLTokens(query.text(2) ?? "").updatedColumns
      guard let missing = awaited.first(where: { !columns.contains($0) }) else { continue }
      return "trigger '\(query.text(0) ?? "")' of another program fires on updates of column "
        + "'\(missing)', which table '\(table)' no longer has; \(Self.remedy("trigger"))"
    }
    return nil
  }

  private static func tablesWithTriggers(_ connection: Connection) throws(SyncError) -> [String] {
    let query = try connection.statement(
      "SELECT DISTINCT tbl_name FROM sqlite_schema WHERE type = 'trigger' "
        + "AND name NOT LIKE 'swiftsync\\_%' ESCAPE '\\' ORDER BY tbl_name")
    defer { query.reset() }
    var tables: [String] = []
    while try query.step() { tables.append(query.text(0) ?? "") }
    return tables
  }

  /// SQLite's message for writes to a table or view, for which it must compile the triggers.
  private static func triggerProblem(
    of table: String, _ connection: Connection
  ) throws(SyncError) -> String? {
    let columns = try connection.columnNames(of: table).map(quoted)
    let sets = columns.map { "\($0) = \($0)" }.joined(separator: ", ")
    let statements = [
      "DELETE FROM \(quoted(table))", "UPDATE \(quoted(table)) SET \(sets)",
      "INSERT INTO \(quoted(table)) DEFAULT VALUES",
    ]
    for sql in statements {
      do throws(SyncError) {
        _ = try Statement(sql, on: connection)
      } catch {
        return error.sqliteMessage
      }
    }
    return nil
  }
}

extension SQLTokens {
  /// The columns after `UPDATE OF` in the head of a `CREATE TRIGGER` statement.
  fileprivate var updatedColumns: [String] {
    let head = tokens.prefix { $0 != "on" }
    guard let start = head.indices.first(where: { head[$0] == "of" && head[$0 - 1] == "update" })
    else { return [] }
    return head[(start + 1)...].filter { $0 != "," }
  }
}
