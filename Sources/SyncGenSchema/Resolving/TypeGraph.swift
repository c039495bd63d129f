import SyncGenDiagnostics
import SyncGenYAML

/// The references of the types under `types:` to each other and to entities, before any of them is
/// resolved.
struct TypeGraph {
  /// A name that a field mentions, also inside an inline type.
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
    let type = FieldReader.typeNode(of: field.value)
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
        mentions(of: FieldReader.typeNode(of: $0.value), in: field, isPlain: isPlain)
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
    var reported: Set<String> = []
    for node in nodes {
      let name = node.declaration.name.value
      guard !reported.contains(name) else { continue }
      let edge = node.mentions.first { $0.isPlain && held(by: $0.name).contains(name) }
      guard let edge else { continue }
      reported.formUnion(held(by: name).filter { held(by: $0).contains(name) })
      bag.add(.endlessType(name, through: edge))
    }
  }

  /// The types of which each value of a type contains one, including the type itself.
  private func held(by name: String) -> Set<String> {
    var found: Set<String> = []
    var open: Set<String> = contains(name) ? [name] : []
    while let next = open.popFirst() {
      guard found.insert(next).inserted, let position = positions[next] else { continue }
      open.formUnion(
        nodes[position].mentions.filter { $0.isPlain && contains($0.name) }.map(\.name))
    }
    return found
  }
}
