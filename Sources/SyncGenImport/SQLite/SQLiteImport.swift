import SwiftSyncValues
package import SyncGenDiagnostics
import SyncGenSchema

/// Reads the tables of an SQLite file.
package enum SQLiteImport {
  /// Whether a file is a database, by its first bytes.
  package static func recognizes(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.starts(with: SQLiteFile.header)
  }

  /// - Parameter rows: The number of rows of each table that are examined for the types of columns.
  package static func read(path: String, rows: Int) throws(FileReadError) -> ImportedSchema {
    let file = try SQLiteFile(path: path)
    let catalog = try SQLiteCatalog(file)
    let samples = try SQLiteSamples(catalog, rows: rows, in: file)
    let references = try SQLiteReferences(catalog, samples, in: file)
    var maker = SQLiteSchemaMaker(catalog, samples, references, file, path: path)
    return maker.schema()
  }
}

/// Creates a schema from the tables of a database.
struct SQLiteSchemaMaker {
  private let catalog: SQLiteCatalog
  private let samples: SQLiteSamples
  private let references: SQLiteReferences
  private let file: SQLiteFile
  private let path: String
  private var result = ImportedSchema()
  /// The names of entities by table.
  private var names: [String: String] = [:]

  init(
    _ catalog: SQLiteCatalog, _ samples: SQLiteSamples, _ references: SQLiteReferences,
    _ file: SQLiteFile, path: String
  ) {
    self.catalog = catalog
    self.samples = samples
    self.references = references
    self.file = file
    self.path = path
  }

  mutating func schema() -> ImportedSchema {
    let joins = catalog.tables.compactMap { SQLiteJoin($0, references.references[$0.name] ?? []) }
    let problems = Dictionary(
      uniqueKeysWithValues: catalog.tables.map { ($0.name, problem(of: $0, joins)) })
    let isKept = { (table: SQLiteCatalog.Table) in (problems[table.name] ?? nil) == nil }
    let generated = Set(
      joins.filter { join in
        join.isConventional && join.sides.map(\.target).allSatisfy(isKept)
          // With several joins of the same two tables, the default name may be that of another
          // join.
          && joins.count { $0.targets == join.targets } == 1
      }.map(\.table.name))
    nameEntities(catalog.tables.filter { isKept($0) && !generated.contains($0.name) })
    for table in catalog.tables {
      for message in references.remarks[table.name] ?? [] { remark(message, table) }
      if let problem = problems[table.name] ?? nil {
        remark("left out: \(problem)", table)
      } else if names[table.name] != nil {
        add(table, identity: identity(of: table, joins) ?? [])
      }
    }
    SQLiteInverses(references, names, hasPositions: catalog.hasRuntimeTables)
      .add(to: &result, joins: joins, tables: catalog.tables)
    addOthers()
    return result
  }

  /// Names the entities. If two tables have the same singular, the second one keeps its name.
  private mutating func nameEntities(_ tables: [SQLiteCatalog.Table]) {
    var used: Set<String> = []
    for table in tables {
      var name = table.name.singularName
      if name.isEmpty { name = "table" }
      if !used.insert(name).inserted {
        name = table.name.snakeName
        while !used.insert(name).inserted { name += "_row" }
      }
      names[table.name] = name
    }
  }

  /// The columns that identify a row.
  private func identity(of table: SQLiteCatalog.Table, _ joins: [SQLiteJoin]) -> [String]? {
    if !table.key.isEmpty { return table.key }
    if let join = joins.first(where: { $0.table.name == table.name }) {
      return join.sides.map(\.column)
    }
    let unique = table.indexes.filter { $0.isUnique && $0.condition == nil }.map { index in
      let columns = index.columns.compactMap { $0.flatMap(table.column) }
      return columns.count == index.columns.count ? columns.map(\.name) : []
    }
    return StatedIdentity(usual: ["id", "uuid"], unique: unique).choice { name in
      table.column(name)?.isRequired == true && unique.joined().contains(name)
    }?.names
  }

  /// The reason why a table cannot be an entity.
  private func problem(of table: SQLiteCatalog.Table, _ joins: [SQLiteJoin]) -> String? {
    if catalog.isOfTool(table) {
      return "it belongs to the tool that migrates or creates the database"
    }
    guard let identity = identity(of: table, joins) else {
      return "it has no primary key and no unique index of columns with NOT NULL"
    }
    for name in identity {
      guard let column = table.column(name) else { continue }
      let profile = samples.profile(table.name, column.name)
      let typer = SQLiteColumnTyper(
        column: column, profile: profile, allowed: nil, isCheckedFlag: false,
        isCheckedJSON: false, isPartOfKey: true, isOfCoreData: catalog.hasCoreDataTables)
      switch typer.result().type {
      case .scalar(.data) where profile.areAll(.uuidBlob):
        return "its key '\(name)' has UUIDs as blobs, and a store identifies rows by text and "
          + "integers only; the program that writes the file has to store them as text in lower case "
          + "(GRDB: 'databaseUUIDEncodingStrategy')"
      case .scalar(.data):
        return "its key '\(name)' has blobs, and a store identifies rows by text and integers only"
      case .scalar(.double), .scalar(.bool), .scalar(.json), .list:
        return
          "its key '\(name)' has neither text nor integers, which identify the rows of a store"
      default: continue
      }
    }
    return nil
  }

  private mutating func remark(_ message: String, _ table: SQLiteCatalog.Table) {
    result.remarks.append(ImportRemark(at: "\(path): table \(table.name)", message))
  }

  private mutating func add(_ table: SQLiteCatalog.Table, identity: [String]) {
    let found = (references.references[table.name] ?? []).filter { names[$0.target.name] != nil }
    var maker = SQLiteEntityMaker(table, samples, found, identity: identity, catalog)
    let made = maker.make(name: names[table.name] ?? table.name, targets: names, file)
    let columns = identity.compactMap(table.column)
    if table.key.isEmpty,
      !columns.allSatisfy(\.isRequired)
        || !table.indexes.contains(where: { $0.isUnique && $0.columns == columns.map(\.name) })
    {
      remark("it has no primary key, so a store cannot adopt the table", table)
    }
    result.entities.append(made.entity(at: "\(path): table \(table.name)"))
    result.enums += made.enums(at: "\(path): table \(table.name)")
    for message in made.remarks { remark(message, table) }
  }

  private mutating func addOthers() {
    if catalog.hasCoreDataTables {
      result.remarks.append(
        ImportRemark(
          at: path,
          "this is a Core Data store; import its model instead, which has the names and the types"))
    } else if !catalog.hasRuntimeTables, !result.entities.isEmpty {
      result.suggestions.append(
        "to use \(path) both with a store and with the code that created it, set 'adopt: true' and run "
          + "'baseline --version 1 --database FILE --add-indexes' on a copy")
    }
    if result.entities.isEmpty, catalog.others.contains(where: { $0.kind != "trigger" }) {
      result.suggestions.append(
        "views and virtual tables can be read in place: write a schema with 'adopt: read-only' that "
          + "declares their columns")
    }
    for other in catalog.others {
      let place = other.table.map { "\(path): table \($0)" } ?? path
      result.remarks.append(ImportRemark(at: place, "\(other.kind) \(other.name) is not imported"))
    }
  }
}

/// A table that consists only of pairs of references.
struct SQLiteJoin {
  let table: SQLiteCatalog.Table
  let sides: [SQLiteReferences.Reference]

  /// Returns nil if a table is anything else.
  init?(_ table: SQLiteCatalog.Table, _ references: [SQLiteReferences.Reference]) {
    guard references.count == 2, table.columns.count == 2,
      table.key.isEmpty || table.key.count == 2
    else { return nil }
    self.table = table
    sides = references
  }

  /// The names of the tables that it joins.
  var targets: Set<String> { Set(sides.map(\.target.name)) }

  /// The side after whose entity the table is named, and the name of its list: for `task_labels`,
  /// `labels`.
  var owner: (side: Int, list: String)? {
    for side in 0...1 {
      let start = sides[side].target.name.singularName + "_"
      let other = sides[1 - side]
      guard table.name.hasPrefix(start), sides[side].column == start + "id" else { continue }
      let list = String(table.name.dropFirst(start.utf8.count))
      if other.column == Inflection.singular(list) + "_id" { return (side, list) }
    }
    return nil
  }

  /// Whether a many-to-many relationship without `through:` creates the same table, which has no
  /// foreign keys and no checks.
  var isConventional: Bool {
    owner != nil && table.key.count == 2 && table.foreignKeys.isEmpty && table.sql.checks.isEmpty
  }
}
