extension TemplateValue {
  /// The member with a name, or `undefined`.
  package func member(_ name: String) -> TemplateValue {
    member(.computed(name))
  }

  /// The member with a name, or `undefined`.
  ///
  /// - Parameter index: `name` as a number, if it is one.
  func member(_ name: TemplateName, index: Int? = nil) -> TemplateValue {
    switch self {
    case .object(let object): object.member(name) ?? .undefined
    case .dictionary(let entries):
      name === TemplateName.count ? .int(entries.count) : entries[name.text] ?? .undefined
    case .array(let values): Self.element(of: values, name, index)
    case .string(let text): Self.element(of: text, name, index)
    default: .undefined
    }
  }

  private static func element(
    of values: [TemplateValue], _ name: TemplateName, _ index: Int?
  ) -> TemplateValue {
    if let index { return values.indices.contains(index) ? values[index] : .undefined }
    switch name {
    case .first: return values.first ?? .undefined
    case .last: return values.last ?? .undefined
    case .count: return .int(values.count)
    default: return .undefined
    }
  }

  private static func element(
    of text: String, _ name: TemplateName, _ index: Int?
  ) -> TemplateValue {
    if let index {
      guard index >= 0, let character = text.dropFirst(index).first else { return .undefined }
      return .string(String(character))
    }
    switch name {
    case .first: return text.first.map { .string(String($0)) } ?? .undefined
    case .last: return text.last.map { .string(String($0)) } ?? .undefined
    case .count: return .int(text.count)
    default: return .undefined
    }
  }

  /// The names that `member` knows, for suggestions.
  var memberNames: [String] {
    switch self {
    case .object(let object): object.memberNames
    case .dictionary(let entries): entries.keys
    case .array, .string: ["first", "last", "count"]
    default: []
    }
  }
}

extension TemplateName {
  static let count = stated("count")
  static let first = stated("first")
  static let last = stated("last")
}

extension TemplateValue {
  /// The value as printed by `{{ }}`.
  package var text: String {
    switch self {
    case .undefined, .null: ""
    case .bool(let value): value ? "true" : "false"
    case .int(let value): String(value)
    case .double(let value): value.description
    case .string(let value): value
    case .array, .dictionary, .object: debugText(depth: 0)
    }
  }

  /// The value as shown inside a printed list, where strings are quoted.
  ///
  /// Objects may refer to each other in cycles, hence the limit.
  private func debugText(depth: Int) -> String {
    if depth > 32 { return "…" }
    switch self {
    case .undefined, .null: return "nil"
    case .string(let value): return value.debugDescription
    case .array(let values):
      return "[" + values.map { $0.debugText(depth: depth + 1) }.joined(separator: ", ") + "]"
    case .dictionary(let entries):
      return Self.debugText(of: entries.entries, depth: depth)
    case .object(let object):
      // An object's members are usually objects again, so their names are sufficient.
      if depth > 0 { return "{" + object.memberNames.sorted().joined(separator: ", ") + "}" }
      return Self.debugText(of: object.sortedMembers, depth: depth)
    default: return text
    }
  }

  private static func debugText(of entries: [TemplateDictionary.Entry], depth: Int) -> String {
    if entries.isEmpty { return "[:]" }
    let texts = entries.map {
      $0.key.debugDescription + ": " + $0.value.debugText(depth: depth + 1)
    }
    return "[" + texts.joined(separator: ", ") + "]"
  }
}

extension TemplateObject {
  /// All members with their values, in the order of their names.
  package var sortedMembers: [TemplateDictionary.Entry] {
    memberNames.sorted().map { (key: $0, value: member(.computed($0)) ?? .undefined) }
  }
}
