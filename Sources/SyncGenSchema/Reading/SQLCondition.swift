/// Scans a condition, or another expression, that becomes part of an SQL statement.
enum SQLCondition {
  /// A description of anything that would reach beyond the condition, for messages; `nil` if there
  /// is none.
  ///
  /// It does not check whether SQLite can compile the condition.
  static func flaw(of condition: String) -> String? {
    let bytes = Array(condition.utf8)
    var depth = 0
    var index = 0
    while index < bytes.count {
      if let end = closing(of: bytes[index]) {
        guard let close = bytes[(index + 1)...].firstIndex(of: end) else {
          return "an unclosed quotation"
        }
        index = close
      } else if let flaw = flaw(at: index, in: bytes, &depth) {
        return flaw
      }
      index += 1
    }
    return depth > 0 ? "an unclosed '('" : nil
  }

  /// The end of a string or a quoted name. A doubled mark ends it and begins the next.
  static func closing(of byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"): byte
    case UInt8(ascii: "["): UInt8(ascii: "]")
    default: nil
    }
  }

  private static func flaw(at index: Int, in bytes: [UInt8], _ depth: inout Int) -> String? {
    let next = index + 1 < bytes.count ? bytes[index + 1] : 0
    switch (bytes[index], next) {
    case (UInt8(ascii: ";"), _): return "a ';'"
    case (UInt8(ascii: "-"), UInt8(ascii: "-")), (UInt8(ascii: "/"), UInt8(ascii: "*")):
      return "a comment"
    case (UInt8(ascii: "("), _): depth += 1
    case (UInt8(ascii: ")"), _):
      depth -= 1
      if depth < 0 { return "a ')' without a '('" }
    default: break
    }
    return nil
  }
}
