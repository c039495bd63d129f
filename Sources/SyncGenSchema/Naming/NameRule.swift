import SyncGenDiagnostics

/// The two forms of names in a schema. Both are ASCII, so that they mean the same everywhere.
package enum NameRule {
  enum Style {
    case upperCamelCase
    case lowerCamelCase
  }

  package static func isUpperCamelCase(_ name: String) -> Bool {
    guard let first = name.utf8.first, (65...90).contains(first) else { return false }
    return name.consists(of: isLetterOrDigit)
  }

  static func isLowerCamelCase(_ name: String) -> Bool {
    guard let first = name.utf8.first, (97...122).contains(first) else { return false }
    return name.consists(of: isLetterOrDigit)
  }

  static func matches(_ name: String, _ style: Style) -> Bool {
    switch style {
    case .upperCamelCase: isUpperCamelCase(name)
    case .lowerCamelCase: isLowerCamelCase(name)
    }
  }

  /// Whether a name consists of letters, digits and underscores, and does not begin with a digit.
  static func isTableName(_ name: String) -> Bool {
    guard let first = name.utf8.first, !(48...57).contains(first) else { return false }
    return name.consists { isLetterOrDigit($0) || $0 == UInt8(ascii: "_") }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
  }

  /// A name similar to `name` in the required style; `nil` if no suggestion is useful.
  ///
  /// `URLString` becomes `urlString`, `due_on` becomes `dueOn`.
  static func proposal(for name: String, _ style: Style) -> String? {
    let words = NameStyle()
    let letters = name.utf8.map {
      isLetterOrDigit($0) ? $0 : UInt8(ascii: "_")
    }
    guard name.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    let text = String(decoding: letters, as: UTF8.self)
    let snake = text.split(separator: "_").map { words.snakeCase(String($0)) }.joined(
      separator: "_")
    let proposed =
      style == .upperCamelCase ? words.upperCamelCase(snake) : words.camelCase(snake)
    return matches(proposed, style) && proposed != name ? proposed : nil
  }
}
