extension TemplateValue {
  /// The member of that name, or `undefined`.
  package func member(_ name: String) -> TemplateValue {
    member(.computed(name))
  }

  /// The member of that name, or `undefined`.
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

  /// The names that `member` would answer, for suggestions.
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
