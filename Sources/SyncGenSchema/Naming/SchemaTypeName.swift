/// Types as written in a schema.
package enum SchemaTypeName {
  /// The type, e.g. `string`, `[TaskState]`, `[string: int]`, without the question mark of an
  /// optional.
  package static func of(_ type: AttributeType, in schema: Schema) -> String {
    switch type {
    case .scalar(let scalar): scalar.rawValue
    case .enumeration(let id): schema[id].name.name
    case .money: "money"
    case .value(let id): schema[id].name.name
    case .array(let element): "[\(of(element, in: schema))]"
    case .dictionary(let element): "[string: \(of(element, in: schema))]"
    }
  }

  package static func of(_ element: ElementType, in schema: Schema) -> String {
    switch element {
    case .scalar(let scalar): scalar.rawValue
    case .enumeration(let id): schema[id].name.name
    case .value(let id): schema[id].name.name
    }
  }
}
