/// Views, and triggers on other tables, that the app or another program has created.
///
/// While a table is rebuilt, views and triggers that read it are invalid, and SQLite then refuses
/// to rename any table. They are therefore dropped during a step and created again afterwards. A
/// view that cannot be read at all has the same effect on a step that only renames.
struct ForeignObjects {
  private struct Object {
    let type: String
    let name: String
    let sql: String
    /// Whether SQLite can read the view; not determined for triggers.
    let isReadable: Bool
  }

  /// The objects in the order of their creation, because triggers may belong to views.
  private var objects: [Object] = []
  private let connection: Connection

  /// - Parameter isRebuild: Whether a table is rebuilt. Otherwise, only unreadable views and their
  ///   triggers matter, because SQLite itself renames what others read.
  init(_ connection: Connection, isRebuild: Bool) throws(SyncError) {
    self.connection = connection
    var found: [(type: String, name: String, sql: String, table: String)] = []
    let query = try connection.statement(
      "SELECT type, name, sql, tbl_name FROM sqlite_schema WHERE type IN ('view', 'trigger') "
        + "AND name NOT LIKE 'swiftsync\\_%' ESCAPE '\\' ORDER BY type = 'trigger', rowid")
    while try query.step() {
      found.append(
        (query.text(0) ?? "", query.text(1) ?? "", query.text(2) ?? "", query.text(3) ?? ""))
    }
    query.reset()
    let views = found.filter { $0.type == "view" }.map(\.name)
    let unreadable = Set(views.filter { problem(of: $0) != nil })
    objects = found.filter { isRebuild || unreadable.contains($0.table) }.map { object in
      Object(
        type: object.type, name: object.name, sql: object.sql,
        isReadable: !unreadable.contains(object.name))
    }
  }

  /// Drops the objects. A transaction must be open.
  func takeAway() throws(SyncError) {
    for object in objects.reversed() {
      try connection.execute("DROP \(object.type.uppercased()) \(quoted(object.name))")
    }
  }

  /// Creates the objects again, and returns a description of those that SQLite refuses.
  func putBack() -> String? {
    for object in objects {
      do throws(SyncError) {
        try connection.execute(object.sql)
      } catch {
        return
          "the \(object.type) '\(object.name)' cannot be created again: \(error.sqliteMessage); "
          + "drop the \(object.type) before the database is opened and create it again afterwards"
      }
    }
    return nil
  }

  /// A description of a view that was readable before the step and no longer is.
  func brokenView() -> String? {
    for object in objects where object.type == "view" && object.isReadable {
      guard let problem = problem(of: object.name) else { continue }
      return
        "the view '\(object.name)' reads something that no longer exists: \(problem); drop the view before the "
        + "database is opened and create it again afterwards"
    }
    return nil
  }

  /// SQLite's message for a query on a view; `nil` if it can be read.
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
