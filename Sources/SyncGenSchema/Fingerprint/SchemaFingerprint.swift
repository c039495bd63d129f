/// What identifies the content of one version of a schema.
///
/// Covered is everything that decides which rows a payload gives and how they are stored: the name
/// and the version; the coercion; enums with their cases and raw values; entities with their tables,
/// columns, attributes, relations, identities, indexes and `sync:`; join tables. Not covered is what
/// leaves the data alone: documentation, deprecations, `generate:`, `rules:`, `api:`, where
/// something stands in which file, and how a version is reached (`migrations:`, `renamed-from`,
/// `backfill`). Conventions count by what they make of the names, not by themselves.
package enum SchemaFingerprint {
  /// 64 lower-case hexadecimal digits, the same on every platform.
  package static func of(_ schema: Schema) -> String {
    SHA256.hexDigest(of: Array(canonicalText(of: schema).utf8))
  }

  /// The text whose hash is the fingerprint: a line per thing, two blanks deeper for its parts.
  static func canonicalText(of schema: Schema) -> String {
    var text = CanonicalText()
    text.line(0, "schema", .string(schema.name.name), .word("\(schema.version)"))
    text.line(0, "coercion", .word(schema.conventions.coercion.rawValue))
    for model in schema.enums { text.add(model) }
    for entity in schema.entities { text.add(entity, of: schema) }
    for table in schema.joinTables { text.add(table, of: schema) }
    return text.text
  }
}

extension CanonicalText {
  fileprivate mutating func add(_ model: EnumModel) {
    line(0, "enum", .string(model.name.name), .word(model.unknownValues.rawValue))
    for item in model.cases {
      switch item.rawValue {
      case .string(let value): line(1, "case", .string(item.name.name), .string(value))
      case .int(let value): line(1, "case", .string(item.name.name), .word("\(value)"))
      }
    }
  }

  fileprivate mutating func add(_ entity: Entity, of schema: Schema) {
    line(0, "entity", .string(entity.name.name), .string(entity.table.name))
    for column in entity.columns { add(column) }
    line(1, "identity", .numbers(entity.identity.columns))
    for attribute in entity.attributes { add(attribute, of: schema) }
    for relation in entity.relations { add(relation, of: schema) }
    for index in entity.indexes { add(index) }
    add(entity.sync)
  }

  private mutating func add(_ column: Column) {
    line(
      1, "column", .string(column.name.name), .word(column.storage.rawValue),
      .flag("required", column.isRequired),
      .word(column.defaultValue.map { "default " + SQLText.literal($0) } ?? ""))
  }

  private mutating func add(_ attribute: Attribute, of schema: Schema) {
    line(
      1, "attribute", .string(attribute.name.name),
      .word(SchemaTypeName.of(attribute.type, in: schema)),
      .flag("optional", attribute.isOptional), .numbers(attribute.columns),
      .word(attribute.direction.rawValue), .flag("empty-is-null", attribute.isEmptyNull),
      .flag("touch", attribute.isTouched))
    switch attribute.remote {
    case .paths(let paths): line(2, "remote", .paths(paths))
    case .money(let minor, let currency): line(2, "remote", .paths([minor, currency]))
    }
    if attribute.type.hasDates {
      line(
        2, "dates", .word(attribute.remoteDates.rawValue), .word(attribute.dateStorage.rawValue))
    }
    switch attribute.defaultValue {
    case .newUUID: line(2, "default", .word("new"))
    case .now: line(2, "default", .word("now"))
    case .constant, nil: break
    }
  }

  private mutating func add(_ relation: Relation, of schema: Schema) {
    line(
      1, "relation", .string(relation.name.name), .string(schema[relation.target].name.name),
      .word(relation.direction.rawValue), .word(relation.onDelete.rawValue),
      .string(relation.inverse.map { schema[$0].name.name } ?? ""))
    line(2, "kind", .word(Self.kind(of: relation.kind)))
    line(2, "ids", .paths(relation.remote.ids))
    line(2, "objects", .paths(relation.remote.objects))
  }

  private static func kind(of kind: Relation.Kind) -> String {
    switch kind {
    case .toOne(let reference):
      [
        "to-one", "\(reference.column)", reference.isOptional ? "optional" : "required",
        reference.isEnforced ? "enforced" : "soft",
        reference.isOneToOne ? "one-to-one" : "many-to-one",
        reference.positionColumn.map { "position \($0)" } ?? "unordered",
      ].joined(separator: " ")
    case .toOneInverse: "to-one-inverse"
    case .toMany(let ordering): "to-many " + name(of: ordering)
    case .manyToMany(let membership):
      "many-to-many \(membership.joinTable) \(membership.side == .left ? "left" : "right") "
        + name(of: membership.ordering)
    }
  }

  private static func name(of ordering: Relation.Ordering) -> String {
    switch ordering {
    case .none: "unordered"
    case .position: "position"
    case .attribute(let index): "attribute \(index)"
    }
  }

  private mutating func add(_ index: Index) {
    line(
      1, "index", .string(index.name.name), .numbers(index.columns),
      .flag("unique", index.isUnique), .string(index.predicate ?? ""))
  }

  private mutating func add(_ sync: EntitySync) {
    if let clock = sync.clock { line(1, "clock", .numbers([clock])) }
    if let tombstone = sync.tombstone {
      line(
        1, "tombstone", .numbers([tombstone.attribute]), .flag("keep", tombstone.keepsRows),
        .numbers(tombstone.retention.map { [$0] } ?? []))
    }
    if let archive = sync.archive { line(1, "archive", .numbers([archive.flag, archive.date])) }
    if sync.isOffline { line(1, "offline") }
  }

  fileprivate mutating func add(_ table: JoinTable, of schema: Schema) {
    line(
      0, "join", .string(table.name.name), .string(table.positionColumn?.name ?? ""),
      .string(table.wayBackIndex.name), .string(table.through.map { schema[$0].name.name } ?? ""))
    for end in [table.left, table.right] {
      line(
        1, "end", .string(schema[end.entity].name.name),
        .string(end.relation.map { schema[$0].name.name } ?? ""), .string(end.column.name),
        .word(end.storage.rawValue))
    }
  }
}
