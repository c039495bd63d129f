package import SyncGenSchema

/// Converts names of sources to names of the schema language.
package enum ImportNames {
  /// The name of a member, e.g. `createdAt` for `created_at`, `CreatedAt` and `created-at`, or
  /// `plus1` for `+1`.
  package static func member(_ text: String, _ style: NameStyle) -> String {
    let name = style.camelCase(snake(text, style))
    guard let first = name.utf8.first else { return "value" }
    return (48...57).contains(first) ? "value" + name : name
  }

  /// The name of a type, e.g. `OrderDetails` for `order details`. A name that Swift can have is
  /// kept, also before a blank: `CDPage`, `TVSeries`, `JsonSchemaPart` for `JsonSchema part`.
  package static func type(_ text: String, _ style: NameStyle) -> String {
    if NameRule.isUpperCamelCase(text) { return text }
    if let blank = text.firstIndex(of: " "), NameRule.isUpperCamelCase(String(text[..<blank])) {
      return text[..<blank] + style.upperCamelCase(snake(String(text[blank...]), style))
    }
    let name = style.upperCamelCase(snake(text, style))
    guard let first = name.utf8.first else { return "Item" }
    return (48...57).contains(first) ? "Item" + name : name
  }

  /// The words in lower case, joined by underscores, without accents; empty if the text has neither
  /// Latin letters nor digits.
  package static func snake(_ text: String, _ style: NameStyle) -> String {
    var letters: [UInt8] = []
    let plain = text.utf8.allSatisfy { $0 < 0x80 } ? text : LatinLetters.plain(text)
    for (index, byte) in plain.utf8.enumerated() {
      if (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) {
        letters.append(byte)
      } else {
        letters.append(UInt8(ascii: "_"))
        if index == 0, let word = signs[byte] { letters += Array(word.utf8) + [UInt8(ascii: "_")] }
      }
    }
    return String(decoding: letters, as: UTF8.self).split(separator: "_")
      .map { style.snakeCase(String($0)) }.joined(separator: "_")
  }

  private static let signs: [UInt8: String] = [
    UInt8(ascii: "+"): "plus", UInt8(ascii: "-"): "minus",
  ]
}

/// The taken names in a scope in which names must differ ignoring case.
struct TakenNames {
  private var names: Set<String> = []

  func has(_ name: String) -> Bool { names.contains(name.lowercased()) }

  mutating func take(_ name: String) { names.insert(name.lowercased()) }

  /// Reserves and returns the first of `name`, `name2`, `name3`, … whose names are all free.
  mutating func unique(_ name: String, also others: (String) -> [String] = { _ in [] }) -> String {
    var candidate = name
    var count = 2
    while has(candidate) || others(candidate).contains(where: has) {
      candidate = "\(name)\(count)"
      count += 1
    }
    for taken in [candidate] + others(candidate) { take(taken) }
    return candidate
  }
}
