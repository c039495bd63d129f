import SwiftSyncCoding
import SwiftSyncValues

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

  /// Looks for the object that a statement adds.
  ///
  /// - Parameter expected: The tables of the next version.
  func find(
    _ object: AddedObject, for expected: () throws(SyncError) -> TableShapes
  ) throws(SyncError) -> Finding {
    guard let found = try name(of: object) else { return .nothing }
    let check = try AdoptionCheck(expected(), on: connection)
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
  private func name(of object: AddedObject) throws(SyncError) -> String? {
    if object.kind == .column {
      return try connection.columns(of: object.table).map(\.name)
        .first { $0.lowercased() == object.name.lowercased() }
    }
    // Both tables of a full-text index are created together.
    let second = object.kind == .search ? object.name + "_rows" : object.name
    return try connection.query(
      "SELECT name FROM sqlite_schema WHERE lower(name) IN (lower(?1), lower(?2)) "
        + "AND (type = 'index') = ?3 AND type <> 'trigger' ORDER BY length(name)",
      [.text(object.name), .text(second), .integer(object.kind == .index ? 1 : 0)]
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

extension AddedObject {
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
  /// The reason why an existing object cannot be used; `nil` if there is none.
  fileprivate func problem(of object: AddedObject) -> String? {
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
