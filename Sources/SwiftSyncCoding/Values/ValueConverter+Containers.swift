package import SwiftSyncValues

extension ValueConverter {
  /// Compact JSON with sorted keys and numbers as spelled.
  package func json(_ token: JSONToken, in arena: ByteArena) -> BoundValue? {
    arena.build { JSONTree.append(token, to: &$0, arena) }.map(BoundValue.text)
  }

  /// The JSON text of the elements, each in its canonical form.
  package func array(_ token: JSONToken, in arena: ByteArena) -> BoundValue? {
    guard token.kind == .array else { return nil }
    return arena.build { text in
      var scanner = JSONScanner(token.slice)
      do {
        return try appendElements(of: &scanner, to: &text, arena)
      } catch {
        return false
      }
    }.map(BoundValue.text)
  }

  private func appendElements(
    of scanner: inout JSONScanner, to text: inout [UInt8], _ arena: ByteArena
  ) throws(JSONError) -> Bool {
    guard let element = details?.element, let type = details?.elementType else { return false }
    text.append(UInt8(ascii: "["))
    var isFirst = true
    try scanner.beginArray()
    while try scanner.nextElement() {
      if !isFirst { text.append(UInt8(ascii: ",")) }
      isFirst = false
      let token = try scanner.readValue()
      if element.rule == .string, !element.rules.editsText, let plain = token.plainText {
        JSONText.append(plain: plain, to: &text)
        continue
      }
      guard Self.append(token, by: element, type, to: &text, arena) else { return false }
    }
    text.append(UInt8(ascii: "]"))
    return true
  }

  /// The JSON text of the values, sorted by key. If a key is repeated, its last value is used.
  package func dictionary(_ token: JSONToken, in arena: ByteArena) -> BoundValue? {
    guard token.kind == .object else { return nil }
    return arena.build { text in
      do {
        let members = try JSONTree.sortedMembers(of: token, arena)
        return appendMembers(members, to: &text, arena)
      } catch {
        return false
      }
    }.map(BoundValue.text)
  }

  private func appendMembers(
    _ members: [JSONTree.Member], to text: inout [UInt8], _ arena: ByteArena
  ) -> Bool {
    guard let element = details?.element, let type = details?.elementType else { return false }
    text.append(UInt8(ascii: "{"))
    var isFirst = true
    for member in members {
      guard !member.hasInvalidKey else { return false }
      if !isFirst { text.append(UInt8(ascii: ",")) }
      isFirst = false
      JSONText.append(string: member.key, to: &text)
      text.append(UInt8(ascii: ":"))
      guard Self.append(member.value, by: element, type, to: &text, arena) else { return false }
    }
    text.append(UInt8(ascii: "}"))
    return true
  }

  /// The value of an element of a list or a dictionary, in which only `json` may be null.
  package func convertElement(_ token: JSONToken, in arena: ByteArena) -> BoundValue? {
    guard token.kind != .null || rule == .json else { return nil }
    return convert(token, in: arena)
  }

  private static func append(
    _ token: JSONToken, by element: ValueConverter, _ type: ValueType, to text: inout [UInt8],
    _ arena: ByteArena
  ) -> Bool {
    guard let value = element.convertElement(token, in: arena) else { return false }
    return JSONText.append(value, of: type, form: .stored, to: &text)
  }
}
