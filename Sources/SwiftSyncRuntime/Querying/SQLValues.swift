/// Puts values into a statement's text while it is written: as parameters, or spelled out.
struct SQLValues {
  /// Whether values are spelled out, for a condition that has to be one text.
  let isSpelledOut: Bool
  /// The values of the parameters, from `?1` on.
  private(set) var parameters: [StoredValue] = []

  init(spelledOut isSpelledOut: Bool = false) {
    self.isSpelledOut = isSpelledOut
  }

  /// The text that stands for the value.
  mutating func place(_ value: StoredValue) -> String {
    if isSpelledOut { return Self.literal(value) }
    parameters.append(value)
    return "?\(parameters.count)"
  }

  private static func literal(_ value: StoredValue) -> String {
    switch value {
    case .null: "NULL"
    case .integer(let integer): "\(integer)"
    case .real(let real): "\(real)"
    // SQLite ends its text of a statement at the first zero.
    case .text(let text) where text.utf8.contains(0): "CAST(\(hexadecimal(text.utf8)) AS TEXT)"
    case .text(let text):
      "'\(text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''"))'"
    case .blob(let bytes): hexadecimal(bytes)
    }
  }

  private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef")
    return "x'" + bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] } + "'"
  }
}
