/// A value of a schema that is being written.
package indirect enum YAMLValue: Hashable, Sendable {
  /// A text, in quotation marks where YAML would misread it.
  case text(String)
  /// What stands as it is: a number, `true`, or a type such as `[Todo]`.
  case word(String)
  case list([YAMLValue])
  case mapping([YAMLEntry])

  package static func flag(_ value: Bool) -> YAMLValue { .word(value ? "true" : "false") }
  package static func number(_ value: Int) -> YAMLValue { .word("\(value)") }
  package static func texts(_ texts: [String]) -> YAMLValue { .list(texts.map { .text($0) }) }
}

/// A key with its value, and what is said about it.
package struct YAMLEntry: Hashable, Sendable {
  package var key: String
  package var value: YAMLValue
  /// Comments above it, a line each.
  package var comments: [String] = []
  /// A comment after it.
  package var remark: String?
  /// Whether a mapping has a line for each key although one line would do.
  package var isBlock = false
  /// Whether a blank line stands above.
  package var hasGap = false
  /// What it declares, so that a diagnostic at its lines finds it.
  var mark: ImportMark?

  package init(_ key: String, _ value: YAMLValue) {
    self.key = key
    self.value = value
  }

  init(block key: String, _ entries: [YAMLEntry], mark: ImportMark? = nil) {
    self.init(key, .mapping(entries))
    isBlock = true
    self.mark = mark
  }
}
