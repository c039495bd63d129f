@_spi(Generated) import SwiftSyncRuntime
import SwiftSyncValues

/// The schemas of older versions, as far as a plan states them: enough to fill their tables with
/// rows that the statements and functions of its steps can handle.
///
/// Attributes and relationships have the names of their columns, since plans do not contain their
/// names.
struct VersionSchemas {
  let plan: MigrationPlan
  private let replay: VersionReplay
  private var known: [Int: SchemaMetadata] = [:]

  init(_ plan: MigrationPlan) {
    self.plan = plan
    replay = VersionReplay(plan)
  }

  /// The schema of a version; for the newest version, the app's own schema.
  mutating func schema(of version: Int) throws(SyncError) -> SchemaMetadata {
    if let schema = known[version] { return schema }
    let schema: SchemaMetadata
    if let newest = plan.newest, newest.version == version {
      schema = newest
    } else {
      schema = try older(version)
    }
    known[version] = schema
    return schema
  }

  /// The plan up to a version, for a store of that version.
  func plan(to version: Int) -> MigrationPlan {
    MigrationPlan(
      from: plan.oldestVersion, tables: plan.tables, types: plan.types,
      steps: plan.steps.filter { $0.nextVersion <= version })
  }

  private func older(_ version: Int) throws(SyncError) -> SchemaMetadata {
    let types = types(of: version)
    var tables: [VersionTable] = []
    let names = try replay.query(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' "
        + "AND name NOT LIKE 'swiftsync\\_%' ESCAPE '\\' AND \(SearchTables.isNoSearch) ORDER BY rowid",
      of: version)
    for name in names.compactMap({ $0.value("name", as: String.self) }) {
      tables.append(try VersionTable(name, types[name], version, replay))
    }
    return SchemaMetadata(
      name: plan.newest?.name ?? "", version: version,
      fingerprint: plan.steps.first { $0.version == version }?.fingerprint ?? "",
      entities: tables.filter { !$0.isJoinTable }.map { $0.entity(among: tables) },
      joinTables: tables.compactMap { $0.joinTable(among: tables) },
      tables: try replay.tables(of: version))
  }

  private func types(of version: Int) -> [String: TableLine] {
    var found = TableLine.all(in: plan.types)
    for step in plan.steps where step.nextVersion <= version {
      found.merge(TableLine.all(in: step.types)) { $1 }
    }
    return found
  }
}

/// The types of a table's values that SQL does not state, read from a line of
/// `MigrationPlan.types`.
private struct TableLine {
  /// The content of a column.
  enum Content {
    case value(ValueType)
    /// The identity of a row of a table. Its position in a list is in another column.
    case reference(table: String, position: String?)
  }

  /// The entity whose rows the table holds; `nil` for a join table.
  let entity: String?
  /// Whether local writes are recorded.
  let isPushed: Bool
  /// The contents by column; only those whose content differs from their storage class.
  private(set) var columns: [String: Content] = [:]
  /// The column that marks a row as soft-deleted.
  private(set) var tombstone: String?
  /// The column that marks a row as archived.
  private(set) var archiveFlag: String?

  /// The lines by table.
  static func all(in text: String) -> [String: TableLine] {
    text.split(separator: "\n").map(String.init).reduce(into: [:]) { lines, line in
      MetadataReader.read(line) {
        let reader = try MetadataReader(json: line)
        lines[try reader.string("table")] = try TableLine(reader)
      }
    }
  }

  private init(_ line: MetadataReader) throws {
    entity = try line.optionalString("entity")
    isPushed = line.flag("push")
    let shapes = try line.valueShapes()
    for element in try line.elements("columns") {
      let column = try MetadataReader(element, "columns").with(shapes, [:])
      let name = try column.string("name")
      if column.flag("tombstone") { tombstone = name }
      if column.flag("archived") { archiveFlag = name }
      if let table = try column.optionalString("to") {
        columns[name] = .reference(table: table, position: try column.optionalString("position"))
      } else if column.object["type"] != nil {
        columns[name] = .value(try column.type("type"))
      }
    }
  }
}

/// A table of an older version.
private struct VersionTable {
  let name: String
  let types: TableLine?
  let columns: [ColumnDefinition]
  /// The columns of each unique index, by their positions.
  let uniques: [[Int]]
  /// The columns whose references SQLite enforces.
  let foreignKeys: Set<String>

  var isJoinTable: Bool { types != nil && types?.entity == nil }
  var entityName: String { types?.entity ?? name }
  var identity: [Int] { columns.primaryKey }

  init(
    _ name: String, _ types: TableLine?, _ version: Int, _ replay: VersionReplay
  ) throws(SyncError) {
    self.name = name
    self.types = types
    columns = try replay.columns(of: name, version: version).filter { $0.hidden == 0 }
    let literal = quoted(name)
    let indexed = try replay.query(
      "SELECT i.name AS \"index\", x.cid FROM pragma_index_list(\(literal)) i, pragma_index_info(i.name) x "
        + "WHERE i.\"unique\" AND i.origin = 'c' ORDER BY i.name, x.seqno", of: version)
    var uniques: [String: [Int]] = [:]
    for row in indexed {
      uniques[row.value("index", as: String.self) ?? "", default: []].append(
        row.value("cid", as: Int.self) ?? 0)
    }
    self.uniques = uniques.sorted { $0.key < $1.key }.map(\.value)
    let references = try replay.query(
      "SELECT \"from\" AS name FROM pragma_foreign_key_list(\(literal))", of: version)
    foreignKeys = Set(references.compactMap { $0.value("name", as: String.self) })
  }

  func entity(among tables: [VersionTable]) -> EntityMetadata {
    EntityMetadata(
      name: entityName, table: name,
      columns: columns.map { ColumnMetadata($0.name, $0.storage, required: $0.isRequired) },
      attributes: columns.indices.compactMap(attribute),
      relations: columns.indices.compactMap { relation($0, among: tables) },
      identity: identity, uniques: uniques, sync: sync)
  }

  func joinTable(among tables: [VersionTable]) -> JoinTableMetadata? {
    guard isJoinTable else { return nil }
    let ends = columns.compactMap { column -> (column: String, entity: String)? in
      guard case .reference(let table, _)? = types?.columns[column.name] else { return nil }
      return (column.name, tables.first { $0.name == table }?.entityName ?? table)
    }
    guard ends.count == 2 else { return nil }
    let position = columns.first { column in !ends.contains { $0.column == column.name } }
    return JoinTableMetadata(
      name, left: ends[0].column, of: ends[0].entity, right: ends[1].column, of: ends[1].entity,
      position: position?.name)
  }

  // MARK: Members

  /// The columns that belong to another one: currencies, and positions in lists.
  private var dependent: Set<String> {
    var names: Set<String> = []
    for (place, column) in columns.enumerated() {
      switch types?.columns[column.name] {
      case .value(.money)? where place + 1 < columns.count: names.insert(columns[place + 1].name)
      case .reference(_, let position?)?: names.insert(position)
      default: break
      }
    }
    return names
  }

  private func attribute(_ place: Int) -> AttributeMetadata? {
    let column = columns[place]
    if dependent.contains(column.name) { return nil }
    if case .reference? = types?.columns[column.name] { return nil }
    let type = valueType(place)
    return AttributeMetadata(
      column.name,
      FieldMetadata(
        type, optional: !column.isRequired, remote: [column.name],
        currency: type == .money ? column.name + ".currency" : nil), column: place)
  }

  private func valueType(_ place: Int) -> ValueType {
    let column = columns[place]
    switch (types?.columns[column.name], column.storage) {
    case (.value(let type)?, _): return type
    case (_, .text): return .string
    case (_, .integer), (_, .seconds): return .int
    case (_, .real): return .double
    case (_, .blob): return .data
    }
  }

  private func relation(_ place: Int, among tables: [VersionTable]) -> RelationMetadata? {
    let column = columns[place]
    guard case .reference(let table, let position)? = types?.columns[column.name],
      let target = tables.first(where: { $0.name == table })
    else { return nil }
    let reference = RelationMetadata.Reference(
      target.identityType(among: tables, depth: 0), column: place, optional: !column.isRequired,
      foreignKey: foreignKeys.contains(column.name), oneToOne: uniques.contains([place]),
      position: position.flatMap { name in columns.firstIndex { $0.name == name } })
    return RelationMetadata(
      column.name, to: target.entityName, .toOne(reference), ids: [column.name], objects: [],
      onDelete: column.isRequired ? .keep : .nullify)
  }

  private func identityType(among tables: [VersionTable], depth: Int) -> ValueType {
    guard let place = identity.first else { return .string }
    guard case .reference(let table, _)? = types?.columns[columns[place].name],
      depth < tables.count, let target = tables.first(where: { $0.name == table })
    else { return valueType(place) }
    return target.identityType(among: tables, depth: depth + 1)
  }

  private var sync: EntitySyncMetadata {
    let attributes = columns.indices.compactMap(attribute)
    func position(of name: String?) -> Int? {
      name.flatMap { name in attributes.firstIndex { $0.name == name } }
    }
    let flag = position(of: types?.archiveFlag)
    return EntitySyncMetadata(
      tombstone: position(of: types?.tombstone), keepsTombstones: types?.tombstone != nil,
      archiveFlag: flag, push: types?.isPushed ?? false)
  }
}

extension ColumnDefinition {
  /// The storage class with which the column is declared.
  fileprivate var storage: ColumnMetadata.Storage {
    ColumnMetadata.Storage(rawValue: type) ?? .text
  }
}
