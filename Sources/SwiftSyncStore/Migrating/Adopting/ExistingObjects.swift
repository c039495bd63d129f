import SwiftSyncCoding

/// Tables, columns and indexes that steps add to an adopted database, and that another program has
/// already created.
///
/// A step uses such an object if the database could also be adopted with it, and stops otherwise.
final class ExistingObjects {
  private let connection: Connection
  /// The columns that are used, by their tables; an empty set is the whole table.
  private var columns: [String: Set<String>] = [:]

  init(on connection: Connection) {
    self.connection = connection
  }

  /// What a statement finds.
  enum Finding {
    case nothing
    /// The object exists, so the statement must not be run.
    case usable
    /// The object is not what the next version needs, in the words of an error.
    case unusable(String)
  }

  /// Looks for the object that a statement creates.
  ///
  /// - Parameter expected: The tables of the next version.
  func find(
    _ statement: String, for expected: () throws(SyncError) -> TableShapes
  ) throws(SyncError) -> Finding {
    guard let created = CreatedObject(statement), let found = try name(of: created) else {
      return .nothing
    }
    let check = try AdoptionCheck(expected(), on: connection)
    let object = check.expectedName(of: created)
    if found != object.name {
      return .unusable("\(object.words), but the database already has '\(found)'")
    }
    if let problem = check.problem(of: object) {
      return .unusable("\(object.words), \(problem)")
    }
    switch object.kind {
    case .table: columns[object.table] = []
    case .column where columns[object.table] != []:
      columns[object.table, default: []].insert(object.name)
    case .column, .index, .search: break
    }
    return .usable
  }

  /// The name of the object in the database, which may differ in case; `nil` if it does not exist.
  private func name(of created: CreatedObject) throws(SyncError) -> String? {
    if created.kind == .column {
      return try connection.query(
        "SELECT name FROM pragma_table_xinfo(?1) WHERE lower(name) = ?2",
        [.text(created.table), .text(created.name)]
      ).first?.value("name", as: String.self)
    }
    // Both tables of a full-text index are created together.
    let second = created.kind == .search ? created.name + "_rows" : created.name
    return try connection.query(
      "SELECT name FROM sqlite_schema WHERE lower(name) IN (?1, ?2) AND (type = 'index') = ?3 "
        + "AND type <> 'trigger' ORDER BY length(name)",
      [.text(created.name), .text(second), .integer(created.kind == .index ? 1 : 0)]
    ).first?.value("name", as: String.self)
  }

  /// A description of the first value in such tables and columns that a store could not read; `nil`
  /// if there is none.
  func firstUnreadableValue(in schema: SchemaMetadata) throws(SyncError) -> String? {
    for entity in schema.entities {
      guard let columns = columns[entity.table] else { continue }
      let check = StoredRowCheck(entity, on: connection, only: columns.isEmpty ? nil : columns)
      if let problem = try check.problems().first { return problem }
    }
    return nil
  }
}

/// The object that a statement of a step creates, in lower case as SQLite compares names.
struct CreatedObject {
  enum Kind { case table, column, index, search }

  let kind: Kind
  let table: String
  let name: String

  init(_ kind: Kind, _ name: String, of table: String) {
    self.kind = kind
    self.table = table
    self.name = name
  }

  /// - Returns: `nil` if the statement creates nothing, or only a table that replaces another one.
  init?(_ statement: String) {
    guard statement.hasPrefix("CREATE ") || statement.hasPrefix("ALTER TABLE ") else { return nil }
    let words = SQLTokens(statement).tokens.prefix(6).filter { $0 != "unique" } + ["", "", "", ""]
    switch (words[0], words[1], words[3]) {
    case ("create", "table", _) where !words[2].hasPrefix("swiftsync_"):
      self.init(.table, words[2], of: words[2])
    case ("create", "virtual", _): self.init(.search, words[3], of: words[3])
    case ("create", "index", "on"): self.init(.index, words[2], of: words[4])
    case ("alter", "table", "add"): self.init(.column, words[5], of: words[2])
    default: return nil
    }
  }

  /// The start of an error.
  fileprivate var words: String {
    switch kind {
    case .table, .search: "the step adds table '\(name)'"
    case .column: "the step adds column '\(name)' to table '\(table)'"
    case .index: "the step adds index '\(name)' to table '\(table)'"
    }
  }
}

extension AdoptionCheck {
  /// The object with its names as the schema spells them.
  fileprivate func expectedName(of created: CreatedObject) -> CreatedObject {
    func spelled(_ name: String, _ known: some Sequence<String>) -> String {
      known.first { $0.lowercased() == name } ?? name
    }
    let table = spelled(created.table, expected.shapes.keys)
    switch created.kind {
    case .table, .search: return CreatedObject(created.kind, table, of: table)
    case .column:
      let columns = expected.shapes[table].map { Array($0.columns.keys) } ?? []
      return CreatedObject(.column, spelled(created.name, columns), of: table)
    case .index:
      return CreatedObject(.index, spelled(created.name, expected.indexes.map(\.name)), of: table)
    }
  }

  /// The reason why an existing object cannot be used; `nil` if there is none.
  fileprivate func problem(of object: CreatedObject) -> String? {
    switch object.kind {
    case .table:
      return problems(of: object.table).first.map {
        "which another program has created, and which \($0)"
      }
    case .search:
      return found.searches.contains { $0.name == object.name }
        ? (problems(of: object.table) + problems(of: object.table + "_rows")).first.map {
          "which another program has created, and which \($0)"
        } : "of which another program has created only a part"
    case .column:
      guard let wanted = expected.shapes[object.table]?.columns[object.name],
        let column = found.shapes[object.table]?.columns[object.name]
      else { return "but it cannot be read" }
      return problem(of: column, wanted).map { "which another program has added, \($0)" }
    case .index:
      guard let index = expected.indexes.first(where: { $0.name == object.name }) else {
        return nil
      }
      return found.facts(of: index) == expected.facts(of: index)
        ? nil : "but another program has created a different index with that name"
    }
  }
}
