import SyncGenDiagnostics
import SyncGenSchema

/// The types of values in tables that SQL does not state, with a line of JSON for each table, as a
/// plan states them for the tests of an app.
///
/// ```text
/// {"table":"tasks","entity":"Task","push":true,"columns":[{"name":"id","type":"uuid"},{"name":"project_id","to":"projects","position":"project_place"}]}
/// {"table":"task_labels","columns":[{"name":"task_id","to":"tasks"},{"name":"label_id","to":"labels"}]}
/// ```
///
/// Columns whose values are described by their storage class are left out.
struct StoredTypes {
  let schema: Schema

  var lines: [String] {
    let tables = schema.joinTables.filter { $0.through == nil }
    return (schema.entityIDs.map(table) + tables.map(table)).map {
      JSONDocument.object($0).text(.metadata)
    }
  }

  /// The lines that an older version does not have.
  func lines(notIn old: Schema) -> [String] {
    let known = Set(StoredTypes(schema: old).lines)
    return lines.filter { !known.contains($0) }
  }

  private func table(_ id: EntityID) -> JSONObject {
    let entity = schema[id]
    var table = JSONObject([
      ("table", .text(entity.table.name)), ("entity", .text(entity.name.name)),
    ])
    if entity.sync.isPushed { table.add(named: "push", .bool(true)) }
    let types = schema.valueTypes(of: id)
    if !types.isEmpty { table.add(named: "types", MetadataTypes(schema: schema).types(at: types)) }
    let columns = entity.columns.compactMap { column(of: $0, entity) }
    if !columns.isEmpty { table.add(named: "columns", .array(columns)) }
    return table
  }

  private func table(_ table: JoinTable) -> JSONObject {
    // For a composite identity, the columns state no more than their storage.
    let ends = [table.left, table.right].filter { !$0.isComposite }.map { end in
      JSONDocument.object([
        ("name", .text(end.column.name)), ("to", .text(schema[end.entity].table.name)),
      ])
    }
    return JSONObject([("table", .text(table.name.name)), ("columns", .array(ends))])
  }

  /// What SQL does not state about a column; `nil` if there is nothing.
  private func column(of column: Column, _ entity: Entity) -> JSONDocument? {
    var object = JSONObject([("name", .text(column.name.name))])
    switch column.source {
    case .attribute(let index): add(index, of: entity, to: &object)
    case .moneyMinor: object.add(named: "type", .text("money"))
    case .moneyCurrency, .position: break
    case .reference(let index): add(entity.relations[index], of: entity, to: &object)
    }
    return object.members.count > 1 ? .object(object) : nil
  }

  private func add(_ index: Int, of entity: Entity, to object: inout JSONObject) {
    let attribute = entity.attributes[index]
    if !attribute.type.isStorageClass(in: schema) {
      object.add(named: "type", MetadataTypes(schema: schema).type(attribute.type))
    }
    if let form = attribute.form, form != .text {
      object.add(named: "storage", .text(form.rawValue))
    }
    if let tombstone = entity.sync.tombstone, tombstone.keepsRows, tombstone.attribute == index {
      object.add(named: "tombstone", .bool(true))
    }
    if entity.sync.archive?.flag == index { object.add(named: "archived", .bool(true)) }
  }

  private func add(_ relation: Relation, of entity: Entity, to object: inout JSONObject) {
    guard case .toOne(let reference) = relation.kind else { return }
    object.add(named: "to", .text(schema[relation.target].table.name))
    if let position = reference.positionColumn {
      object.add(named: "position", .text(entity.columns[position].name.name))
    }
  }
}

extension AttributeType {
  /// Whether any value of the column's storage class is a value of the type.
  fileprivate func isStorageClass(in schema: Schema) -> Bool {
    switch self {
    case .scalar(.string), .scalar(.int), .scalar(.double), .scalar(.data): true
    case .enumeration(let id): schema[id].unknownValues != .reject
    case .scalar, .money, .value, .array, .dictionary: false
    }
  }
}
