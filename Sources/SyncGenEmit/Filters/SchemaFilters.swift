import SyncGenDiagnostics
import SyncGenSchema
import SyncGenTemplateEngine

/// The filters of schema templates, in addition to those of the language.
enum SchemaFilters {
  static let table: FilterTable = {
    var table = FilterTable.standard
    registerNames(in: &table)
    registerLiterals(in: &table)
    registerLayout(in: &table)
    return table
  }()

  private static func registerNames(in table: inout FilterTable) {
    table.register("plural") { value, arguments throws(FilterError) in
      try arguments.requireCount(atMost: 0)
      return .string(Inflection.plural(try value.requireString()))
    }
    table.register("singular") { value, arguments throws(FilterError) in
      try arguments.requireCount(atMost: 0)
      return .string(Inflection.singular(try value.requireString()))
    }
    table.register("snakeCase") { value, arguments throws(FilterError) in
      try arguments.requireCount(atMost: 0)
      return .string(NameStyle().snakeCase(try value.requireString()))
    }
    table.register("sqlIdentifier") { value, arguments throws(FilterError) in
      try arguments.requireCount(atMost: 0)
      return .string(SQLIdentifier.quoted(try value.requireString()))
    }
  }

  private static func registerLiterals(in table: inout FilterTable) {
    table.register("swiftLiteral") { value, arguments throws(FilterError) in
      try arguments.requireCount(atMost: 0)
      return .string(try swiftLiteral(value))
    }
    table.register("jsonLiteral") { value, arguments throws(FilterError) in
      try arguments.requireCount(atMost: 0)
      return .string(try jsonLiteral(value))
    }
    table.register("htmlText") { value, arguments throws(FilterError) in
      try arguments.requireCount(atMost: 0)
      return .string(HTMLText.escaped(try value.requireString()))
    }
    table.register("sqlLiteral") { value, arguments throws(FilterError) in
      try arguments.requireCount(atMost: 0)
      return .string(try sqlLiteral(value))
    }
    table.register("swiftText") { value, arguments throws(FilterError) in
      try arguments.requireCount(atMost: 0)
      return .string(SwiftText.multiline(try value.requireString()))
    }
  }

  private static func registerLayout(in table: inout FilterTable) {
    table.register("wrapped") { value, arguments throws(FilterError) in
      try arguments.requireCount(atMost: 0)
      return .string(LineWrapper.wrap(try value.requireString()))
    }
    table.register("sqlLines") { value, arguments throws(FilterError) in
      try arguments.requireCount(atMost: 0)
      return .string(SQLLines.text(of: try value.requireString()))
    }
    table.register("comment") { value, arguments throws(FilterError) in
      try arguments.requireCount(atMost: 2)
      let mark = try arguments.requireText(at: 0, "the comment mark")
      return .string(
        CommentWrapper.comment(
          try value.requireString(), mark: mark,
          indentation: try arguments.integer(at: 1, "the indentation") ?? 0))
    }
  }

  /// Quoted strings, numbers and booleans, and lists and dictionaries in brackets.
  private static func swiftLiteral(_ value: TemplateValue) throws(FilterError) -> String {
    switch value {
    case .null: return "nil"
    case .bool, .double: return value.text
    case .int(let number): return SwiftText.integer(Int64(number))
    case .string(let text): return SwiftText.string(text)
    case .array(let values):
      var texts: [String] = []
      for value in values { texts.append(try swiftLiteral(value)) }
      return "[" + texts.joined(separator: ", ") + "]"
    case .dictionary(let dictionary):
      var texts: [String] = []
      for (key, value) in dictionary.entries {
        texts.append("\(SwiftText.string(key)): \(try swiftLiteral(value))")
      }
      return texts.isEmpty ? "[:]" : "[" + texts.joined(separator: ", ") + "]"
    case .undefined, .object: throw FilterError("needs a value, found \(value.kindName)")
    }
  }

  /// Compact JSON.
  private static func jsonLiteral(_ value: TemplateValue) throws(FilterError) -> String {
    switch value {
    case .null: return "null"
    case .bool, .int, .double: return value.text
    case .string(let text): return jsonLiteral(text)
    case .array(let values):
      var texts: [String] = []
      for value in values { texts.append(try jsonLiteral(value)) }
      return "[" + texts.joined(separator: ",") + "]"
    case .dictionary(let dictionary):
      var texts: [String] = []
      for (key, value) in dictionary.entries {
        texts.append("\(jsonLiteral(key)):\(try jsonLiteral(value))")
      }
      return "{" + texts.joined(separator: ",") + "}"
    case .undefined, .object: throw FilterError("needs a value, found \(value.kindName)")
    }
  }

  /// A string as JSON inside a raw string of Swift.
  static func jsonLiteral(_ text: String) -> String {
    // After a backslash, the mark of a raw string would begin an escape of Swift.
    let json = JSONString.quotedInSource(text)
    guard json.utf8.contains(UInt8(ascii: "#")) else { return json }
    return json.unicodeScalars.map { $0 == "#" ? JSONString.escape($0) : String($0) }.joined()
  }

  private static func sqlLiteral(_ value: TemplateValue) throws(FilterError) -> String {
    switch value {
    case .null: "NULL"
    case .bool(let flag): flag ? "1" : "0"
    case .int, .double: value.text
    case .string(let text): SQLText.string(text)
    case .undefined, .array, .dictionary, .object:
      throw FilterError("needs a string, a number or a boolean, found \(value.kindName)")
    }
  }
}

extension [TemplateValue] {
  fileprivate func integer(at index: Int, _ what: String) throws(FilterError) -> Int? {
    guard index < count else { return nil }
    guard case .int(let number) = self[index], number >= 0 else {
      throw FilterError("needs a number as \(what), found \(self[index].kindName)")
    }
    return number
  }
}
