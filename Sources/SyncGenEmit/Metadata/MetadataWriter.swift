import SwiftSyncValues
import SyncGenDiagnostics
import SyncGenSchema

/// Writes the metadata of entities as the JSON that the runtime reads (`MetadataReader`), with a
/// line for each column, attribute and relationship.
struct MetadataWriter {
  let names: SwiftNames
  var listsOpenEnums = false

  private var schema: Schema { names.schema }
  private var values: MetadataTypes {
    MetadataTypes(schema: schema, listsOpenEnums: listsOpenEnums)
  }

  /// The entities, join tables and documents of the schema.
  var whole: String {
    let entities = schema.entityIDs.map { entity($0) }
    let documents = DocumentJSON.of(schema).map { ",\"documents\":\($0.text(.source))" } ?? ""
    return "{\"entities\":[\n\(entities.joined(separator: ",\n"))\n],\n"
      + "\"joinTables\":\(joinTables)\(documents)}"
  }

  func entity(_ id: EntityID) -> String {
    let entity = schema[id]
    var head = JSONObject([("name", .text(entity.name.name))])
    if entity.remoteName != entity.name.name { head.add(named: "remote", .text(entity.remoteName)) }
    if let type = entity.resourceType { head.add(named: "type", .text(type)) }
    head.add(named: "table", .text(entity.table.name))
    if !entity.ignoredKeys.isEmpty { head.add(named: "ignore", .texts(entity.ignoredKeys)) }
    var text = Self.members(head) + ",\n"
    // Every change of the entity changes it, so it has a line of its own.
    text += "\"digest\":\"\(SchemaFingerprint.digest(of: id, in: schema))\",\n"
    let types = schema.valueTypes(of: id)
    if !types.isEmpty { text += "\"types\":\(values.lines(of: types)),\n" }
    text += Self.list("columns", entity.columns.map(column))
    text += Self.list("attributes", entity.attributes.map { attribute($0, of: entity) })
    text += Self.list("relations", entity.relations.map { relation($0, of: entity) })
    text += Self.list(
      "toAny", entity.taggedReferences.map { reference($0, of: entity) })
    return "{\(text)\(Self.members(rest(of: entity)))}"
  }

  /// What follows the members of an entity.
  private func rest(of entity: Entity) -> JSONObject {
    var rest = JSONObject([("identity", Self.columns(entity.identity.columns, of: entity))])
    let uniques = entity.indexes.filter { $0.isUnique && $0.predicate == nil }
    if !uniques.isEmpty {
      rest.add(named: "uniques", .array(uniques.map { Self.columns($0.columns, of: entity) }))
    }
    if let search = entity.search { rest.add(named: "search", members(of: search, entity)) }
    if let check = entity.check { rest.add(named: "check", .text(check.value)) }
    if let message = entity.checkMessage { rest.add(named: "checkMessage", .text(message)) }
    if schema.conventions.coercion == .strict { rest.add(named: "strict", .bool(true)) }
    let sync = sync(of: entity)
    if !sync.members.isEmpty { rest.add(named: "sync", .object(sync)) }
    return rest
  }

  private func members(of search: SearchIndex, _ entity: Entity) -> JSONDocument {
    let names = search.columnNames(of: entity)
    return .array(
      zip(search.members, names).map { member, name in
        let value = member.expression(of: entity, in: entity.table.quoted)
        return .array(
          [.text(name.name), Self.column(member.column, of: entity), .text(value)]
            + member.path.map { .text($0) })
      })
  }

  private func sync(of entity: Entity) -> JSONObject {
    let sync = entity.sync
    var object = JSONObject()
    func add(_ name: String, _ attribute: Int?) {
      if let attribute {
        object.add(named: name, .text(entity.attributes[attribute].name.name))
      }
    }
    add("clock", sync.clock)
    add("tombstone", sync.tombstone?.attribute)
    if sync.tombstone?.keepsRows == true { object.add(named: "keepsTombstones", .bool(true)) }
    if let seconds = sync.tombstone?.retention {
      object.add(named: "retention", .integer(seconds))
    }
    add("archiveFlag", sync.archive?.flag)
    add("archiveDate", sync.archive?.date)
    if sync.isPushed { object.add(named: "push", .bool(true)) }
    if sync.hasETags { object.add(named: "etag", .bool(true)) }
    return object
  }

  // MARK: Members

  private func column(_ column: Column) -> JSONDocument {
    var parts: [JSONDocument] = [.text(column.name.name), .text(column.storage.rawValue)]
    if column.collation != .binary {
      parts += [.bool(column.isRequired), .text(column.collation.rawValue.uppercased())]
    } else if column.isRequired {
      parts.append(.bool(true))
    }
    return .array(parts)
  }

  private func attribute(_ attribute: Attribute, of entity: Entity) -> JSONDocument {
    var object = JSONObject([
      ("name", .text(attribute.name.name)),
      ("type", values.type(attribute.type)),
    ])
    values.addCheck(attribute.scalar, to: &object)
    if attribute.isOptional { object.add(named: "optional", .bool(true)) }
    object.add(named: "column", Self.column(attribute.columns[0], of: entity))
    values.addRemote(attribute.remote, to: &object)
    let stored = attribute.columns.compactMap { entity.columns[$0].defaultValue }
    switch attribute.defaultValue {
    case .constant where !stored.isEmpty:
      object.add(named: "default", .array(stored.map(Self.value)))
    case .newUUID: object.add(named: "generated", .text("new"))
    case .now: object.add(named: "generated", .text("now"))
    case .temporary: object.add(named: "generated", .text("temporary"))
    case .constant, nil: break
    }
    attribute.settings.addMetadata(to: &object)
    return .object(object)
  }

  private static func value(_ literal: SQLLiteral) -> JSONDocument {
    switch literal {
    case .integer(let value): .integer(value)
    case .real(let value): .json("\(value)")
    case .text(let value): .text(value)
    case .blob(let bytes): .array(bytes.map { .integer($0) })
    }
  }

  private func relation(_ relation: Relation, of entity: Entity) -> JSONDocument {
    var object = JSONObject([
      ("name", .text(relation.name.name)), ("to", .text(schema[relation.target].name.name)),
    ])
    addKind(of: relation, entity, to: &object)
    if let inverse = schema.inverseName(of: relation) {
      object.add(named: "inverse", .text(inverse))
    }
    object.add(named: "ids", Self.paths(relation.remote.ids))
    object.add(named: "objects", Self.paths(relation.remote.objects))
    if let linkage = schema.linkage(of: relation) { object.add(named: "linkage", .text(linkage)) }
    let context = RelationContext(relation: relation, field: 0, entity: entity, names: names)
    if context.hasNestedIdentity { object.add(named: "identity", .texts(context.identityPaths)) }
    relation.settings.addMetadata(to: &object)
    object.add(named: "onDelete", .text(relation.onDelete.rawValue))
    return .object(object)
  }

  private func addKind(of relation: Relation, _ entity: Entity, to object: inout JSONObject) {
    switch relation.kind {
    case .toOne(let reference): add(reference, to: relation.target, of: entity, to: &object)
    case .toOneInverse: object.add(named: "kind", .text("toOneInverse"))
    case .toMany(let ordering):
      object.add(named: "kind", .text("toMany"))
      add(ordering, of: relation.target, to: &object)
    case .manyToMany(let membership):
      object.add(named: "kind", .text("manyToMany"))
      object.add(named: "joinTable", .text(schema.joinTables[membership.joinTable].name.name))
      object.add(named: "side", .text(membership.side == .left ? "left" : "right"))
      add(membership.ordering, of: relation.target, to: &object)
    }
  }

  private func add(
    _ reference: Relation.Reference, to target: EntityID, of entity: Entity,
    to object: inout JSONObject
  ) {
    let identity = reference.isComposite ? nil : names.identityAttribute(target)
    object.add(named: "kind", .text("toOne"))
    object.add(named: "type", identity.map { values.type($0.type) } ?? .text("string"))
    identity?.settings.form.addMetadata(to: &object)
    object.add(named: "column", Self.column(reference.column, of: entity))
    if reference.isComposite {
      object.add(named: "parts", Self.columns(reference.columns, of: entity))
    }
    if reference.isOptional { object.add(named: "optional", .bool(true)) }
    if reference.hasForeignKey { object.add(named: "foreignKey", .bool(true)) }
    if reference.isOneToOne { object.add(named: "oneToOne", .bool(true)) }
    if let position = reference.positionColumn {
      object.add(named: "position", Self.column(position, of: entity))
    }
  }

  private func add(
    _ ordering: Relation.Ordering, of target: EntityID, to object: inout JSONObject
  ) {
    switch ordering {
    case .none: break
    case .position: object.add(named: "order", .bool(true))
    case .attribute(let index):
      object.add(named: "order", .text(schema[target].attributes[index].name.name))
    }
  }

  private func reference(_ reference: TaggedReference, of entity: Entity) -> JSONDocument {
    let (tag, id) = (
      entity.attributes[reference.tagAttribute], entity.attributes[reference.idAttribute]
    )
    let targets = reference.targets.map { target in
      JSONDocument.array([.text(schema[target.entity].name.name), .text(target.tag)])
    }
    return .object([
      ("name", .text(reference.name.name)), ("tag", Self.column(tag.columns[0], of: entity)),
      ("id", Self.column(id.columns[0], of: entity)), ("targets", .array(targets)),
      ("objects", Self.paths(reference.objects)),
      ("onDelete", .text(reference.onDelete.rawValue)),
    ])
  }

  // MARK: Join tables

  var joinTables: String {
    let lines = schema.joinTables.map { table -> String in
      var object = JSONObject([
        ("name", .text(table.name.name)), ("left", end(table.left)), ("right", end(table.right)),
      ])
      if let position = table.positionColumn {
        object.add(named: "position", .text(position.name))
      }
      if let through = table.through {
        object.add(named: "through", .text(schema[through].name.name))
      }
      return JSONDocument.object(object).text(.metadata)
    }
    return lines.isEmpty ? "[\n]" : "[\n\(lines.joined(separator: ",\n"))\n]"
  }

  private func end(_ end: JoinTable.End) -> JSONDocument {
    .texts(end.columns.map(\.name.name) + [schema[end.entity].name.name])
  }
}

// MARK: JSON

extension MetadataWriter {
  /// A list with a line for each element and a comma at the end; nothing for an empty list, which
  /// only entities without relationships have.
  static func list(_ name: String, _ elements: [JSONDocument]) -> String {
    if elements.isEmpty { return "" }
    // A comma at the end of a line would change the line before a new one.
    let lines = elements.map { $0.text(.metadata) }.joined(separator: "\n,")
    return "\"\(name)\":[\n\(lines)\n],\n"
  }

  /// The members of an object without its braces.
  static func members(_ object: JSONObject) -> String {
    String(JSONDocument.object(object).text(.metadata).dropFirst().dropLast())
  }

  /// The name of a column.
  private static func column(_ position: Int, of entity: Entity) -> JSONDocument {
    .text(entity.columns[position].name.name)
  }

  private static func columns(_ positions: [Int], of entity: Entity) -> JSONDocument {
    .texts(positions.map { entity.columns[$0].name.name })
  }

  static func paths(_ paths: [RemotePath]) -> JSONDocument { .texts(paths.map(\.dotted)) }
}

extension JSONDocument.Layout {
  /// JSON inside a raw string of Swift.
  static let metadata = compact { SchemaFilters.jsonLiteral($0) }
}
