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
    let generated = Set(joins.filter(\.isConventional).map(\.table.name))
    let kept = catalog.tables.filter { table in
      generated.contains(table.name) || identity(of: table, joins) != nil
    }
    nameEntities(kept.filter { !generated.contains($0.name) })
    for table in catalog.tables {
      for message in references.remarks[table.name] ?? [] { remark(message, table) }
      if names[table.name] != nil {
        add(table, identity: identity(of: table, joins) ?? [])
      } else if !generated.contains(table.name) {
        remark(
          "left out: it has no primary key and no unique index of columns with NOT NULL", table)
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
    for index in table.indexes where index.isUnique && index.condition == nil {
      let columns = index.columns.compactMap { $0.flatMap(table.column) }
      if columns.count == index.columns.count, columns.allSatisfy(\.isRequired) {
        return columns.map(\.name)
      }
    }
    return nil
  }

  private mutating func remark(_ message: String, _ table: SQLiteCatalog.Table) {
    result.remarks.append(ImportRemark(at: "\(path): table \(table.name)", message))
  }

  private mutating func add(_ table: SQLiteCatalog.Table, identity: [String]) {
    let found = (references.references[table.name] ?? []).filter { names[$0.target.name] != nil }
    var maker = SQLiteEntityMaker(
      table, samples, found, identity: identity, hasPositions: catalog.hasRuntimeTables)
    let made = maker.make(name: names[table.name] ?? table.name, targets: names, file)
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
        "to let a store work in \(path) beside the code that made it, state 'adopt: true' and run "
          + "'baseline --version 1 --database FILE' on a copy")
    }
    for other in catalog.others {
      let place = other.table.map { "\(path): table \($0)" } ?? path
      result.remarks.append(ImportRemark(at: place, "\(other.kind) \(other.name) is not read"))
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

  /// Whether the schema language creates the same table for a many-to-many relationship.
  var isConventional: Bool { owner != nil && table.key.count == 2 }
}
