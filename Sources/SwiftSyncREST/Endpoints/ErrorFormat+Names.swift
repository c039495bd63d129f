package import SwiftSyncFoundation
@_spi(Generated) package import SwiftSyncCoding

extension ErrorFormat {
  /// The body of a failed response as JSON with the names that its declared type has in the schema,
  /// instead of the keys of the response; `nil` if the body does not have the type.
  package func named(_ status: Int, _ body: Data) -> JSONValue? {
    guard statuses.contains(status), let read, let value = JSONValue.accept({ try read(body) }),
      // The runtime's type has the keys of the response, and members for some of them only.
      !(value is Problem)
    else { return nil }
    return NamedValue.json(of: value)
  }
}

/// Generated values as JSON with the names of their members.
private enum NamedValue {
  /// The number of levels of objects and lists that are read.
  static let depth = 16

  static func json(of value: Any, _ depth: Int = Self.depth) -> JSONValue? {
    guard depth > 0 else { return nil }
    if let text = value as? any TextEnum { return .string(text.rawValue) }
    if let scalar = value as? any StoredScalar { return json(of: scalar.stored, depth - 1) }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.flatMap { json(of: $0.value, depth) }
    case .struct where value is any SyncedStruct || !(value is any SyncedValue):
      return object(mirror.children.map { ($0.label, $0.value) }, depth)
    case .dictionary: return object(mirror.children.map { pair(of: $0.value) }, depth)
    case .collection: return .array(mirror.children.compactMap { json(of: $0.value, depth - 1) })
    default: return JSONValue.accept { try JSONValue(value) }
    }
  }

  private static func object(_ members: [(name: String?, value: Any)], _ depth: Int) -> JSONValue {
    var object: [String: JSONValue] = [:]
    for (name, value) in members {
      if let name { object[name] = json(of: value, depth - 1) }
    }
    return .object(object)
  }

  private static func pair(of element: Any) -> (name: String?, value: Any) {
    let parts = Array(Mirror(reflecting: element).children)
    return (parts.first?.value as? String, parts.last?.value ?? element)
  }
}
