package import SwiftSyncValues

extension ValueConverter {
  /// The text of a string or, unless strict, the spelling of a number or a bool.
  @inline(__always)
  package func text(_ token: JSONToken, in arena: ByteArena) -> JSONSlice? {
    switch token.kind {
    case .string: token.text(in: arena)
    case .number, .bool: rules.isStrict ? nil : token.slice
    case .null, .array, .object: nil
    }
  }

  /// The text of a string, the only JSON type that the attribute's type accepts.
  @inline(__always)
  private func string(_ token: JSONToken, in arena: ByteArena) -> JSONSlice? {
    token.kind == .string ? token.text(in: arena) : nil
  }

  /// The lowercase text.
  package func uuid(_ token: JSONToken, in arena: ByteArena) -> BoundValue? {
    guard let text = string(token, in: arena), let spelling = UUIDText.spelling(text) else {
      return nil
    }
    return .text(spelling == .lowercase ? text : Self.lowercased(text, in: arena))
  }

  func uuidBlob(_ token: JSONToken, in arena: ByteArena) -> BoundValue? {
    guard let text = uuid(token, in: arena) else { return nil }
    let target = arena.allocate(UUIDText.byteCount)
    return UUIDText.read(text.slice, to: target)
      ? .blob(JSONSlice(target, UUIDText.byteCount)) : nil
  }

  private static func lowercased(_ text: JSONSlice, in arena: ByteArena) -> JSONSlice {
    let target = arena.allocate(text.count)
    for index in 0..<text.count { target[index] = text[index].lowercased }
    return JSONSlice(target, text.count)
  }

  package func url(_ token: JSONToken, in arena: ByteArena) -> BoundValue? {
    guard let text = string(token, in: arena), URLText.isValid(text) else { return nil }
    return .text(text)
  }

  package func data(_ token: JSONToken, in arena: ByteArena) -> BoundValue? {
    guard let text = string(token, in: arena) else { return nil }
    return Base64.decode(text, in: arena).map(BoundValue.blob)
  }

  /// A code of three letters, as in ISO 4217. Lowercase letters are converted to upper case, unless
  /// strict.
  package func currencyCode(_ token: JSONToken, in arena: ByteArena) -> BoundValue? {
    guard let text = string(token, in: arena), Money.isCurrency(text.bytes) else { return nil }
    if text.bytes.allSatisfy(\.isUppercaseLetter) { return .text(text) }
    guard !rules.isStrict else { return nil }
    let target = arena.allocate(text.count)
    for index in 0..<text.count { target[index] = text[index] & 0xDF }
    return .text(JSONSlice(target, text.count))
  }

  package func textEnum(_ token: JSONToken, in arena: ByteArena) -> BoundValue? {
    guard let text = text(token, in: arena) else { return nil }
    guard let details else { return .text(text) }
    return details.texts.contains { text == $0 } ? .text(text) : nil
  }

  package func integerEnum(_ token: JSONToken, in arena: ByteArena) -> BoundValue? {
    guard let value = integer(token, in: arena) else { return nil }
    guard let details else { return .integer(value) }
    return details.integers.contains(value) ? .integer(value) : nil
  }
}
