import Foundation

/// The lines of a schema as a tree by their indentation, into which fragments of it can be merged.
struct SchemaText {
  private var roots: [Node]

  private struct Node {
    var line: String
    var children: [Node] = []

    var indentation: Int { line.prefix { $0 == " " }.count }

    /// The text before the first colon, e.g. `- templates`; a line without one is its own key.
    var key: String {
      let text = line.drop { $0 == " " }
      return String(text.firstIndex(of: ":").map { text[..<$0] } ?? text)
    }

    /// Whether it has neither a value nor children, and so says nothing.
    var isEmpty: Bool {
      let value = line.components(separatedBy: " #")[0]
      return children.isEmpty && value.trimmingCharacters(in: .whitespaces) == "\(key):"
    }

    var lines: [String] { [line] + children.flatMap(\.lines) }
  }

  init(_ text: String) {
    let lines = text.split(separator: "\n").map(String.init)
      .filter { line in !line.drop { $0 == " " }.hasPrefix("#") }
    var rest = lines[...]
    roots = Self.nodes(&rest, under: -1)
  }

  var text: String { roots.flatMap(\.lines).map { $0 + "\n" }.joined() }

  /// The value of a key at the top.
  func value(of key: String) -> String? {
    roots.first { $0.key == key }?.line.dropFirst(key.count + 1)
      .trimmingCharacters(in: .whitespaces)
  }

  /// The keys under a key at the top.
  func keys(of key: String) -> [String] {
    roots.first { $0.key == key }?.children.map(\.key) ?? []
  }

  /// Adds a fragment, whose lines replace others of the same key. An indented one belongs where the
  /// schema has its first key.
  mutating func merge(_ fragment: SchemaText) {
    Self.merge(fragment.roots, into: &roots)
  }

  private static func nodes(_ rest: inout ArraySlice<String>, under indentation: Int) -> [Node] {
    var nodes: [Node] = []
    while let line = rest.first {
      var node = Node(line: line)
      guard node.indentation > indentation else { break }
      rest.removeFirst()
      node.children = Self.nodes(&rest, under: node.indentation)
      nodes.append(node)
    }
    return nodes
  }

  private static func merge(_ fragment: [Node], into nodes: inout [Node]) {
    if let first = fragment.first, let other = nodes.first, first.indentation > other.indentation,
      let index = nodes.firstIndex(where: { contains(first.key, $0) })
    {
      return merge(fragment, into: &nodes[index].children)
    }
    for node in fragment {
      if let index = nodes.firstIndex(where: { $0.key == node.key }) {
        if !node.isEmpty, nodes[index].children.isEmpty || node.children.isEmpty {
          nodes[index].line = node.line
        }
        merge(node.children, into: &nodes[index].children)
      } else {
        nodes.append(node)
      }
    }
  }

  private static func contains(_ key: String, _ node: Node) -> Bool {
    node.children.contains { $0.key == key || contains(key, $0) }
  }
}
