/// A tag of YAML's core schema, or of the types that older versions of YAML have.
struct YAMLTag {
  private static let start = "tag:yaml.org,2002:"
  private static let texts: Set<String> = ["str", "binary", "timestamp"]
  private static let others: Set<String> = [
    "bool", "float", "int", "map", "null", "omap", "seq", "set",
  ]

  private let name: String

  /// Returns `nil` for any other tag.
  init?(tag: String) {
    guard tag.hasPrefix(Self.start) else { return nil }
    name = String(tag.dropFirst(Self.start.count))
    guard Self.texts.contains(name) || Self.others.contains(name) else { return nil }
  }

  /// The scalar as the tag reads it: `!!str 5` is a string, and `!!int "5"` a number.
  func applied(to scalar: YAMLScalar) -> YAMLScalar {
    YAMLScalar(scalar.text, isPlain: !Self.texts.contains(name))
  }
}
