import SyncGenDiagnostics

/// Looks up the types of attributes.
enum TypeResolver {
  /// Returns `nil` if there is no such type, or none that an attribute may have, which is reported.
  static func resolve(
    _ type: TypeExpression, of owner: @autoclosure () -> String, _ symbols: Symbols,
    into bag: inout DiagnosticBag
  ) -> AttributeType? {
    if type.name == "money" {
      guard type.shape != .plain else { return .money }
      bag.add(.moneyInsideList(type, of: owner()))
      return nil
    }
    guard let element = element(type.name, symbols) else {
      bag.add(unknownType(type, of: owner(), symbols, candidates: &bag))
      return nil
    }
    switch type.shape {
    case .array: return .array(of: element)
    case .dictionary: return .dictionary(of: element)
    case .plain:
      switch element {
      case .scalar(let scalar): return .scalar(scalar)
      case .enumeration(let id): return .enumeration(id)
      case .value(let id): return .value(id)
      }
    }
  }

  static func element(_ name: String, _ symbols: Symbols) -> ElementType? {
    if let scalar = ScalarType(rawValue: name) ?? symbols.scalars[name]?.base {
      return .scalar(scalar)
    }
    if let id = symbols.enumIDs[name] { return .enumeration(id) }
    return symbols.typeIDs[name].map { .value($0) }
  }

  private static func unknownType(
    _ type: TypeExpression, of owner: String, _ symbols: Symbols,
    candidates bag: inout DiagnosticBag
  ) -> Diagnostic {
    if symbols.entityIDs[type.name] != nil { return .entityAsType(type, of: owner) }
    if let graph = symbols.typeGraph, graph.contains(type.name) {
      if let obstacle = graph.obstacle(of: type.name) {
        return .notAValue(
          type, of: owner, because: obstacle.type, obstacle.field, isInPlace: obstacle.isInPlace)
      }
    }
    let known = bag.candidates(
      ScalarType.allCases.map(\.rawValue) + ["money"] + symbols.scalars.keys.sorted()
        + symbols.enums.map(\.name.name)
        + (symbols.typeGraph?.names ?? []))
    let usual = SwiftTypeNames.scalar(for: type.name)
    return .unknownType(type, of: owner, known: known, usual: usual)
  }
}

/// The intended types for names that Swift or SQL would use.
enum SwiftTypeNames {
  static func scalar(for name: String) -> String? {
    scalars[name.lowercased()]
  }

  private static let scalars = [
    "text": "string", "str": "string", "varchar": "string", "integer": "int", "int64": "int",
    "int32": "int", "long": "int", "number": "double", "float": "double", "real": "double",
    "boolean": "bool", "datetime": "date", "timestamp": "date", "blob": "data", "bytes": "data",
    "object": "json", "any": "json", "uri": "url", "guid": "uuid", "numeric": "decimal",
  ]
}
