/// Views, and triggers on other tables, that the app or another program has made.
///
/// While a table is rebuilt, what reads it reads nothing, and then SQLite refuses to rename any table. So they
/// are taken away for the time of a step, and put back as they were.
struct ForeignObjects {
  private struct Object {
    let type: String
    let name: String
    let sql: String
    /// Whether SQLite can read the view; of triggers it is not asked.
    let isReadable: Bool
  }

  /// In the order in which they were made: triggers may belong to views.
  private var objects: [Object] = []
  private let connection: Connection

  init(_ connection: Connection) throws(SyncError) {
    self.connection = connection
    var found: [(type: String, name: String, sql: String)] = []
    let query = try connection.statement(
      "SELECT type, name, sql FROM sqlite_schema WHERE type IN ('view', 'trigger') "
        + "AND name NOT LIKE 'swiftsync\\_%' ESCAPE '\\' ORDER BY type = 'trigger', rowid")
    while try query.step() {
      found.append((query.text(0) ?? "", query.text(1) ?? "", query.text(2) ?? ""))
    }
    query.reset()
    objects = found.map { object in
      let problem = object.type == "view" ? problem(of: object.name) : nil
      return Object(
        type: object.type, name: object.name, sql: object.sql, isReadable: problem == nil)
    }
  }

  /// A transaction must be open.
  func takeAway() throws(SyncError) {
    for object in objects.reversed() {
      try connection.execute("DROP \(object.type.uppercased()) \(quoted(object.name))")
    }
  }

  func putBack() throws(SyncError) {
    for object in objects { try connection.execute(object.sql) }
  }

  /// A view that could be read before the step and cannot be read any more, in words.
  func brokenView() -> String? {
    for object in objects where object.type == "view" && object.isReadable {
      guard let problem = problem(of: object.name) else { continue }
      return
        "the view '\(object.name)' reads something that no longer exists: \(problem); drop the view before the "
        + "database is opened and create it again afterwards"
    }
    return nil
  }

  /// What SQLite says of a query on a view; `nil` if it can be read.
  private func problem(of view: String) -> String? {
    do throws(SyncError) {
      _ = try Statement("SELECT * FROM \(quoted(view))", on: connection)
      return nil
    } catch {
      if case .database(let failure) = error { return failure.message }
      return error.description
    }
  }
}
