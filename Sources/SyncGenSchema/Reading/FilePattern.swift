/// The name of a file in which `*` stands for any text, e.g. `*.yaml`.
struct FilePattern {
  static let mark: Character = "*"

  private let parts: [Substring]

  init(_ text: String) {
    parts = text.split(separator: Self.mark, omittingEmptySubsequences: false)
  }

  /// Whether a name matches. Names that begin with a dot are hidden, and match nothing.
  func matches(_ name: String) -> Bool {
    guard let first = parts.first, let last = parts.last, name.hasPrefix(first),
      !name.hasPrefix("."), parts.count > 1
    else { return false }
    var rest = name.dropFirst(first.count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let range = rest.firstRange(of: part) else { return false }
      rest = rest[range.upperBound...]
    }
    return rest.count >= last.count && rest.hasSuffix(last)
  }
}
