import SwiftSyncValues

/// Computes the digest that identifies the content of one schema version.
///
/// It covers everything that decides which rows result from a payload and how they are stored: the
/// name and the version; the coercion; enums with their cases and raw values; the types that
/// attributes have, with their fields; entities with their tables, columns, attributes,
/// relationships, identities, indexes, `search:` and `sync:`; join tables. It does not cover what
/// has no effect on the data: documentation, deprecations, `generate:`, `lint:`, `api:`, the
/// division into files, and how a version is reached (`migrations:`, `renamed-from`, `backfill`).
/// Conventions count only by their effect on names.
package enum SchemaFingerprint {
  /// 64 lowercase hexadecimal digits, the same on every platform.
  package static func of(_ schema: Schema) -> String {
    SHA256.hexDigest(of: canonicalText(of: schema))
  }

  /// A string that is equal for two entities, of any versions, with equal tables and models.
  package static func text(of id: EntityID, in schema: Schema) -> [UInt8] {
    let entity = schema[id]
    var text = CanonicalText()
    text.line(0, "coercion")
    text.word(schema.conventions.coercion.rawValue)
    text.add(entity, of: schema)
    for index in schema.enums(of: id) { text.add(schema.enums[index]) }
    for index in schema.valueTypes(of: id) { text.add(schema.valueTypes[index], of: schema) }
    for relation in entity.relations {
      let target = schema[relation.target]
      text.line(0, "target")
      for column in target.identity.columns { text.add(target.columns[column]) }
    }
    return text.utf8
  }

  /// A string that is equal for two equal enums, of any versions.
  package static func text(of model: EnumModel) -> [UInt8] {
    var text = CanonicalText()
    text.add(model)
    return text.utf8
  }

  /// A string that is equal for two equal value types, including the types inside them.
  package static func text(ofType index: Int, in schema: Schema) -> [UInt8] {
    var text = CanonicalText()
    let name = schema.valueTypes[index].name.name
    text.line(0, "of")
    text.string(name)
    for inner in schema.valueTypes(reachedBy: [.value(schema.valueTypeIDs[index])]) {
      text.add(schema.valueTypes[inner], of: schema)
      for field in schema.valueTypes[inner].fields {
        if let id = field.type.enumeration { text.add(schema[id]) }
      }
    }
    return text.utf8
  }

  /// The text whose hash is the fingerprint: one line for each element, with its parts indented by
  /// two blanks.
  private static func canonicalText(of schema: Schema) -> [UInt8] {
    var text = CanonicalText()
    text.line(0, "schema")
    text.string(schema.name.name)
    text.number(schema.version)
    text.line(0, "coercion")
    text.word(schema.conventions.coercion.rawValue)
    for model in schema.enums { text.add(model) }
    for index in schema.storedValueTypes { text.add(schema.valueTypes[index], of: schema) }
    for entity in schema.entities { text.add(entity, of: schema) }
    for table in schema.joinTables { text.add(table, of: schema) }
    return text.utf8
  }
}

extension CanonicalText {
  fileprivate mutating func add(_ model: EnumModel) {
    line(0, "enum")
    string(model.name.name)
    word(model.unknownValues.rawValue)
    for item in model.cases {
      line(1, "case")
      string(item.name.name)
      switch item.rawValue {
      case .string(let value): string(value)
      case .int(let value): word("\(value)")
      }
    }
  }

  fileprivate mutating func add(_ type: ValueType, of schema: Schema) {
    line(0, "type")
    string(type.name.name)
    for field in type.fields { add(field, of: schema) }
    if let tagging = type.tagging { add(tagging, of: schema) }
  }

  private mutating func add(_ tagging: Tagging, of schema: Schema) {
    line(1, "tag")
    string(tagging.tag)
    word(tagging.unknownValues.rawValue)
    flag("content", tagging.isNested)
    for item in tagging.cases {
      line(1, "case")
      string(item.name.name)
      switch item.value {
      case .string(let value): string(value)
      case .int(let value): word("\(value)")
      }
      if let type = item.type { string(schema[type].name.name) }
    }
  }

  private mutating func add(_ field: ValueField, of schema: Schema) {
    line(1, "field")
    string(field.name.name)
    word(SchemaTypeName.of(field.type, in: schema))
    flag("optional", field.isOptional)
    for name in field.storageNames { string(name) }
    flag("empty-is-null", field.isEmptyNull)
    if field.invalidIsNull { word("invalid-null") }
    add(field.remote)
    if field.type.hasDates {
      line(2, "dates")
      add(field.remoteDates)
      word(field.storage.rawValue)
    } else if field.type.hasDays, !field.remoteDates.isAuto {
      line(2, "dates")
      add(field.remoteDates)
    }
    if let value = field.defaultValue {
      line(2, "default")
      let stored = StoredForm(
        storage: field.storage,
        constants: ConstantTypes(enums: schema.enums, values: schema.valueTypes))
      for literal in stored.literals(.constant(value)) { word(SQLText.identifyingLiteral(literal)) }
    }
  }

  fileprivate mutating func add(_ entity: Entity, of schema: Schema) {
    line(0, "entity")
    string(entity.name.name)
    string(entity.table.name)
    for column in entity.columns { add(column) }
    line(1, "identity")
    numbers(entity.identity.columns)
    for attribute in entity.attributes { add(attribute, of: schema) }
    for relation in entity.relations { add(relation, of: schema) }
    for reference in entity.taggedReferences { add(reference, of: schema) }
    for index in entity.indexes { add(index) }
    if let search = entity.search { add(search) }
    if let check = entity.check {
      line(1, "check")
      string(check.value)
    }
    add(entity.sync)
  }

  fileprivate mutating func add(_ column: Column) {
    line(1, "column")
    string(column.name.name)
    word(column.storage.rawValue)
    flag("required", column.isRequired)
    if column.collation != .binary { word("collation-\(column.collation.rawValue)") }
    if let value = column.defaultValue {
      word("default")
      word(SQLText.identifyingLiteral(value))
    }
  }

  private mutating func add(_ attribute: Attribute, of schema: Schema) {
    line(1, "attribute")
    string(attribute.name.name)
    word(SchemaTypeName.of(attribute.type, in: schema))
    flag("optional", attribute.isOptional)
    numbers(attribute.columns)
    word(attribute.direction.rawValue)
    flag("empty-is-null", attribute.isEmptyNull)
    if let invalid = attribute.invalidValues { word("invalid-\(invalid.rawValue)") }
    if let separator = attribute.separator {
      word("separated")
      string(separator)
    }
    flag("touch", attribute.isTouched)
    add(attribute.remote)
    addDates(of: attribute)
    addMadeDefault(of: attribute)
  }

  private mutating func add(_ remote: RemoteMapping) {
    line(2, "remote")
    paths(remote.paths)
    if case .firstValue = remote { word("first-value") }
    if case .money(let money) = remote {
      if money.isMajor { word("major") }
      if let code = money.code { word(code) }
    }
  }

  private mutating func addDates(of attribute: Attribute) {
    if attribute.type.hasDates {
      line(2, "dates")
      add(attribute.remoteDates)
      word(attribute.storage.rawValue)
    } else if attribute.type.hasDays, !attribute.remoteDates.isAuto {
      line(2, "dates")
      add(attribute.remoteDates)
    }
  }

  /// Names are words, as before patterns were added.
  private mutating func add(_ dates: DateFormats) {
    for spelling in dates.spellings {
      spelling.utf8.allSatisfy { $0 == 0x2D || (0x30...0x39).contains($0) || $0 >= 0x61 }
        ? word(spelling) : string(spelling)
    }
  }

  /// Constants are in the columns.
  private mutating func addMadeDefault(of attribute: Attribute) {
    switch attribute.defaultValue {
    case .newUUID:
      line(2, "default")
      word("new")
    case .now:
      line(2, "default")
      word("now")
    case .temporary:
      line(2, "default")
      word("temporary")
    case .constant, nil: break
    }
  }

  private mutating func add(_ index: Index) {
    line(1, "index")
    string(index.name.name)
    numbers(index.columns)
    for path in index.paths.enumerated() where !path.element.isEmpty {
      word("field")
      number(path.offset)
      for key in path.element { string(key) }
    }
    flag("unique", index.isUnique)
    string(index.predicate ?? "")
  }

  private mutating func add(_ search: SearchIndex) {
    line(1, "search")
    word(search.tokenizer.rawValue)
    for member in search.members {
      line(2, member.isList ? "searched-list" : "searched")
      number(member.column)
      for key in member.path { string(key) }
    }
  }

  private mutating func add(_ sync: EntitySync) {
    if let clock = sync.clock {
      line(1, "clock")
      numbers([clock])
    }
    if let tombstone = sync.tombstone {
      line(1, "tombstone")
      numbers([tombstone.attribute])
      flag("keep", tombstone.keepsRows)
      numbers(tombstone.retention.map { [$0] } ?? [])
    }
    if let archive = sync.archive {
      line(1, "archive")
      numbers([archive.flag, archive.date])
    }
    if sync.isOffline { line(1, "offline") }
  }
}
