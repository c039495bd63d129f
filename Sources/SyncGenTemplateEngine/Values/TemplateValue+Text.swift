extension TemplateValue {
  /// The value as `{{ }}` prints it.
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

  /// The value as it looks inside a printed list: strings are quoted.
  ///
  /// Objects may refer to each other in circles, hence the limit.
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
      // An object's members are usually objects again; their names say enough.
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
