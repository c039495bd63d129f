package import SyncGenDiagnostics

/// A value in a YAML file with its place. Scalars are not interpreted.
package struct YAMLNode: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    case scalar(YAMLScalar)
    case sequence([YAMLNode])
    /// A mapping in the order of the file, with distinct keys.
    case mapping([YAMLPair])
  }

  package let content: Content
  package let span: SourceSpan

  package init(_ content: Content, at span: SourceSpan) {
    self.content = content
    self.span = span
  }
}

/// The text of a scalar after YAML's unescaping and folding.
package struct YAMLScalar: Hashable, Sendable {
  package let text: String
  /// Whether the scalar is written without quotation marks, so that YAML might interpret e.g. `no`
  /// differently.
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

/// The pairs of a mapping that is being read, with distinct keys.
struct YAMLKeys {
  private(set) var pairs: [YAMLPair] = []
  /// The positions in `pairs`. Most mappings are small, and a linear search is faster than hashing.
  private var positions: [String: Int] = [:]

  private static let fewKeys = 16
  private static let usualKeys = 4

  /// Appends a pair, unless its key exists, in which case the first pair with the key is returned.
  mutating func add(_ pair: consuming YAMLPair) -> YAMLPair? {
    if pairs.count < Self.fewKeys {
      for index in pairs.indices where pairs[index].key == pair.key { return pairs[index] }
      // Growing costs more than a few unused bytes.
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

/// Limits on reading a file, so that no file exhausts memory or the stack.
enum YAMLLimits {
  /// The maximum depth of mappings and sequences. A schema needs about ten.
  static let depth = 64
  /// The maximum number of nodes that aliases may add, counted for each repetition.
  static let aliasedNodes = 100_000
  /// The maximum number of question marks after brackets that are reported; each requires another
  /// pass over the file.
  static let questionMarks = 64
  /// The maximum number of places from which surrogate pairs are combined; each requires another
  /// pass over the file. A file in JSON requires one.
  static let surrogatePasses = 256
}
