import SyncGenSchema
import TestHelpers

/// Fills the tables of a version with all kinds of rows that its rules allow.
struct RowFiller {
  let schema: Schema
  let database: Database

  func fill(_ random: inout RandomSource) throws {
    try database.run(
      "PRAGMA foreign_keys = OFF; BEGIN; INSERT INTO swiftsync_applying VALUES (1)")
    for id in schema.entityIDs {
      for row in 0..<random.below(6) {
        let entity = schema[id]
        let values = entity.columns.map { value(of: $0, entity, row, &random) }
        try insert(values, entity.columns.map(\.name), entity.table)
      }
    }
    for table in schema.joinTables where table.through == nil {
      for row in 0..<random.below(6) {
        var columns = [table.left.column, table.right.column]
        var values = [table.left, table.right].map { end in
          SQLText.literal(identity(of: end.entity, random.below(6)))
        }
        if let position = table.positionColumn {
          columns.append(position)
          values.append("\(row)")
        }
        try insert(values, columns, table.name)
      }
    }
    try fillLinks(&random)
    for entity in schema.entities where entity.hasEntries { try fillQueue(entity, &random) }
    try database.run("DELETE FROM swiftsync_applying; COMMIT")
  }

  /// Local writes to stored rows, and one to a row that is not stored.
  private func fillQueue(_ entity: Entity, _ random: inout RandomSource) throws {
    let key = entity.identity.columns.map { entity.columns[$0].name.quoted }
    let id = key.count == 1 ? key[0] : "json_array(\(key.joined(separator: ", ")))"
    for operation in ["insert", "update", "delete", "touch"] where random.once(in: 2) {
      try queue(operation, id, of: entity, "FROM \(entity.table.quoted)", &random)
    }
    let gone = entity.identity.parts.map { part -> String in
      guard case .attribute(let index) = part else { return "0" }
      switch entity.attributes[index].type {
      case .scalar(.int): return "77"
      case .scalar(.uuid): return "'00000000-0000-4000-8000-000000000077'"
      default: return "'gone'"
      }
    }
    let goneID = gone.count == 1 ? gone[0] : "json_array(\(gone.joined(separator: ", ")))"
    try queue("delete", goneID, of: entity, "", &random)
  }

  private func queue(
    _ operation: String, _ id: String, of entity: Entity, _ source: String,
    _ random: inout RandomSource
  ) throws {
    let members =
      entity.recordedMembers.map { member in
        switch member {
        case .attribute(let index): entity.attributes[index].name.name
        case .reference(let index): entity.relations[index].name.name
        }
      }
      + entity.relations.filter { relation in
        if case .manyToMany(let membership) = relation.kind {
          membership.side == .left
        } else {
          false
        }
      }.map(\.name.name)
    let edited =
      entity.sync.isPushed && ["insert", "update"].contains(operation)
      ? members.filter { _ in random.once(in: 2) } : []
    let fields = "," + edited.map { $0 + "," }.joined()
    let clock = entity.sync.clock.map { position -> String in
      SQLText.literal(value(of: entity.attributes[position], &random))
    }
    try database.run(
      """
      INSERT OR IGNORE INTO swiftsync_changes (entity, id, operation, fields, clock, changed_at)
      SELECT '\(entity.name.name)', \(id), '\(operation)', '\(fields)', \(clock ?? "NULL"),
        '2026-01-02T03:04:05.000Z' \(source) LIMIT 1 OFFSET \(source.isEmpty ? 0 : random.below(3))
      """)
  }

  private func fillLinks(_ random: inout RandomSource) throws {
    for entity in schema.entities {
      for relation in entity.relations {
        guard case .toOne = relation.kind, random.once(in: 2) else { continue }
        try database.run(
          "INSERT INTO swiftsync_links VALUES ('\(entity.name.name).\(relation.name.name)', 1, 2, 3)"
        )
      }
    }
  }

  private func insert(
    _ values: [String], _ columns: [SQLIdentifier], _ table: SQLIdentifier
  ) throws {
    let names = columns.map(\.quoted).joined(separator: ", ")
    try database.run(
      "INSERT OR IGNORE INTO \(table.quoted) (\(names)) VALUES (\(values.joined(separator: ", ")))"
    )
  }

  // MARK: Values

  private func value(
    of column: Column, _ entity: Entity, _ row: Int, _ random: inout RandomSource
  ) -> String {
    let isNull = !column.isRequired && random.once(in: 3)
    switch column.source {
    case .reference(let index):
      let relation = entity.relations[index]
      guard case .toOne(let reference) = relation.kind else { return "NULL" }
      if isNull || reference.hasForeignKey && !column.isRequired && random.once(in: 2) {
        return "NULL"
      }
      let target = SQLText.literal(identity(of: relation.target, random.below(6)))
      // A reference with a foreign key needs a stored row: the target, or another row if the target
      // is not stored.
      return reference.hasForeignKey
        ? "(SELECT \(key(of: relation.target)) FROM \(schema[relation.target].table.quoted) "
          + "ORDER BY \(key(of: relation.target)) = \(target) DESC)"
        : target
    case .position: return isNull ? "NULL" : "\(row)"
    case .moneyMinor: return isNull ? "NULL" : "\(random.below(100))"
    case .moneyCurrency: return isNull ? "NULL" : "'EUR'"
    case .attribute(let index):
      let attribute = entity.attributes[index]
      if entity.identity.columns == attribute.columns {
        return SQLText.literal(identity(attribute, random.below(6)))
      }
      return isNull ? "NULL" : SQLText.literal(value(of: attribute, &random))
    }
  }

  private func key(of id: EntityID) -> String {
    schema[id].columns[schema[id].identity.columns[0]].name.quoted
  }

  private func identity(of id: EntityID, _ number: Int) -> SQLLiteral {
    guard case .attribute(let index)? = schema[id].identity.parts.first else {
      return .integer(0)
    }
    return identity(schema[id].attributes[index], number)
  }

  private func identity(_ attribute: Attribute, _ number: Int) -> SQLLiteral {
    switch attribute.type {
    case .scalar(.int): .integer(Int64(number) - 1)
    case .scalar(.uuid): .text("00000000-0000-4000-8000-00000000000\(number)")
    default: .text(["", "a", "ä'\"", "10", "A", " "][number])
    }
  }

  private func value(of attribute: Attribute, _ random: inout RandomSource) -> SQLLiteral {
    switch attribute.type {
    case .scalar(.string), .scalar(.url):
      .text(
        ["", "12", "it's", "v1", "ä\n\"", "00000000-0000-4000-8000-0000000000AB"][random.below(6)])
    case .scalar(.int): .integer([0, 1, -7, .max, .min][random.below(5)])
    case .scalar(.double): .real([0, 1.5, -1e300, 12][random.below(4)])
    case .scalar(.decimal): .text(["0", "1.25", "-12", "123456789012345678901"][random.below(4)])
    case .scalar(.bool): .integer(Int64(random.below(2)))
    case .scalar(.date): date(in: attribute.storage, random.below(3))
    case .scalar(.day): .text(["2026-01-02", "0001-01-01"][random.below(2)])
    case .scalar(.uuid) where attribute.storage == .blob:
      .blob(
        [UInt8](repeating: 0, count: 6) + [
          0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, UInt8(160 + random.below(9)),
        ])
    case .scalar(.uuid): .text("00000000-0000-4000-8000-0000000000a\(random.below(9))")
    case .scalar(.data): .blob([0, 255, UInt8(random.below(256))])
    case .scalar(.json): .text(["null", "{\"a\":1}", "\"x\""][random.below(3)])
    case .enumeration(let id): raw(id, &random)
    case .array(of: .enumeration(let id)):
      .text(
        "[" + (0..<random.below(3)).map { _ in json(raw(id, &random)) }.joined(separator: ",") + "]"
      )
    case .array: .text("[\"a\",\"b\"]")
    case .dictionary: .text("{\"a\":1,\"b\":2}")
    case .value: .text("{}")
    case .money: .integer(0)
    }
  }

  private func date(in form: ValueStorage, _ number: Int) -> SQLLiteral {
    switch form {
    case .integer: .integer([0, -1, 1_767_323_045_123_456][number])
    case .seconds: .integer([0, -1, 1_767_323_045][number])
    case .referenceDate: .real([-978_307_200, -978_307_200.000001, 789_015_845.123456][number])
    case .text, .blob:
      .text(
        [
          "1970-01-01T00:00:00.000000Z", "1969-12-31T23:59:59.999999Z",
          "2026-01-02T03:04:05.123456Z",
        ][number])
    }
  }

  private func raw(_ id: EnumID, _ random: inout RandomSource) -> SQLLiteral {
    let model = schema[id]
    if model.unknownValues == .keep, random.once(in: 4) { return .text("unheard") }
    guard case .string(let text)? = random.element(of: model.cases)?.rawValue else {
      return .text("")
    }
    return .text(text)
  }

  private func json(_ literal: SQLLiteral) -> String {
    if case .text(let text) = literal { "\"\(text)\"" } else { "0" }
  }
}
