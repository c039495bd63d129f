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

/// The pairs of a mapping that is being read, each key once.
struct YAMLKeys {
  private(set) var pairs: [YAMLPair] = []
  /// Positions in `pairs`. Most mappings are small, and looking through them is faster than hashing.
  private var positions: [String: Int] = [:]

  private static let fewKeys = 16
  private static let usualKeys = 4

  /// Appends a pair, unless its key is there: then the first pair with it is returned.
  mutating func add(_ pair: consuming YAMLPair) -> YAMLPair? {
    if pairs.count < Self.fewKeys {
      for index in pairs.indices where pairs[index].key == pair.key { return pairs[index] }
      // Growing costs more than the few bytes.
      if pairs.isEmpty { pairs.reserveCapacity(Self.usualKeys) }
    } else {
      if positions.isEmpty { for index in pairs.indices { positions[pairs[index].key] = index } }
      if let first = positions[pair.key] { return pairs[first] }
      positions[pair.key] = pairs.count
    }
    pairs.append(pair)
    return nil
  }
}

/// How much of a file is read before it is refused, so that no file exhausts memory or the stack.
enum YAMLLimits {
  /// Mappings and sequences inside each other. A schema needs about ten.
  static let depth = 64
  /// Nodes that aliases may add, counted as often as they are repeated.
  static let aliasedNodes = 100_000
  /// Optional lists without quotation marks; each costs another pass over the file.
  static let questionMarks = 256
}
