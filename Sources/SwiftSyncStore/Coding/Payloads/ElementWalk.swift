import SwiftSyncValues

/// Follows a path from a list to a value inside it.
struct ElementWalk {
  enum Result {
    case missing
    case null
    case value(JSONToken)
    case misplaced(expected: String, JSONToken)
  }

  private let arena: ByteArena

  init(_ arena: ByteArena) {
    self.arena = arena
  }

  func follow(_ steps: ArraySlice<PathStep>, from token: JSONToken) throws(JSONError) -> Result {
    if token.kind == .null { return .null }
    switch steps.first {
    case nil: return .value(token)
    case .key(let key)?:
      guard token.kind == .object else { return .misplaced(expected: "an object", token) }
      let members = try JSONTree.sortedMembers(of: token, arena)
      guard let member = members.last(where: { $0.key.isSame(as: key) }) else { return .missing }
      return try follow(steps.dropFirst(), from: member.value)
    case .index(let index)?:
      guard token.kind == .array else { return .misplaced(expected: "a list", token) }
      let elements = try elements(of: token)
      guard elements.indices.contains(index) else { return .null }
      return try follow(steps.dropFirst(), from: elements[index])
    case .each?: return try collect(steps.dropFirst(), from: token)
    }
  }

  /// The values of all elements as a list.
  private func collect(
    _ steps: ArraySlice<PathStep>, from token: JSONToken
  ) throws(JSONError) -> Result {
    guard token.kind == .array else { return .misplaced(expected: "a list", token) }
    var found: [JSONSlice] = []
    for element in try elements(of: token) {
      switch try follow(steps, from: element) {
      case .missing: continue
      case .null: found.append(arena.copy("null"))
      case .value(let token): found.append(Self.text(of: token, in: arena))
      case .misplaced(let expected, let token):
        return .misplaced(expected: expected, token)
      }
    }
    var scanner = JSONScanner(JSONList.text(of: found, in: arena))
    return .value(try scanner.readValue())
  }

  private func elements(of token: JSONToken) throws(JSONError) -> [JSONToken] {
    var elements: [JSONToken] = []
    var scanner = JSONScanner(token.slice)
    try scanner.beginArray()
    while try scanner.nextElement() { elements.append(try scanner.readValue()) }
    return elements
  }

  /// The JSON of a value.
  private static func text(of token: JSONToken, in arena: ByteArena) -> JSONSlice {
    guard token.kind == .string else { return token.slice }
    return arena.build { text in
      text.append(UInt8(ascii: "\""))
      text.append(contentsOf: token.slice.bytes)
      text.append(UInt8(ascii: "\""))
      return true
    } ?? token.slice
  }
}
