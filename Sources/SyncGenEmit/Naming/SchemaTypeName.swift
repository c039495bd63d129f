import SyncGenSchema

/// Types as a schema writes them.
enum SchemaTypeName {
  /// E.g. `string`, `[TaskState]`, `[string: int]`; without the question mark of an optional.
  static func of(_ type: AttributeType, in schema: Schema) -> String {
    switch type {
    case .scalar(let scalar): scalar.rawValue
    case .enumeration(let id): schema[id].name.name
    case .money: "money"
    case .array(let element): "[\(of(element, in: schema))]"
    case .dictionary(let element): "[string: \(of(element, in: schema))]"
    }
  }

  static func of(_ element: ElementType, in schema: Schema) -> String {
    switch element {
    case .scalar(let scalar): scalar.rawValue
    case .enumeration(let id): schema[id].name.name
    }
  }
}

extension AttributeType {
  /// Whether it is made of dates, so that their form matters.
  var containsDates: Bool {
    switch self {
    case .scalar(.date), .array(of: .scalar(.date)), .dictionary(of: .scalar(.date)): true
    default: false
    }
  }
}
