import SyncGenDiagnostics

/// Values as they are written in a language.
struct LanguageLiteral: Sendable {
  static let all = [
    LanguageLiteral(
      .kotlin, escapesDollar: true, list: ("listOf(", ")"), dictionary: ("mapOf(", " to ", ")")),
    LanguageLiteral(.typescript, dictionary: ("{ ", ": ", " }")),
    LanguageLiteral(.dart, escapesDollar: true),
    LanguageLiteral(.python, null: "None", booleans: ("False", "True")),
  ]

  let language: SourceLanguage
  private let null: String
  private let booleans: (no: String, yes: String)
  private let escapesDollar: Bool
  private let list: (open: String, close: String)
  private let dictionary: (open: String, colon: String, close: String)

  private init(
    _ language: SourceLanguage, null: String = "null",
    booleans: (String, String) = ("false", "true"), escapesDollar: Bool = false,
    list: (String, String) = ("[", "]"), dictionary: (String, String, String) = ("{", ": ", "}")
  ) {
    self.language = language
    self.null = null
    self.booleans = booleans
    self.escapesDollar = escapesDollar
    self.list = list
    self.dictionary = dictionary
  }

  func text(of value: TemplateValue) throws(FilterError) -> String {
    switch value {
    case .null: return null
    case .bool(let flag): return flag ? booleans.yes : booleans.no
    case .int(let number): return integer(number)
    case .double(let number):
      guard number.isFinite else { throw FilterError("cannot write the number \(number)") }
      return number.description
    case .string(let text): return string(text)
    case .array(let values):
      var texts: [String] = []
      for value in values { texts.append(try text(of: value)) }
      return list.open + texts.joined(separator: ", ") + list.close
    case .dictionary(let entries):
      var texts: [String] = []
      for (key, value) in entries.entries {
        texts.append(string(key) + dictionary.colon + (try text(of: value)))
      }
      if texts.isEmpty {
        return dictionary.open.filter { $0 != " " } + dictionary.close.filter { $0 != " " }
      }
      return dictionary.open + texts.joined(separator: ", ") + dictionary.close
    case .undefined, .object: throw FilterError("needs a value, found \(value.kindName)")
    }
  }

  private func integer(_ number: Int) -> String {
    guard language == .kotlin else { return String(number) }
    // The number without its sign would be out of range.
    if number == Int.min { return "Long.MIN_VALUE" }
    return Int32(exactly: number) == nil ? "\(number)L" : String(number)
  }

  private func string(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "$" where escapesDollar: result += "\\$"
      case _ where scalar.properties.generalCategory == .control || scalar.isHiddenInSource:
        result += escape(scalar)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// The escape of a character; in Python one for the whole character, elsewhere one for each of its
  /// UTF-16 code units.
  private func escape(_ scalar: Unicode.Scalar) -> String {
    if language == .python, scalar.value > 0xFFFF {
      return "\\U" + Self.hexadecimal(scalar.value, digits: 8)
    }
    return String(scalar).utf16.map { "\\u" + Self.hexadecimal(UInt32($0), digits: 4) }.joined()
  }

  private static func hexadecimal(_ value: UInt32, digits count: Int) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: count - digits.utf8.count) + digits
  }
}
