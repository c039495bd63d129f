import SyncGenDiagnostics
import SyncGenYAML

/// The references of the types under `types:` to each other and to entities, before any of them is
/// resolved.
struct TypeGraph {
  /// A name that a field mentions, including inside an inline type.
  struct Mention {
    let field: YAMLPair
    let name: String
    /// Whether a value of the one type contains one of the other outside a list.
    let isPlain: Bool
    let span: SourceSpan
  }

  private struct Node {
    let declaration: TypeDeclaration
    var mentions: [Mention] = []
    /// The first field with an inline type.
    var fieldInPlace: YAMLPair?
  }

  private var nodes: [Node] = []
  private var positions: [String: Int] = [:]
  private let isEntity: (String) -> Bool

  init(_ types: [TypeDeclaration], isEntity: @escaping (String) -> Bool) {
    self.isEntity = isEntity
    for declaration in types {
      positions[declaration.name.value] = nodes.count
      var node = Node(declaration: declaration)
      for field in declaration.fields { Self.collect(field, into: &node) }
      for item in declaration.tagging?.cases ?? [] {
        guard let type = item.type else { continue }
        node.mentions.append(
          Mention(field: item.pair, name: type.value, isPlain: false, span: type.span))
      }
      nodes.append(node)
    }
  }

  /// The names of all types, in order.
  var names: [String] { nodes.map(\.declaration.name.value) }

  func contains(_ name: String) -> Bool { positions[name] != nil }

  // MARK: Mentions

  private static func collect(_ field: YAMLPair, into node: inout Node) {
    let type = TypeFieldReader.typeNode(of: field.value)
    if type.isInPlace, node.fieldInPlace == nil { node.fieldInPlace = field }
    for mention in mentions(of: type, in: field, isPlain: true) { node.mentions.append(mention) }
  }

  private static func mentions(
    of type: YAMLNode, in field: YAMLPair, isPlain: Bool
  ) -> [Mention] {
    if let nested = TypeReader.nested(type) {
      return mentions(of: nested.element, in: field, isPlain: false)
    }
    var unread = DiagnosticBag()
    switch type.content {
    case .mapping where TaggedRowsReader.isTagged(type):
      return TaggedRowsReader.entityKeys(of: type).map {
        Mention(field: field, name: $0.key, isPlain: false, span: $0.keySpan)
      }
    case .mapping(let pairs):
      return pairs.flatMap {
        mentions(of: TypeFieldReader.typeNode(of: $0.value), in: field, isPlain: isPlain)
      }
    case .sequence(let items) where type.isInPlace:
      return items.flatMap { mentions(of: $0, in: field, isPlain: false) }
    case .sequence, .scalar:
      guard let expression = TypeReader.read(type, for: "", into: &unread) else { return [] }
      return [
        Mention(
          field: field, name: expression.name, isPlain: isPlain && expression.shape == .plain,
          span: type.span)
      ]
    }
  }

  // MARK: Documents

  /// The first field that prevents a type from being a value, with the reason; also in a type
  /// inside it.
  func obstacle(of name: String) -> (type: String, field: YAMLPair, isInPlace: Bool)? {
    var seen: Set<String> = []
    return obstacle(of: name, &seen)
  }

  private func obstacle(
    of name: String, _ seen: inout Set<String>
  ) -> (type: String, field: YAMLPair, isInPlace: Bool)? {
    guard seen.insert(name).inserted, let node = positions[name].map({ nodes[$0] }) else {
      return nil
    }
    if let field = node.mentions.first(where: { isEntity($0.name) })?.field {
      return (name, field, false)
    }
    if let field = node.fieldInPlace { return (name, field, true) }
    for mention in node.mentions {
      if let found = obstacle(of: mention.name, &seen) { return found }
    }
    return nil
  }

  /// The types with such a field, also in a type inside them.
  var obstructed: Set<String> {
    var owners: [String: [String]] = [:]
    var open: [String] = []
    for node in nodes {
      let name = node.declaration.name.value
      for mention in node.mentions { owners[mention.name, default: []].append(name) }
      if node.fieldInPlace != nil || node.mentions.contains(where: { isEntity($0.name) }) {
        open.append(name)
      }
    }
    var found: Set<String> = []
    while let name = open.popLast() {
      if found.insert(name).inserted { open += owners[name] ?? [] }
    }
    return found
  }

  /// The given types and all types inside them, at any depth.
  func reached(from names: Set<String>) -> Set<String> {
    var found: Set<String> = []
    var open = names.filter(contains)
    while let name = open.popFirst() {
      guard found.insert(name).inserted, let position = positions[name] else { continue }
      open.formUnion(nodes[position].mentions.map(\.name).filter(contains))
    }
    return found
  }

  // MARK: Types without end

  /// Reports each type that contains a value of its own type: such a value would be infinite.
  func checkEnds(into bag: inout DiagnosticBag) {
    let cycles = Cycles.find(
      nodes.map { node in node.mentions.filter(\.isPlain).compactMap { positions[$0.name] } })
    var reported: Set<Int> = []
    for node in nodes {
      guard let position = positions[node.declaration.name.value],
        !reported.contains(cycles[position])
      else { continue }
      let edge = node.mentions.first { mention in
        mention.isPlain && positions[mention.name].map { cycles[$0] } == cycles[position]
      }
      guard let edge else { continue }
      reported.insert(cycles[position])
      bag.add(.endlessType(node.declaration.name.value, through: edge))
    }
  }
}
