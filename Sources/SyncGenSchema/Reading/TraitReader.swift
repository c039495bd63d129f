import SyncGenDiagnostics
import SyncGenYAML

/// A trait under `traits:`: members and settings that several entities share.
struct TraitDeclaration {
  /// The extent of its name and its values in the file.
  struct Extent {
    let path: String
    let lines: ClosedRange<Int>
  }

  let name: Located<String>
  /// The values of its sections, each a mapping, or a list for indexes and searched members.
  let sections: [TraitKey: YAMLNode]
  let extent: Extent

  func pairs(_ key: TraitKey) -> [YAMLPair] {
    guard case .mapping(let pairs)? = sections[key]?.content else { return [] }
    return pairs
  }

  func items(_ key: TraitKey) -> [YAMLNode] {
    guard case .sequence(let items)? = sections[key]?.content else { return [] }
    return items
  }
}

/// Reads one trait under `traits:`.
enum TraitReader {
  static func read(_ pair: YAMLPair, into bag: inout DiagnosticBag) -> TraitDeclaration {
    let name = Located(pair.key, at: pair.keySpan)
    let owner = "trait '\(pair.key)'"
    if !NameRule.isUpperCamelCase(name.value) {
      bag.add(.invalidName(name, of: "trait", style: .upperCamelCase))
    }
    var sections: [TraitKey: YAMLNode] = [:]
    if let keys = KeyedNodes<TraitKey>(pair.value, of: owner, into: &bag) {
      _ = keys[.doc]?.text(for: "'doc' of \(owner)", into: &bag)
      for key in [TraitKey.attributes, .relations, .sync] {
        guard let node = keys[key] else { continue }
        _ = node.pairs(for: "'\(key.rawValue)' of \(owner)", into: &bag)
        sections[key] = node
      }
      if let node = keys[.indexes] {
        sections[.indexes] = list(node, of: "'indexes' of \(owner)", "indexes", into: &bag)
      }
      if let node = keys[.search] {
        sections[.search] = list(node, of: "'search' of \(owner)", "names", into: &bag)
      }
    }
    let extent = TraitDeclaration.Extent(
      path: pair.keySpan.path,
      lines: pair.keySpan.line...max(pair.keySpan.line, pair.value.lastLine))
    return TraitDeclaration(name: name, sections: sections, extent: extent)
  }

  private static func list(
    _ node: YAMLNode, of what: String, _ items: String, into bag: inout DiagnosticBag
  ) -> YAMLNode? {
    if case .sequence = node.content { return node }
    bag.add(.wrongShape(what, expected: "a list of \(items)", found: node))
    return nil
  }

  /// Reads the members of a trait that no entity has, so that problems of their shape are reported.
  static func check(_ trait: TraitDeclaration, into bag: inout DiagnosticBag) {
    for pair in trait.pairs(.attributes) {
      _ = AttributeReader.read(pair, of: trait.name.value, into: &bag)
    }
    for pair in trait.pairs(.relations) {
      _ = RelationReader.read(pair, of: trait.name.value, into: &bag)
    }
    let owner = "trait '\(trait.name.value)'"
    if let node = trait.sections[.indexes] { _ = IndexReader.read(node, of: owner, into: &bag) }
    if let node = trait.sections[.search] { _ = SearchReader.read(node, of: owner, into: &bag) }
    if let node = trait.sections[.sync] { _ = SyncReader.read(node, of: owner, into: &bag) }
  }
}

extension YAMLNode {
  /// The last line of the value and of everything in it.
  var lastLine: Int {
    let inner =
      switch content {
      case .scalar: 0
      case .sequence(let items): items.map(\.lastLine).max() ?? 0
      case .mapping(let pairs):
        pairs.map { max($0.keySpan.endLine, $0.value.lastLine) }.max() ?? 0
      }
    return max(span.endLine, inner)
  }
}
