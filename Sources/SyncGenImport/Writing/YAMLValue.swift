import SyncGenDiagnostics

/// A value of a schema that is being written.
package indirect enum YAMLValue: Hashable, Sendable {
  /// A string, in quotation marks if YAML would misread it.
  case text(String)
  /// A verbatim value: a number, `true`, or a type such as `[Todo]`.
  case word(String)
  case list([YAMLValue])
  case mapping([YAMLEntry])

  package static func flag(_ value: Bool) -> YAMLValue { .word(value ? "true" : "false") }
  package static func number(_ value: Int) -> YAMLValue { .word("\(value)") }
  package static func texts(_ texts: [String]) -> YAMLValue { .list(texts.map { .text($0) }) }

  /// The value of a setting.
  init(_ document: JSONDocument) {
    switch document {
    case .json(let word): self = .word(word)
    case .text(let text): self = .text(text)
    case .array(let elements), .row(let elements): self = .list(elements.map(YAMLValue.init))
    case .object(let object):
      self = .mapping(object.members.map { YAMLEntry($0.key, YAMLValue($0.value)) })
    }
  }
}

/// A key with its value and comments.
package struct YAMLEntry: Hashable, Sendable {
  package var key: String
  package var value: YAMLValue
  /// Comments above it, one line each.
  package var comments: [ImportNote] = []
  /// A comment after it.
  package var remark: ImportNote?
  /// Whether a mapping has one line for each key although a single line would be sufficient.
  package var isBlock = false
  /// Whether there is a blank line above.
  package var hasGap = false
  /// The declaration, so that a diagnostic at its lines finds it.
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

extension [YAMLEntry] {
  mutating func add(_ key: String, text: String?) {
    if let text { append(YAMLEntry(key, .text(text))) }
  }

  /// Adds prose, whose line breaks do not matter.
  mutating func add(_ key: String, prose: String?) {
    add(key, text: prose?.inOneLine)
  }
}

extension String {
  /// The text with each run of white space replaced by one blank.
  var inOneLine: String {
    split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
