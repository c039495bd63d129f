import SwiftSyncFoundation

/// An open Core Data file: its entities and the columns of its tables.
///
/// Core Data does not document its tables. An entity and all entities that inherit from it share
/// the table of the root entity, whose rows state their entity in `Z_ENT`. The names of tables and
/// columns are `Z` followed by the uppercase name in the model.
struct CoreDataFile {
  struct Entity {
    let number: Int64
    let name: String
    let parent: Int64
  }

  let path: String
  let connection: Connection
  /// The identifier of the store, which a copy of the file shares.
  let storeID: String
  private let entities: [Int64: Entity]
  /// The columns of each table, with all names in upper case.
  let columns: [String: Set<String>]

  init(_ path: String) throws(SyncError) {
    do throws(SyncError) {
      self.path = path
      connection = try Connection(path: path, mode: Self.mode(of: path))
      columns = try Self.columns(on: connection)
      guard columns["Z_PRIMARYKEY"] != nil, columns["Z_METADATA"] != nil else {
        throw .unusableDatabase(
          path: path, reason: "it is not a Core Data store: it has no table 'Z_PRIMARYKEY'")
      }
      entities = try Self.entities(on: connection)
      guard let id = try connection.query("SELECT Z_UUID FROM Z_METADATA LIMIT 1", []).first else {
        throw .unusableDatabase(path: path, reason: "its table 'Z_METADATA' is empty")
      }
      storeID = id.values[0].text
    } catch {
      throw error.naming(file: path)
    }
  }

  /// A file in write-ahead mode cannot be read in a read-only folder, unless it is known that no
  /// one is writing.
  private static func mode(of path: String) -> Connection.Mode {
    let hasLog = ["-wal", "-journal"].contains { (FileStream.size(of: path + $0) ?? 0) > 0 }
    return hasLog ? .readOnly : .immutable
  }

  private static func columns(on connection: Connection) throws(SyncError) -> [String: Set<String>]
  {
    var columns: [String: Set<String>] = [:]
    let rows = try connection.query(
      "SELECT upper(t.name), upper(c.name) FROM sqlite_schema AS t, pragma_table_info(t.name) AS c "
        + "WHERE t.type = 'table'", [])
    for row in rows { columns[row.values[0].text, default: []].insert(row.values[1].text) }
    return columns
  }

  private static func entities(on connection: Connection) throws(SyncError) -> [Int64: Entity] {
    var entities: [Int64: Entity] = [:]
    for row in try connection.query("SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY", []) {
      guard case .integer(let number) = row.values[0] else { continue }
      var parent: Int64 = 0
      if case .integer(let value) = row.values[2] { parent = value }
      entities[number] = Entity(number: number, name: row.values[1].text, parent: parent)
    }
    return entities
  }

  /// All entities, in the order of their numbers.
  var sorted: [Entity] { entities.values.sorted { $0.number < $1.number } }

  func entity(named name: String) -> Entity? { sorted.first { $0.name == name } }

  /// An entity followed by its ancestors, up to the root.
  func lineage(of entity: Entity) -> [Entity] {
    var lineage = [entity]
    while let last = lineage.last, let parent = entities[last.parent],
      !lineage.contains(where: { $0.number == parent.number })
    {
      lineage.append(parent)
    }
    return lineage
  }

  func root(of entity: Entity) -> Entity { lineage(of: entity).last ?? entity }

  /// The table with the rows of an entity.
  func table(of entity: Entity) -> String { "Z" + root(of: entity).name.uppercased() }

  /// Whether the table of an entity contains rows of several entities.
  func sharesTable(_ entity: Entity) -> Bool {
    let root = root(of: entity).number
    return sorted.filter { self.root(of: $0).number == root }.count > 1
  }

  /// Whether a column is declared for integers. SQLite also stores integers in columns that are
  /// declared for decimals.
  func declaresInteger(_ column: String, in table: String) throws(SyncError) -> Bool {
    try !connection.query(
      "SELECT 1 FROM pragma_table_info(?1) WHERE upper(name) = ?2 AND upper(type) LIKE '%INT%'",
      [.text(table), .text(column)]
    ).isEmpty
  }

  /// The error that the file does not match the schema.
  func failure(_ reason: String) -> SyncError { .unusableDatabase(path: path, reason: reason) }
}
