import SwiftSyncValues
import SyncGenDiagnostics
import SyncGenSchema

/// Determines which columns refer to rows of other tables, and which tables consist only of pairs
/// of such columns.
struct SQLiteReferences {
  struct Reference {
    let column: String
    let target: SQLiteCatalog.Table
    /// Nil for a guessed reference.
    let key: SQLiteCatalog.ForeignKey?
    /// Whether the column refers to missing rows.
    var isBroken = false
    var note: ImportNote?

    /// The name, e.g. `assignee` for `assignee_id` and `fk_assignee_id`, `Artist` for `ArtistId`.
    var name: String {
      let isPrefixed = column.hasPrefix("fk_") && column.utf8.count > 6
      let name = isPrefixed ? String(column.dropFirst(3)) : column
      for ending in ["_id", "_ID", "_Id", "Id", "ID", "_fk"] where name.hasSuffix(ending) {
        let rest = String(name.dropLast(ending.utf8.count))
        if !rest.isEmpty { return rest }
      }
      return name
    }
  }

  /// The references by table, in the order of the columns.
  private(set) var references: [String: [Reference]] = [:]
  private(set) var remarks: [String: [String]] = [:]

  private let catalog: SQLiteCatalog
  private let file: SQLiteFile

  init(
    _ catalog: SQLiteCatalog, _ samples: SQLiteSamples, in file: SQLiteFile
  ) throws(FileReadError) {
    (self.catalog, self.file) = (catalog, file)
    let guesses = SQLiteGuesses(catalog, samples, file)
    for table in catalog.tables {
      var found: [String: Reference] = [:]
      for key in table.foreignKeys {
        if let reference = try declared(key, of: table), found[reference.column] == nil {
          found[reference.column] = reference
        }
      }
      for column in table.columns where found[column.name] == nil && !column.isGenerated {
        if let reference = try guesses.reference(of: column, in: table) {
          found[column.name] = reference
        }
      }
      references[table.name] = table.columns.compactMap { found[$0.name] }
    }
  }

  private func table(_ name: String) -> SQLiteCatalog.Table? {
    catalog.tables.first { $0.name.folded == name.folded }
  }

  private mutating func declared(
    _ key: SQLiteCatalog.ForeignKey, of table: SQLiteCatalog.Table
  ) throws(FileReadError) -> Reference? {
    guard let column = key.columns.first.flatMap(table.column), key.columns.count == 1 else {
      let columns = key.columns.joined(separator: ", ")
      note(
        "the foreign key (\(columns)) has several columns, which are attributes; a store cannot adopt "
          + "the table", table)
      return nil
    }
    guard let target = self.table(key.table) else {
      note(
        "column \(column.name) refers to '\(key.table)', which is not a table of the file", table)
      return nil
    }
    guard target.key.count == 1,
      key.targets.isEmpty || key.targets.map(\.folded) == target.key.map(\.folded)
    else {
      note(
        "column \(column.name) does not refer to the primary key of '\(target.name)' and is an "
          + "attribute; a store cannot adopt the table", table)
      return nil
    }
    guard table.key.map(\.folded) != [column.name.folded] else {
      note(
        "column \(column.name) is the primary key, so its reference to '\(target.name)' is left out; a "
          + "store cannot adopt the table", table)
      return nil
    }
    if !["NO ACTION", "RESTRICT"].contains(key.onUpdate) {
      note("column \(column.name): ON UPDATE \(key.onUpdate)", table)
    }
    var reference = Reference(column: column.name, target: target, key: key)
    reference.isBroken = try file.lacksRows(of: target, for: column.name, of: table)
    if reference.isBroken {
      reference.note = "soft, because rows of '\(target.name)' are missing"
      note(
        "column \(column.name) refers to missing rows of '\(target.name)', so it has no foreign key; a "
          + "store cannot adopt the table before these references are removed", table)
    }
    return reference
  }

  private mutating func note(_ message: String, _ table: SQLiteCatalog.Table) {
    remarks[table.name, default: []].append(message)
  }
}

extension String {
  /// An SQL name in snake_case, regardless of its style.
  var snakeName: String {
    let letters = utf8.map { byte in
      (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
        ? byte : UInt8(ascii: "_")
    }
    let style = NameStyle()
    return String(decoding: letters, as: UTF8.self).split(separator: "_")
      .map { style.snakeCase(String($0)).folded }.joined(separator: "_")
  }

  /// The name of a single row of a table.
  var singularName: String { Inflection.singular(snakeName) }
  var pluralName: String { Inflection.plural(snakeName) }
}
