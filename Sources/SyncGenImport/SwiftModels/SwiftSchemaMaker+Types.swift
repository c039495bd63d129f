import SyncGenSchema

/// The types of properties.
extension SwiftSchemaMaker {
  /// The stated type, or that of the value.
  func type(of property: SwiftProperty) -> (type: Found, isOptional: Bool)? {
    property.type.isEmpty ? type(of: property.value[...]) : found(property.typeText)
  }

  /// The type that Swift infers from a value; nil for other than literals and calls of types.
  private func type(
    of value: ArraySlice<SwiftSourceToken>, depth: Int = 0
  ) -> (type: Found, isOptional: Bool)? {
    guard let first = value.first else { return nil }
    let isSigned = (first.isSign("-") || first.isSign("+")) && value.count == 2
    if let scalar = Self.literal(isSigned ? value.dropFirst() : value) {
      return (.value(.scalar(scalar)), false)
    }
    if let made = Self.typeOfCall(value), let found = found(made) { return found }
    if first.isSign("["), depth == 0 { return list(value, depth) }
    // `Priority.high`, `Date.now`
    guard value.count > 2, value[value.startIndex + 1].isSign("."),
      case (.value, _)? = found(first.text)
    else { return nil }
    return found(first.text)
  }

  private static func literal(_ value: ArraySlice<SwiftSourceToken>) -> ScalarType? {
    guard value.count == 1, let token = value.first else { return nil }
    switch token.kind {
    case .string: return .string
    case .number:
      let isHexadecimal = token.text.hasPrefix("0x")
      return token.text.contains { $0 == "." || !isHexadecimal && $0 == "e" } ? .double : .int
    case .word: return token.text == "true" || token.text == "false" ? .bool : nil
    case .sign: return nil
    }
  }

  /// The text of the type in `[Person]()`, `Set<String>()`, `Person(name: "a")` and
  /// `Person.init()`.
  private static func typeOfCall(_ value: ArraySlice<SwiftSourceToken>) -> String? {
    guard value.last?.isSign(")") == true else { return nil }
    var depth = 0
    let open = value.indices.last { index in
      if value[index].isSign(")") { depth += 1 }
      if value[index].isSign("(") { depth -= 1 }
      return depth == 0
    }
    guard let open else { return nil }
    var type = value[..<open]
    if type.last?.isWord("init") == true { type = type.dropLast(2) }
    return type.map(\.text).joined()
  }

  /// The list in `["a", "b"]`, whose elements have one type.
  private func list(
    _ value: ArraySlice<SwiftSourceToken>, _ depth: Int
  ) -> (type: Found, isOptional: Bool)? {
    guard value.last?.isSign("]") == true else { return nil }
    let types = SwiftParser.elements(Array(value.dropFirst().dropLast())).map {
      type(of: $0[...], depth: depth + 1)
    }
    guard case (.value(let type), false)?? = types.first,
      types.allSatisfy({ $0?.type == .value(type) })
    else { return nil }
    return (.value(.list(type)), false)
  }

  /// JSON, for a type that consists of types that can be encoded but has no equivalent itself, such as
  /// an enum with associated values.
  func encoded(_ property: SwiftProperty) -> (type: Found, isOptional: Bool)? {
    let tokens = property.type
    let names = tokens.indices.filter { index in
      tokens[index].kind == .word
        && !(index + 1 < tokens.count && tokens[index + 1].isSign("."))
    }.map { tokens[$0].text }
    let signs = Set(tokens.filter { $0.kind == .sign }.map(\.text))
    guard !names.isEmpty, signs.isSubset(of: ["[", "]", "<", ">", ":", ",", "?", "."]),
      names.allSatisfy(canEncode)
    else { return nil }
    return (.value(.json), tokens.last?.isSign("?") == true || names.first == "Optional")
  }

  private func canEncode(_ name: String) -> Bool {
    ["Array", "Set", "Dictionary", "Optional"].contains(name) || Self.scalars[name] != nil
      || (enums + structs).contains { $0.type.name == name && Self.isCodable($0.type) }
  }
}
