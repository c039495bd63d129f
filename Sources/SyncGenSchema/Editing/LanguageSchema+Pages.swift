/// `page` of an endpoint.
extension LanguageSchema {
  /// A mapping with exactly one style. `next` is a style only without `cursor`.
  static let page: String = {
    let styles: [[PageKey]] = [
      [.number], [.offset], [.cursor, .next], [.after, .last], [.link],
    ]
    let stated = styles.map { keys in
      "{ \"required\": [\(keys.map { "\"\($0.rawValue)\"" }.joined(separator: ", "))] }"
    }
    let nextAlone = #"{ "required": ["next"], "not": { "required": ["cursor"] } }"#
    return object(
      PageKey.self, and: "\"oneOf\": [\((stated + [nextAlone]).joined(separator: ", "))]")
  }()
}
