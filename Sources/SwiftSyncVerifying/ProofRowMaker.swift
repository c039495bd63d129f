@_spi(Generated) import SwiftSyncStore

/// Makes statements with the sample rows of a version's tables.
///
/// Each version of a complete schema has one table with many rows. Most identities are unique to one
/// version, so that a database that comes from an older one can also get them.
struct ProofRowMaker {
  /// Enough rows for each value of the type with the most values, in addition to nulls.
  private static let usual = 36
  private static let many = 1_000
  /// The number of rows to which references refer although they are not stored.
  private static let orphans = 3
  /// A child that is not stored and that links wait for.
  private static let awaitedRow = 1_800

  /// The values of a column.
  private enum Content {
    case values([String])
    case distinct(ValueType, SampleValue)
    /// The identity of a row; only one part of it if it has several.
    case identity(EntityMetadata, part: Int?)
    /// The identity of a relationship to one of several entities.
    case taggedIdentity(EntityMetadata, isInteger: Bool)
    case position
  }

  let schema: SchemaMetadata
  private let tables: Set<String>?
  private let count: Int?
  private let limits: SampleLimits
  private let entities: [String: EntityMetadata]

  init(_ schema: SchemaMetadata, tables: Set<String>?, count: Int?, limits: SampleLimits) {
    self.schema = schema
    self.tables = tables
    self.count = count
    self.limits = limits
    entities = Dictionary(schema.entities.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
  }

  /// Whether members have their names in the schema, not those of their columns.
  var hasNames: Bool { count == nil }

  func entity(_ name: String) -> EntityMetadata? { entities[name] }

  var statements: [String] {
    schema.entities.flatMap(rows) + schema.joinTables.filter { $0.through == nil }.flatMap(rows)
      + (hasNames ? schema.entities.flatMap(links) : [])
  }

  /// The number of rows for a table, some of which its unique indexes may refuse.
  private func count(of table: String) -> Int {
    if let tables { return tables.contains(table) ? Self.usual : 0 }
    if let count { return count }
    let names = schema.entities.map(\.table) + schema.joinTables.map(\.name)
    return table == names[schema.version % names.count] ? Self.many : Self.usual
  }

  // MARK: Entities

  private func rows(of entity: EntityMetadata) -> [String] {
    let contents = entity.columns.indices.map { content(of: $0, entity) }
    let nulls = NullPattern(entity)
    // Columns count their own values, so that nulls do not skip any of them.
    var turns = entity.columns.indices.map { $0 * 5 }
    let rows = (0..<count(of: entity.table)).map { row in
      entity.columns.indices.map { column in
        if nulls.isNull(column, row: row) { return "NULL" }
        defer { turns[column] += 1 }
        return value(contents[column], row, turn: turns[column])
      }
    }
    return insert(rows, into: entity.table, entity.columns.map(\.name))
  }

  private func insert(
    _ rows: [[String]], into table: String, _ columns: [String]
  ) -> [String] {
    if rows.isEmpty { return [] }
    let names = columns.map { quoted($0) }.joined(separator: ", ")
    let values = rows.map { "(\($0.joined(separator: ", ")))" }.joined(separator: ",\n")
    return ["INSERT OR IGNORE INTO \(quoted(table)) (\(names)) VALUES\n\(values)"]
  }

  private func value(_ content: Content, _ row: Int, turn: Int) -> String {
    switch content {
    case .values(let values): return SampleValue.pick(values, turn)
    case .distinct(let type, let values): return values.distinct(type, number(of: row))
    case .position: return "\(row)"
    case .identity(let target, nil):
      return identity(of: target, turn % stated(target)).first ?? "\(row)"
    case .identity(let target, let part?):
      let parts = identity(of: target, row % stated(target))
      return part < parts.count ? parts[part] : "NULL"
    case .taggedIdentity(let target, let isInteger):
      // Rows of unknown types have ids of other forms.
      if turn % 11 == 7 { return "'p-\(turn)'" }
      // In an integer column, SQLite would convert such a string to a number.
      if turn % 11 == 9, isInteger { return "x'312d32'" }
      return identity(of: target, turn % stated(target)).first ?? "\(row)"
    }
  }

  private func content(of column: Int, _ entity: EntityMetadata) -> Content {
    let isUnique = entity.identity.contains(column) || entity.uniques.joined().contains(column)
    if !isUnique, let content = taggedContent(of: column, entity) { return content }
    for (relation, reference) in entity.references {
      if reference.positionColumn == column { return .position }
      guard let target = entities[relation.target] else { continue }
      if let part = reference.parts.firstIndex(of: column) { return .identity(target, part: part) }
      if reference.parts.isEmpty, reference.column == column {
        return .identity(target, part: nil)
      }
    }
    guard let attribute = entity.attributes.first(where: { $0.column == column }) else {
      // The only other columns contain the currencies of amounts.
      return .values(["'EUR'", "'JPY'", "'XTS'"])
    }
    let values = values(of: column, entity)
    return isUnique
      ? .distinct(attribute.type, values) : .values(values.literals(of: attribute.type))
  }

  /// The tags or the identities of a relationship to one of several entities; `nil` for every other
  /// column. Besides the tags of the targets, there are unknown tags.
  private func taggedContent(of column: Int, _ entity: EntityMetadata) -> Content? {
    for reference in entity.taggedReferences {
      guard let type = entity.attributes.first(where: { $0.column == column })?.type else { break }
      if reference.tagColumn == column {
        let tags = reference.targets.map { quotedText($0.tag) }
        return .values(values(of: column, entity).literals(of: type).flatMap { tags + [$0] })
      }
      if reference.idColumn == column,
        let target = reference.targets.first.flatMap({ entities[$0.entity] })
      {
        return .taggedIdentity(target, isInteger: type == .int)
      }
    }
    return nil
  }

  /// The values of a column, away from the limits of its type if SQL computes with it.
  private func values(of column: Int, _ entity: EntityMetadata) -> SampleValue {
    SampleValue(range: limits.range(of: "\(entity.table).\(entity.columns[column].name)"))
  }

  // MARK: Identities

  /// The number of rows to which references refer.
  private func stated(_ target: EntityMetadata) -> Int {
    max(1, count(of: target.table)) + Self.orphans
  }

  /// The number of a row among those of all versions. The unusual values are for the first rows of
  /// each.
  private func number(of row: Int) -> Int {
    if !hasNames { return row + SampleValue.oddCount }
    return row < SampleValue.oddCount ? row : row + schema.version * 2 * Self.many
  }

  /// The parts of an identity by the position of its row, which need not be stored.
  func identity(of entity: EntityMetadata, _ row: Int) -> [String] {
    entity.identity.map { part(in: $0, of: entity, row) }
  }

  private func part(
    in column: Int, of entity: EntityMetadata, _ row: Int, depth: Int = 0
  ) -> String {
    if let attribute = entity.attributes.first(where: { $0.column == column }) {
      return values(of: column, entity).distinct(attribute.type, number(of: row))
    }
    let relation = entity.references.first { $0.reference.column == column }?.relation
    guard depth < 64, let target = relation.flatMap({ entities[$0.target] }),
      let first = target.identity.first
    else { return "\(row)" }
    return part(in: first, of: target, row, depth: depth + 1)
  }

  /// The identity in the form of waiting links and of the queue.
  static func key(_ parts: [String]) -> String {
    parts.count == 1 ? parts[0] : "json_array(\(parts.joined(separator: ", ")))"
  }

  // MARK: Join tables and links

  private func rows(of table: JoinTableMetadata) -> [String] {
    guard let left = entities[table.leftEntity], let right = entities[table.rightEntity] else {
      return []
    }
    let place = table.positionColumn.map { [$0] } ?? []
    let rows = (0..<count(of: table.name)).map { row in
      identity(of: left, row / 3) + identity(of: right, row % 5 + row / 7)
        + place.map { _ in "\(row % 4)" }
    }
    return insert(rows, into: table.name, table.leftColumns + table.rightColumns + place)
  }

  /// Links that wait for a child.
  private func links(of entity: EntityMetadata) -> [String] {
    let plain = entity.references.map { ($0.relation.name, $0.relation.target) }
    let tagged = entity.taggedReferences.flatMap { reference in
      reference.targets.map { ("\(reference.name).\($0.entity)", $0.entity) }
    }
    let names = plain + (entity.identity.count == 1 ? tagged : [])
    return names.compactMap { name, target in
      guard let target = entities[target] else { return nil }
      let (child, parent) = (identity(of: entity, Self.awaitedRow), identity(of: target, 1))
      return
        "INSERT OR IGNORE INTO swiftsync_links (relation, child_id, parent_id, position) VALUES "
        + "(\(quotedText("\(entity.name).\(name)")), \(Self.key(child)), \(Self.key(parent)), 7)"
    }
  }
}
