/// How much of a file is read before it is refused, so that no file exhausts memory or the stack.
enum YAMLLimits {
  /// Mappings and sequences inside each other. A schema needs about ten.
  static let depth = 64
  /// Nodes that aliases may add, counted as often as they are repeated.
  static let aliasedNodes = 100_000
  /// Optional lists without quotation marks; each costs another pass over the file.
  static let questionMarks = 256
}
