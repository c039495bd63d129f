import SyncGenDiagnostics
import SyncGenSchema

/// The types of values in tables that SQL does not state, with one line for each table, as a plan
/// states them for the tests of an app.
///
/// ```text
/// tasks Task offline; id uuid; due_on day; state "todo"|"done"; project_id -> projects at project_place
/// task_labels; task_id -> tasks; label_id -> labels
/// ```
///
/// Columns whose values are described by their storage class are left out.
enum TableTypes {
  static func lines(of schema: Schema) -> [String] {
    schema.entityIDs.map { line(of: $0, in: schema) }
      + schema.joinTables.filter { $0.through == nil }.map { line(of: $0, in: schema) }
  }

  /// The lines that an older version does not have.
  static func lines(of schema: Schema, notIn old: Schema) -> [String] {
    let known = Set(lines(of: old))
    return lines(of: schema).filter { !known.contains($0) }
  }

  private static func line(of id: EntityID, in schema: Schema) -> String {
    let entity = schema[id]
    var start = word(entity.table.name) + " " + word(entity.name.name)
    if entity.sync.isOffline { start += " offline" }
    let columns = entity.columns.indices.compactMap { position in
      type(of: position, entity, in: schema).map {
        word(entity.columns[position].name.name) + " " + $0
      }
    }
    return ([start] + columns).joined(separator: "; ")
  }

  private static func line(of table: JoinTable, in schema: Schema) -> String {
    // For a composite identity, the columns state no more than their storage.
    let ends = [table.left, table.right].filter { !$0.isComposite }.map { end in
      "\(word(end.column.name)) -> \(word(schema[end.entity].table.name))"
    }
    return ([word(table.name.name)] + ends).joined(separator: "; ")
  }

  private static func type(of position: Int, _ entity: Entity, in schema: Schema) -> String? {
    switch entity.columns[position].source {
    case .attribute(let index):
      let type = type(of: entity.attributes[index], in: schema)
      let words = [type] + marks(of: index, entity)
      return words.isEmpty ? nil : words.compactMap { $0 }.joined(separator: " ").nilIfEmpty
    case .moneyMinor: return "money"
    case .moneyCurrency, .position: return nil
    case .reference(let index): return reference(entity.relations[index], entity, in: schema)
    }
  }

  private static func marks(of attribute: Int, _ entity: Entity) -> [String] {
    var marks: [String] = []
    if let tombstone = entity.sync.tombstone, tombstone.keepsRows, tombstone.attribute == attribute
    {
      marks.append("tombstone")
    }
    if entity.sync.archive?.flag == attribute { marks.append("archived") }
    return marks
  }

  private static func reference(
    _ relation: Relation, _ entity: Entity, in schema: Schema
  ) -> String? {
    guard case .toOne(let reference) = relation.kind else { return nil }
    let target = "-> " + word(schema[relation.target].table.name)
    guard let position = reference.positionColumn else { return target }
    return target + " at " + word(entity.columns[position].name.name)
  }

  private static func type(of attribute: Attribute, in schema: Schema) -> String? {
    switch attribute.type {
    case .scalar(.string), .scalar(.int), .scalar(.double), .scalar(.data): nil
    case .scalar(.date) where [.seconds, .referenceDate].contains(attribute.storage):
      attribute.storage.rawValue
    case .scalar(.uuid) where attribute.storage == .blob: "uuidBlob"
    case .scalar(let scalar): scalar.rawValue
    case .enumeration(let id): values(of: schema[id])
    case .money: "money"
    case .value(let id): type(of: id, in: schema)
    case .array(let element): "[\(type(of: element, in: schema))]"
    case .dictionary(let element): "{\(type(of: element, in: schema))}"
    }
  }

  private static func type(of element: ElementType, in schema: Schema) -> String {
    switch element {
    case .scalar(let scalar): scalar.rawValue
    case .enumeration(let id):
      values(of: schema[id]) ?? (schema[id].hasIntegerValues ? "int" : "string")
    case .value(let id): type(of: id, in: schema)
    }
  }

  private static func type(of id: ValueTypeID, in schema: Schema) -> String {
    let texts = [schema[id].name.name, MetadataTypes(schema: schema).line(of: id)]
    return "value " + texts.map(JSONString.quotedInSource).joined(separator: " ")
  }

  /// The values of a closed enum. Other enums accept any value of their storage class.
  private static func values(of model: EnumModel) -> String? {
    guard model.unknownValues == .reject else { return nil }
    return model.cases.map { item in
      switch item.rawValue {
      case .string(let text): JSONString.quotedInSource(text)
      case .int(let number): "\(number)"
      }
    }.joined(separator: "|")
  }

  /// The name if it consists of letters, digits and underscores, otherwise a JSON string.
  private static func word(_ name: String) -> String {
    let isPlain = name.utf8.allSatisfy {
      $0 == UInt8(ascii: "_") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
        || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0 & 0xDF)
    }
    return isPlain ? name : JSONString.quotedInSource(name)
  }
}

extension String {
  fileprivate var nilIfEmpty: String? { isEmpty ? nil : self }
}
