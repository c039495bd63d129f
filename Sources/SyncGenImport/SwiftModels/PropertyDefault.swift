import SyncGenSchema

/// The default of a property as stated in the schema.
enum PropertyDefault {
  /// Returns nil if it is not a constant.
  static func value(
    _ tokens: [SwiftSourceToken], _ type: ImportedTypeName, _ model: ImportedEnum?
  ) -> YAMLValue? {
    let text = tokens.map(\.text).joined()
    if text == "[]" || text == "[:]" || isEmptyCall(tokens) {
      switch type {
      case .list: return .list([])
      case .dictionary: return .mapping([])
      case .scalar(.json): return text == "[]" ? .list([]) : text == "[:]" ? .mapping([]) : nil
      default: if tokens.first?.isSign("[") == true { return nil }
      }
    }
    if let model, case .named = type {
      guard let name = tokens.last, tokens.count >= 2, tokens[tokens.count - 2].isSign("."),
        let found = model.cases.first(where: { $0.name == name.text })
      else { return nil }
      return model.isInteger ? .word(found.value) : .text(found.value)
    }
    guard case .scalar(let scalar) = type else { return nil }
    switch scalar {
    case .string:
      guard tokens.count == 1, case .string(let text?) = tokens[0].kind else { return nil }
      return .text(text)
    case .int: return Int(plain(text)).map { .number($0) }
    case .double: return Double(plain(text)).map { .word("\($0)") }
    case .decimal: return Double(plain(text)) == nil ? nil : .text(plain(text))
    case .bool: return ["true": .flag(true), "false": .flag(false)][text]
    case .date:
      return ["Date()", "Date.now", ".now", "Date.init()", ".init()"].contains(text)
        ? .word("now") : nil
    case .uuid: return ["UUID()", ".init()", "UUID.init()"].contains(text) ? .word("new") : nil
    case .day, .url, .data, .json: return nil
    }
  }

  /// Whether it is a call without arguments, such as `[String]()` and `.init()`.
  private static func isEmptyCall(_ tokens: [SwiftSourceToken]) -> Bool {
    guard tokens.count > 2, tokens[tokens.count - 2].isSign("("),
      tokens[tokens.count - 1].isSign(")")
    else { return false }
    let called = tokens[tokens.count - 3]
    return called.isSign("]") || called.isSign(">") || called.isWord("init")
  }

  private static func plain(_ text: String) -> String {
    String(decoding: text.utf8.filter { $0 != UInt8(ascii: "_") }, as: UTF8.self)
  }
}
