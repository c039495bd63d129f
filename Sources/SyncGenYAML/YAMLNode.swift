package import SyncGenDiagnostics

/// A value in a YAML file with its place. Scalars are not interpreted.
package struct YAMLNode: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    case scalar(YAMLScalar)
    case sequence([YAMLNode])
    /// In the order of the file; keys are different from each other.
    case mapping([YAMLPair])
  }

  package let content: Content
  package let span: SourceSpan
  /// Whether a `?` stands directly after the closing bracket, as in `[string]?`.
  ///
  /// YAML knows no such thing; the schema language writes optional lists so.
  package let hasQuestionMark: Bool

  package init(_ content: Content, at span: SourceSpan, hasQuestionMark: Bool = false) {
    self.content = content
    self.span = span
    self.hasQuestionMark = hasQuestionMark
  }
}

/// The text of a scalar, as YAML unescapes and folds it.
package struct YAMLScalar: Hashable, Sendable {
  package let text: String
  /// Whether it stands without quotation marks, so that YAML might read `no` as something else.
  package let isPlain: Bool

  package init(_ text: String, isPlain: Bool) {
    self.text = text
    self.isPlain = isPlain
  }
}

/// A key of a mapping with its value.
package struct YAMLPair: Hashable, Sendable {
  package let key: String
  package let keySpan: SourceSpan
  package let value: YAMLNode

  package init(key: String, at keySpan: SourceSpan, value: YAMLNode) {
    self.key = key
    self.keySpan = keySpan
    self.value = value
  }
}
