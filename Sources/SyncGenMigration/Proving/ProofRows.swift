package import SyncGenSchema

/// Statements that fill a new database of a version with rows that are as unusual as its rules
/// permit.
///
/// They are deterministic. Each version has one table with many rows. Most identities are unique to
/// one version, so that a database that comes from an older one can also get them.
package struct ProofRows {
  /// Enough rows for each value of the type with the most values, in addition to nulls.
  private static let usual = 36
  private static let many = 1_000
  /// The number of rows to which references refer although they are not stored.
  private static let orphans = 3
  /// A child that is not stored and that links wait for.
  private static let awaitedRow = 1_800

  private let schema: Schema
  /// The tables that get rows; `nil` for all of them.
  private let tables: Set<SQLIdentifier>?

  /// The columns, as `orders.price`, from which amounts of money are computed.
  private let amounts: Set<String>
  private let limits: SampleLimits

  /// - Parameters:
  ///   - tables: The tables that get rows. The others remain empty.
  ///   - amounts: The columns, as `orders.price`, from which amounts of money are computed.
  ///   - limits: The columns from which SQL of the schema computes others.
  package init(
    _ schema: Schema, only tables: Set<SQLIdentifier>? = nil, amounts: Set<String> = [],
    limits: SampleLimits = .none
  ) {
    self.schema = schema
    self.tables = tables
    self.amounts = amounts
    self.limits = limits
  }

  /// Rows of tables, and links that wait for some. They must not be recorded as local writes.
  package var statements: String {
    var lines: [String] = []
    for id in schema.entityIDs { lines += rows(of: id) }
    for (index, table) in schema.joinTables.enumerated() where table.through == nil {
      lines += rows(of: table, number: schema.entities.count + index)
    }
    return (lines + links + taggedLinks).joined(separator: "\n")
  }

  /// Entries of the queue of local writes for stored rows, which must exist.
  package var entries: String {
    schema.entityIDs.flatMap { QueueSample(schema, $0, limits).statements }.joined(separator: "\n")
  }

  /// The number of rows for a table, some of which its unique indexes may refuse.
  private func count(_ number: Int, of table: SQLIdentifier) -> Int {
    if let tables { return tables.contains(table) ? Self.usual : 0 }
    let count = schema.entities.count + schema.joinTables.count
    return schema.version % max(1, count) == number ? Self.many : Self.usual
  }

  // MARK: Entities

  private func rows(of id: EntityID) -> [String] {
    let entity = schema[id]
    let unique = Set(
      entity.identity.columns + entity.indexes.filter(\.isUnique).flatMap(\.columns))
    let nulls = NullPattern(entity)
    let nested = entity.attributes.map { samples(of: $0, entity).nested($0) }
    // Columns count their own values, so that nulls do not skip any of them.
    var turns = entity.columns.indices.map { $0 * 5 }
    let rows = (0..<count(id.index, of: entity.table)).map { row in
      entity.columns.indices.map { column in
        if nulls.isNull(column, row: row) { return "NULL" }
        defer { turns[column] += 1 }
        return value(
          of: column, entity, row, turn: turns[column], isUnique: unique.contains(column), nested)
      }
    }
    return insert(rows, entity.columns.map(\.name), entity.table)
  }

  private func insert(
    _ rows: [[String]], _ columns: [SQLIdentifier], _ table: SQLIdentifier
  ) -> [String] {
    guard !rows.isEmpty else { return [] }
    let names = columns.map(\.quoted).joined(separator: ", ")
    let values = rows.map { "(" + $0.joined(separator: ", ") + ")" }.joined(separator: ",\n")
    return ["INSERT OR IGNORE INTO \(table.quoted) (\(names)) VALUES\n\(values);"]
  }

  private func value(
    of position: Int, _ entity: Entity, _ row: Int, turn: Int, isUnique: Bool,
    _ nested: [[String]?]
  ) -> String {
    if !isUnique, let amount = amount(position, entity, turn) { return amount }
    switch entity.columns[position].source {
    case .attribute(let index):
      let attribute = entity.attributes[index]
      if !isUnique, let text = tagged(index, entity, turn) { return text }
      if let text = part(position, entity, row) { return text }
      let samples = samples(of: attribute, entity)
      if isUnique { return samples.distinct(attribute, Self.number(of: row, schema)) }
      return nested[index].map { SampleValue.pick($0, turn) } ?? samples.any(attribute, turn)
    case .moneyMinor:
      let name = "\(entity.table.name).\(entity.columns[position].name.name)"
      return SampleValue.pick(
        SampleValue(schema, in: limits.range(of: name)).integers, turn)
    case .moneyCurrency: return ["'EUR'", "'JPY'", "'XTS'"][turn % 3]
    case .position: return "\(row)"
    case .reference(let relation):
      let target = entity.relations[relation].target
      let known = max(1, count(target.index, of: schema[target].table))
      return identity(of: target, turn % (known + Self.orphans))
    }
  }

  /// The values of an attribute.
  private func samples(of attribute: Attribute, _ entity: Entity) -> SampleValue {
    Self.samples(of: attribute, entity, schema, limits)
  }

  private static func samples(
    of attribute: Attribute, _ entity: Entity, _ schema: Schema, _ limits: SampleLimits
  ) -> SampleValue {
    let range = attribute.columns.map {
      limits.range(of: "\(entity.table.name).\(entity.columns[$0].name.name)")
    }.max()
    return SampleValue(schema, in: range ?? .whole)
  }

  /// A value of a column from which an amount of money is computed; `nil` for any other column.
  private func amount(_ position: Int, _ entity: Entity, _ turn: Int) -> String? {
    let column = entity.columns[position]
    guard amounts.contains("\(entity.table.name).\(column.name.name)") else { return nil }
    return switch column.source {
    case .attribute(let index): SampleValue.amount(entity.attributes[index].type, turn)
    case .moneyMinor: SampleValue.amount(.money, turn)
    case .moneyCurrency, .position, .reference: nil
    }
  }

  /// A tag or an identity of a relationship to one of several entities; `nil` for every other
  /// attribute. Besides the tags of the targets, there are unknown tags.
  private func tagged(_ attribute: Int, _ entity: Entity, _ turn: Int) -> String? {
    for reference in entity.taggedReferences {
      let targets = reference.targets
      if reference.tagAttribute == attribute {
        let place = turn % (targets.count + 1)
        return place < targets.count
          ? SQLText.string(targets[place].tag)
          : samples(of: entity.attributes[attribute], entity)
            .any(entity.attributes[attribute], turn)
      }
      if reference.idAttribute == attribute, let target = targets.first?.entity {
        let known = max(1, count(target.index, of: schema[target].table))
        // Rows of unknown types have ids of other forms.
        if turn % 11 == 7 { return "'p-\(turn)'" }
        // In an integer column, SQLite would convert such a string to a number.
        if turn % 11 == 9, entity.attributes[attribute].type == .scalar(.int) { return "x'312d32'" }
        return identity(of: target, turn % (known + Self.orphans))
      }
    }
    return nil
  }

  /// A part of a reference to a row with a composite identity; `nil` for any other column. All
  /// parts are those of one row, which need not be stored.
  private func part(_ column: Int, _ entity: Entity, _ row: Int) -> String? {
    for relation in entity.relations {
      guard case .toOne(let reference) = relation.kind,
        let place = reference.parts.firstIndex(of: column)
      else { continue }
      let known = max(1, count(relation.target.index, of: schema[relation.target].table))
      let parts = parts(of: relation.target, row % (known + Self.orphans))
      return place < parts.count ? parts[place] : nil
    }
    return nil
  }

  /// All parts of an identity by the position of its row.
  private func parts(of id: EntityID, _ row: Int) -> [String] {
    schema[id].identity.parts.map { Self.value(of: $0, id, row, schema, limits) }
  }

  /// The identity in the form of waiting links.
  private func key(of id: EntityID, _ row: Int) -> String {
    let parts = parts(of: id, row)
    return parts.count == 1 ? parts[0] : "json_array(\(parts.joined(separator: ", ")))"
  }

  /// The number of a row among those of all versions. The unusual values are for the first rows of
  /// each.
  static func number(of row: Int, _ schema: Schema) -> Int {
    row < SampleValue.oddCount ? row : row + schema.version * 2 * many
  }

  /// The identity of a row by its position; the first part of a composite one.
  private func identity(of id: EntityID, _ row: Int) -> String {
    schema[id].identity.parts.first.map { Self.value(of: $0, id, row, schema, limits) }
      ?? "\(row)"
  }

  /// A part of the identity of a row by its position.
  static func value(
    of part: Identity.Part, _ id: EntityID, _ row: Int, _ schema: Schema, _ limits: SampleLimits,
    depth: Int = 0
  ) -> String {
    let entity = schema[id]
    switch part {
    case .attribute(let index):
      let attribute = entity.attributes[index]
      return samples(of: attribute, entity, schema, limits)
        .distinct(attribute, number(of: row, schema))
    case .reference(let relation):
      let target = entity.relations[relation].target
      guard depth < 64, let part = schema[target].identity.parts.first else { return "\(row)" }
      return value(of: part, target, row, schema, limits, depth: depth + 1)
    }
  }

  // MARK: Join tables and links

  private func rows(of table: JoinTable, number: Int) -> [String] {
    let rows = (0..<count(number, of: table.name)).map { row in
      parts(of: table.left.entity, row / 3)
        + parts(of: table.right.entity, row % 5 + row / 7)
        + (table.positionColumn == nil ? [] : ["\(row % 4)"])
    }
    return insert(
      rows,
      (table.left.columns + table.right.columns).map(\.name)
        + (table.positionColumn.map { [$0] } ?? []), table.name)
  }

  private var links: [String] {
    schema.entityIDs.flatMap { id in
      schema[id].relations.filter { relation in
        if case .toOne = relation.kind { true } else { false }
      }.map { relation in
        let name = SQLText.string(schema[id].name.name + "." + relation.name.name)
        return
          "INSERT OR IGNORE INTO swiftsync_links (relation, child_id, parent_id, position) VALUES "
          + "(\(name), \(key(of: id, Self.awaitedRow)), \(key(of: relation.target, 1)), 7);"
      }
    }
  }

  private var taggedLinks: [String] {
    schema.entityIDs.filter { !schema[$0].identity.isComposite }.flatMap { id in
      schema[id].taggedReferences.flatMap { reference in
        reference.targets.map { target in
          let name = SQLText.string(schema.linkName(of: reference, to: target, in: id))
          let child = identity(of: id, Self.awaitedRow)
          return
            "INSERT OR IGNORE INTO swiftsync_links (relation, child_id, parent_id, position) VALUES "
            + "(\(name), \(child), \(identity(of: target.entity, 1)), 7);"
        }
      }
    }
  }

  // MARK: References that SQLite guards

  /// Statements that remove rows with a dangling enforced reference, which can cause more of them.
  package static func repairs(_ schema: Schema) -> [String] {
    schema.entities.flatMap { entity in
      entity.relations.compactMap { relation -> String? in
        guard case .toOne(let reference) = relation.kind, reference.isEnforced else { return nil }
        let target = schema[relation.target]
        return removal(
          from: entity.table, columns: reference.columns.map { entity.columns[$0].name },
          to: target.table, keys: target.identity.columns.map { target.columns[$0].name })
      }
    }
  }

  static func removal(
    from table: SQLIdentifier, columns: [SQLIdentifier], to target: SQLIdentifier,
    keys: [SQLIdentifier]
  ) -> String {
    let names = columns.map { "\(table.quoted).\($0.quoted)" }
    let isStated = names.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
    let isTarget = zip(keys, names).map { "swiftsync_target.\($0.quoted) = \($1)" }
      .joined(separator: " AND ")
    return "DELETE FROM \(table.quoted) WHERE \(isStated) AND NOT EXISTS "
      + "(SELECT 1 FROM \(target.quoted) AS swiftsync_target WHERE \(isTarget));"
  }
}
