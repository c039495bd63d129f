import SyncGenSchema
import SyncGenYAML

/// Enums that several members or parameters declare in place with the same values.
struct OpenAPISharedEnums {
  private struct Uses {
    /// The keys in snake_case.
    var keys: [[String]] = []
    var descriptions: Set<String> = []
  }

  private var uses: [[String]: Uses] = [:]

  init(_ document: OpenAPIDocument) {
    if !document.isOwn { walk(document.root, depth: 0) }
  }

  /// A name of the words that the different keys of an enum have in common, after the owner if it is
  /// only one word; `nil` if there is only one key, or if nothing is common.
  func name(of values: [String], in owner: String) -> String? {
    guard let keys = uses[values]?.keys, keys.count > 1 else { return nil }
    let start = Self.commonStart(keys)
    let end = Self.commonStart(keys.map { $0.reversed() }).reversed()
    let words = start.isEmpty ? Array(end) : start
    guard words.count < 2 else { return words.joined(separator: "_") }
    return words.first.map { "\(owner) \($0)" }
  }

  /// Whether its uses have different descriptions.
  func isDescribedDifferently(_ values: [String]) -> Bool {
    (uses[values]?.descriptions.count ?? 0) > 1
  }

  private static func commonStart(_ all: [[String]]) -> [String] {
    guard var start = all.first else { return [] }
    for words in all { start = zip(start, words).prefix { $0 == $1 }.map(\.0) }
    return start
  }

  private mutating func walk(_ node: YAMLNode, depth: Int) {
    guard depth < 64 else { return }
    for pair in node["properties"]?.pairs ?? [] { add(pair.value, pair.key, depth: 0) }
    if ["query", "header"].contains(node["in"]?.text ?? ""), let name = node["name"]?.text,
      let schema = node["schema"]
    {
      add(schema, name, depth: 0)
    }
    for pair in node.pairs where pair.key != "example" && pair.key != "examples" {
      walk(pair.value, depth: depth + 1)
    }
    for element in node.elements { walk(element, depth: depth + 1) }
  }

  private mutating func add(_ node: YAMLNode, _ key: String, depth: Int) {
    guard depth < 8 else { return }
    if let items = node["items"] {
      return add(items, Inflection.singular(OpenAPINames.snake(key)), depth: depth + 1)
    }
    let values = (node["enum"]?.elements ?? []).filter { !$0.isNull }.compactMap(\.text)
    guard values.count > 1 else { return }
    let words = OpenAPINames.snake(key).split(separator: "_").map(String.init)
    var known = uses[values] ?? Uses()
    if !known.keys.contains(words) { known.keys.append(words) }
    if let text = node["description"]?.text { known.descriptions.insert(text) }
    uses[values] = known
  }
}
