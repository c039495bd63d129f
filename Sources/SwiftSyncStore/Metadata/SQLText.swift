/// The name as a quoted SQL identifier.
///
/// Not inlined: it is called in a hundred places.
@inline(never)
package func quoted(_ name: String) -> String { enclosed(name, in: UInt8(ascii: "\"")) }

/// The text as an SQL string literal.
@inline(never)
package func quotedText(_ text: String) -> String { enclosed(text, in: UInt8(ascii: "'")) }

/// The text between two marks. A mark within it is doubled, also one that a combining character
/// follows.
private func enclosed(_ text: String, in mark: UInt8) -> String {
  var bytes: [UInt8] = []
  bytes.reserveCapacity(text.utf8.count + 2)
  bytes.append(mark)
  for byte in text.utf8 {
    if byte == mark { bytes.append(mark) }
    bytes.append(byte)
  }
  bytes.append(mark)
  return String(decoding: bytes, as: UTF8.self)
}
