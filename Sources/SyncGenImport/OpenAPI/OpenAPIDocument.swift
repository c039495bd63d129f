import SyncGenDiagnostics
import SyncGenYAML

/// An OpenAPI document with its resolved references.
final class OpenAPIDocument {
  let root: YAMLNode
  /// Whether `swiftsync-gen generate` wrote it, which expresses some facts in its own way.
  let isOwn: Bool
  let files: OpenAPIFiles
  private let places: OpenAPIPlaces?
  /// The schemas under `components/schemas`, in order, and then the rows that responses declare in
  /// place.
  private(set) var schemas: [YAMLPair]
  /// The rows that responses declare in place, by the names of their components.
  private(set) var inlineRows: [String: OpenAPIInlineRow] = [:]
  private var inlineNames: [NodePlace: String] = [:]
  private var nodes: [String: YAMLNode]
  /// The schemas that are not under `components`, by the references to them.
  private var external: [String: String] = [:]
  /// The components that extend a component by `allOf`.
  private var extensions: [String: [String]] = [:]
  private var shapes: [String: OpenAPIShape] = [:]
  private var knownOperations: [OpenAPIOperation]?
  private var knownRowPlaces: [OpenAPIRowPlace]?
  /// Components that are being examined, since they may refer to each other.
  private var open: Set<String> = []

  init(_ root: YAMLNode, path: String, isOwn: Bool) {
    self.root = root
    self.isOwn = isOwn
    files = OpenAPIFiles(besides: path)
    places = OpenAPIPlaces(root)
    schemas = root["components"]?["schemas"]?.pairs ?? []
    nodes = Dictionary(schemas.map { ($0.key, $0.value) }) { first, _ in first }
    for pair in schemas {
      guard let reference = pair.value["$ref"]?.text, !reference.hasPrefix("#") else { continue }
      let target = OpenAPIFiles.canonical(reference)
      if external[target] == nil { external[target] = pair.key }
    }
    if Self.hasOtherReferences(root) { addSharedSchemas() }
    for pair in schemas {
      for base in bases(of: pair.value) { extensions[base, default: []].append(pair.key) }
    }
  }

  /// Whether something refers to anything but a component.
  private static func hasOtherReferences(_ node: YAMLNode) -> Bool {
    node.elements.contains(where: hasOtherReferences)
      || node.pairs.contains { pair in
        guard pair.key == "$ref", let text = pair.value.text else {
          return hasOtherReferences(pair.value)
        }
        return !text.hasPrefix("#/components/")
      }
  }

  private func addSharedSchemas() {
    var schemas = OpenAPISharedSchemas(self, names: self.schemas.map(\.key))
    schemas.find()
    for one in schemas.found {
      external[one.reference] = one.name
      add(one.row, named: one.name, at: one.node)
    }
  }

  /// The operations under `paths`, in order.
  var operations: [OpenAPIOperation] {
    if let knownOperations { return knownOperations }
    let found = OpenAPIOperations.read(self)
    knownOperations = found
    return found
  }

  func place(_ node: YAMLNode) -> String {
    let place = "\(node.span.path):\(node.span.line):\(node.span.column)"
    guard node.span.path == root.span.path, let name = places?.name(at: node.span.column) else {
      return place
    }
    return "\(place) (\(name))"
  }

  func node(of component: String) -> YAMLNode? { nodes[component] }

  /// The shape of a component, without that of a component that it refers to.
  func shape(ofComponent name: String) -> OpenAPIShape? {
    if let known = shapes[name] { return known }
    guard let node = nodes[name], open.insert(name).inserted else { return nil }
    defer { open.remove(name) }
    let shape = content(of: node)
    shapes[name] = shape
    return shape
  }

  /// Whether a component is being examined.
  func isOpen(_ component: String) -> Bool { open.contains(component) }

  // MARK: Rows without a name

  /// Treats a row that a response declares in place as a component.
  func add(_ row: OpenAPIInlineRow, named name: String, at node: YAMLNode) {
    let place = NodePlace(node)
    guard nodes[name] == nil, inlineNames[place] == nil else { return }
    inlineRows[name] = row
    inlineNames[place] = name
    nodes[name] = node
    schemas.append(YAMLPair(key: name, at: node.span, value: node))
  }

  /// Forgets what was read before all rows had names.
  func forgetShapes() {
    shapes = [:]
    knownRowPlaces = nil
  }

  /// The objects and lists of objects in successful responses, not those inside rows.
  var rowPlaces: [OpenAPIRowPlace] {
    if let knownRowPlaces { return knownRowPlaces }
    let found = readRowPlaces()
    knownRowPlaces = found
    return found
  }

  /// The name of the component that a node declares in place.
  func inlineName(_ node: YAMLNode) -> String? {
    inlineNames.isEmpty ? nil : inlineNames[NodePlace(node)]
  }

  /// The shape with the content of the component that it refers to.
  func expanded(_ shape: OpenAPIShape) -> OpenAPIShape {
    var shape = shape
    var depth = 0
    while let name = shape.component, depth < Self.depth {
      guard var inner = self.shape(ofComponent: name) else { break }
      inner.takeNotes(of: shape)
      shape = inner
      depth += 1
    }
    return shape
  }

  // MARK: Parts

  /// The components that a schema extends by `allOf`. A single part is the schema itself, not its
  /// base.
  func bases(of node: YAMLNode) -> [String] {
    let parts = Self.parts(of: node)
    guard parts.count > 1 || !parts.isEmpty && node["properties"] != nil else { return [] }
    return parts.filter { $0.pairs.count == 1 }.compactMap { $0["$ref"]?.text.flatMap(component) }
  }

  /// The components that extend a component, and those that extend these, in the order of the
  /// document.
  func subtypes(of base: String) -> [String] {
    var found: Set<String> = []
    var rest = extensions[base] ?? []
    while let name = rest.popLast() {
      if name != base, found.insert(name).inserted { rest += extensions[name] ?? [] }
    }
    return schemas.map(\.key).filter(found.contains)
  }

  // MARK: References

  /// The maximum nesting depth of references and schemas.
  static let depth = 24

  /// How references to components begin.
  static let components = "#/components/schemas/"

  /// The name of a component for a reference to a schema of this document.
  func component(_ reference: String) -> String? {
    guard reference.hasPrefix(Self.components) else {
      return external.isEmpty ? nil : external[OpenAPIFiles.canonical(reference)]
    }
    let name = OpenAPIPointer.unescaped(reference.dropFirst(Self.components.count))
    return nodes[name] == nil ? nil : name
  }

  /// The target of a reference within the document or to another file.
  func target(_ reference: String) -> YAMLNode? {
    reference.hasPrefix("#")
      ? OpenAPIPointer.target(reference.dropFirst(), in: root) : files.target(reference)
  }

  /// The node, or the target of its reference: a parameter or a response.
  func resolved(_ node: YAMLNode) -> YAMLNode {
    var node = node
    var depth = 0
    while let reference = node["$ref"]?.text, depth < Self.depth, let next = target(reference) {
      node = next
      depth += 1
    }
    return node
  }

  /// The components that a node mentions, each as often as it does.
  func mentions(in node: YAMLNode) -> [String] {
    var found: [String] = []
    addMentions(in: node, to: &found)
    return found
  }

  /// The components that the document mentions, each as often as it does.
  var allMentions: [String] {
    var found = mentions(in: root)
    for name in inlineRows.keys {
      if let node = nodes[name] { addMentions(in: node, to: &found) }
    }
    return found
  }

  private func addMentions(in node: YAMLNode, to found: inout [String]) {
    switch node.content {
    case .scalar: return
    case .sequence(let elements): for element in elements { addMentions(at: element, to: &found) }
    case .mapping(let pairs):
      for pair in pairs {
        if pair.key == "$ref", let name = pair.value.text.flatMap(component) {
          found.append(name)
        } else {
          addMentions(at: pair.value, to: &found)
        }
      }
    }
  }

  private func addMentions(at node: YAMLNode, to found: inout [String]) {
    if case .scalar = node.content { return }
    if let name = inlineName(node) { found.append(name) } else { addMentions(in: node, to: &found) }
  }

  /// The components that nodes reach, and those that these reach, but nothing after `ends`.
  func reached(from nodes: [YAMLNode], ends: Set<String> = []) -> Set<String> {
    var reached: Set<String> = []
    var pending = nodes.flatMap(mentions)
    while let name = pending.popLast() {
      guard reached.insert(name).inserted, !ends.contains(name), let node = self.nodes[name] else {
        continue
      }
      pending += mentions(in: node)
    }
    return reached
  }
}

/// Where a node begins.
private struct NodePlace: Hashable {
  private let line: Int
  private let column: Int
  private let path: String

  init(_ node: YAMLNode) {
    line = node.span.line
    column = node.span.column
    path = node.span.path
  }

  /// The path is the same for nearly all nodes.
  func hash(into hasher: inout Hasher) {
    hasher.combine(line)
    hasher.combine(column)
  }
}

extension YAMLNode {
  subscript(_ key: String) -> YAMLNode? { pairs.first { $0.key == key }?.value }

  var pairs: [YAMLPair] {
    if case .mapping(let pairs) = content { pairs } else { [] }
  }

  var elements: [YAMLNode] {
    if case .sequence(let elements) = content { elements } else { [] }
  }

  /// A scalar as written, regardless of its meaning.
  var text: String? {
    if case .scalar(let scalar) = content { scalar.text } else { nil }
  }

  var isTrue: Bool { text == "true" }

  /// Whether it has the content of another node, wherever that is.
  func hasContent(of other: YAMLNode) -> Bool {
    switch (content, other.content) {
    case (.scalar(let one), .scalar(let two)): one.text == two.text
    case (.sequence(let ones), .sequence(let others)):
      ones.count == others.count && zip(ones, others).allSatisfy { $0.hasContent(of: $1) }
    case (.mapping(let ones), .mapping(let others)):
      ones.count == others.count
        && zip(ones, others).allSatisfy { $0.key == $1.key && $0.value.hasContent(of: $1.value) }
    default: false
    }
  }

  var isNull: Bool {
    guard case .scalar(let scalar) = content, scalar.isPlain else { return false }
    return ["null", "~", ""].contains(scalar.text)
  }
}
