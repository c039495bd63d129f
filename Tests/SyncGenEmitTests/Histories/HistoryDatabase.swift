import SyncGenEmit
import SyncGenMigration
import SyncGenSchema
import TestHelpers

/// A database of a random history, with the rows that the model says it has.
struct HistoryDatabase {
  let database: Database
  private(set) var state = HistoryState()

  /// An empty database of a version.
  init(_ schema: Schema) throws {
    database = try Database()
    try database.run(SchemaEmitter.ddl(for: schema))
    try database.run("PRAGMA foreign_keys = ON")
  }

  /// A copy with the same rows, pending changes and tags.
  init(copying other: HistoryDatabase, _ schema: Schema) throws {
    try self.init(schema)
    state = other.state
    let tables = try other.database.rows(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    try database.run("PRAGMA foreign_keys = OFF; INSERT INTO swiftsync_applying VALUES (1)")
    for table in tables.compactMap(\.first) {
      guard let table, table != "swiftsync_schema", table != "swiftsync_applying" else { continue }
      let columns = try other.database.rows("SELECT name FROM pragma_table_info('\(table)')")
      let quoted = columns.compactMap { $0[0].map { "quote(\"\($0)\")" } }
      for row in try other.database.rows("SELECT \(quoted.joined(separator: ", ")) FROM \(table)") {
        let values = row.map { $0 ?? "NULL" }.joined(separator: ", ")
        try database.run("INSERT INTO \(table) VALUES (\(values))")
      }
    }
    try database.run("DELETE FROM swiftsync_applying; PRAGMA foreign_keys = ON")
  }

  // MARK: Writing

  /// Inserts rows that the server has sent, or changes some of them as a user does.
  mutating func edit(_ version: HistorySchema, _ schema: Schema, _ random: inout SeededRandom)
    throws
  {
    for entity in version.entities {
      if random.chance(70) { try insert(entity, version, schema, &random) }
      for row in state.rows[entity.key] ?? [] where random.chance(25) {
        try update(row, entity, version, schema, &random)
      }
      for row in state.rows[entity.key] ?? [] where random.chance(15) {
        let key = HistoryState.RowKey(entity: entity.key, id: row.id)
        state.tags[key] = "t\(random.below(1_000))"
        try database.run(
          "INSERT OR REPLACE INTO swiftsync_etags VALUES ('\(entity.name)', "
            + "\(version.literal(id: row.id, of: entity)), '\(state.tags[key] ?? "")')")
      }
    }
  }

  private mutating func insert(
    _ entity: HistorySchema.Entity, _ version: HistorySchema, _ schema: Schema,
    _ random: inout SeededRandom
  ) throws {
    for _ in 0..<random.number(1...3) {
      let id = random.below(50)
      if state.rows[entity.key, default: []].contains(where: { $0.id == id }) { continue }
      var row = HistoryRow(id: id, values: [:], peer: peer(of: entity, &random))
      for attribute in entity.attributes {
        row.values[attribute.key] = value(of: attribute, version, &random)
      }
      let values =
        [version.literal(id: id, of: entity)]
        + entity.attributes.map { version.literal(row.values[$0.key] ?? .null) }
        + [row.peer.map { literal(peer: $0, of: entity, version) } ?? "NULL"]
      let columns = ["id"] + entity.attributes.map(\.name) + ["peer_id"]
      try database.run(
        """
        BEGIN; INSERT INTO swiftsync_applying VALUES (1);
        INSERT INTO \(table(of: entity, schema)) (\(columns.joined(separator: ", ")))
        VALUES (\(values.joined(separator: ", ")));
        DELETE FROM swiftsync_applying; COMMIT
        """)
      state.rows[entity.key, default: []].append(row)
    }
  }

  /// A local write, which the triggers record.
  private mutating func update(
    _ row: HistoryRow, _ entity: HistorySchema.Entity, _ version: HistorySchema, _ schema: Schema,
    _ random: inout SeededRandom
  ) throws {
    let key = HistoryState.RowKey(entity: entity.key, id: row.id)
    var row = row
    let assignment: String
    let member: Int
    if random.chance(25) {
      let peer = peer(of: entity, &random)
      if peer == row.peer { return }
      row.peer = peer
      member = HistoryState.peer
      assignment = "peer_id = \(peer.map { literal(peer: $0, of: entity, version) } ?? "NULL")"
    } else {
      let attribute = random.pick(entity.attributes)
      let value = value(of: attribute, version, &random)
      if value == row.values[attribute.key] { return }
      row.values[attribute.key] = value
      member = attribute.key
      assignment = "\(attribute.name) = \(version.literal(value))"
    }
    try database.run(
      "UPDATE \(table(of: entity, schema)) SET \(assignment) "
        + "WHERE id = \(version.literal(id: row.id, of: entity))")
    state.pending[key, default: []].insert(member)
    let index = state.rows[entity.key]?.firstIndex { $0.id == row.id }
    if let index { state.rows[entity.key]?[index] = row }
  }

  private func peer(of entity: HistorySchema.Entity, _ random: inout SeededRandom) -> Int? {
    if entity.hasForeignKey {
      return random.element(of: state.rows[entity.peer] ?? [])?.id
    }
    return random.chance(60) ? random.below(50) : nil
  }

  private func literal(
    peer: Int, of entity: HistorySchema.Entity, _ version: HistorySchema
  ) -> String {
    version.entity(entity.peer).map { version.literal(id: peer, of: $0) } ?? "NULL"
  }

  private func value(
    of attribute: HistorySchema.Attribute, _ version: HistorySchema, _ random: inout SeededRandom
  ) -> HistoryValue {
    if attribute.isOptional, random.chance(35) { return .null }
    switch attribute.kind {
    case .int: return .int(random.number(-5...500))
    case .string:
      return .text(random.pick(["x", "yes", "o'clock", "ü", ""]) + "\(random.below(99))")
    case .bool: return .bool(random.chance(50))
    case .mood: return .mood(random.below(version.moods.count))
    case .list: return .list((0..<random.below(3)).map { "l\($0)" })
    case .address:
      var values: [Int: HistoryValue] = [:]
      for field in version.fields where field.standard != nil || random.chance(60) {
        values[field.key] = field.isText ? .text("s\(random.below(9))") : .int(random.below(99))
      }
      return .address(values)
    }
  }

  private func table(of entity: HistorySchema.Entity, _ schema: Schema) -> String {
    schema.entities.first { $0.name.name == entity.name }?.table.quoted ?? ""
  }

  // MARK: Migrating and comparing

  /// Runs the script of a step.
  mutating func migrate(_ script: String, _ step: HistoryStep) throws {
    try database.run(script)
    try database.run("PRAGMA foreign_keys = ON")
    state = state.after(step)
  }

  /// What differs from the model, a line each.
  func differences(_ version: HistorySchema, _ schema: Schema) throws -> [String] {
    var lines: [String] = []
    for entity in version.entities {
      let columns = (["id"] + entity.attributes.map(\.name) + ["peer_id"]).joined(separator: ", ")
      let found = try database.rows("SELECT \(columns) FROM \(table(of: entity, schema))").map {
        row in
        row.enumerated().map { index, text in
          let attribute =
            (1...entity.attributes.count).contains(index)
            ? entity.attributes[index - 1] : nil
          let isJSON = attribute?.kind == .address || attribute?.kind == .list
          return isJSON ? text.map(HistoryValue.canonical) : text
        }
      }
      let expected = (state.rows[entity.key] ?? []).map { row in
        [String(row.id)] + entity.attributes.map { version.stored(row.values[$0.key] ?? .null) }
          + [row.peer.map(String.init)]
      }
      lines += Self.differences(found.map(Self.line), expected.map(Self.line), entity.name)
      lines += try Self.differences(
        pending(of: entity), expectedPending(of: entity), "pending changes of \(entity.name)")
      let tags = state.tags.filter { $0.key.entity == entity.key }
        .map { "\($0.key.id) \($0.value)" }
      let foundTags = try database.rows(
        "SELECT id || ' ' || etag FROM swiftsync_etags WHERE entity = '\(entity.name)' "
          + "AND typeof(id) = '\(entity.hasTextIdentity ? "text" : "integer")'")
      lines += Self.differences(foundTags.map(Self.line), tags, "tags of \(entity.name)")
    }
    return lines
  }

  /// The pending rows with their members, without those that may or may not be pending.
  private func pending(of entity: HistorySchema.Entity) throws -> [String] {
    let names = Dictionary(uniqueKeysWithValues: entity.attributes.map { ($0.name, $0.key) })
    return try database.rows(
      "SELECT id, fields FROM swiftsync_changes WHERE entity = '\(entity.name)'"
    ).compactMap { row in
      let members = (row[1] ?? "").split(separator: ",").map { name in
        name == "peer" ? HistoryState.peer : names[String(name)] ?? 0
      }.filter { !state.uncertain.contains($0) }
      return members.isEmpty ? nil : "\(row[0] ?? "") \(members.sorted())"
    }
  }

  private func expectedPending(of entity: HistorySchema.Entity) -> [String] {
    state.pending.compactMap { key, members in
      let sure = members.subtracting(state.uncertain)
      return key.entity != entity.key || sure.isEmpty ? nil : "\(key.id) \(sure.sorted())"
    }
  }

  private static func line(_ row: [String?]) -> String {
    row.map { $0 ?? "null" }.joined(separator: "|")
  }

  private static func differences(
    _ found: [String], _ expected: [String], _ what: String
  ) -> [String] {
    let (found, expected) = (found.sorted(), expected.sorted())
    return found == expected
      ? []
      : found.filter { !expected.contains($0) }.map { "\(what): found \($0)" }
        + expected.filter { !found.contains($0) }.map { "\(what): expected \($0)" }
  }
}
