import SyncGenDiagnostics
import SyncGenYAML

/// Reads `indexes:` of an entity: lists of names, or mappings with more settings.
enum IndexReader {
  static func read(
    _ node: YAMLNode, of owner: String, into bag: inout DiagnosticBag
  ) -> [IndexDeclaration] {
    guard case .sequence(let items) = node.content else {
      bag.add(.wrongShape("'indexes' of \(owner)", expected: "a list of indexes", found: node))
      return []
    }
    return items.compactMap { read(index: $0, of: owner, into: &bag) }
  }

  private static func read(
    index node: YAMLNode, of owner: String, into bag: inout DiagnosticBag
  ) -> IndexDeclaration? {
    let what = "an index of \(owner)"
    var index = IndexDeclaration(span: node.span)
    if case .mapping = node.content {
      let item = YAMLPair(key: "", at: node.span, value: node)
      IndexKeys.index.read(item, of: what, to: &index, into: &bag)
    } else {
      index.members = members(node, of: what, into: &bag)
    }
    return index.members.isEmpty ? nil : index
  }

  static func predicate(
    _ node: YAMLNode, of what: String, into bag: inout DiagnosticBag
  ) -> Located<String>? {
    guard let text = node.text(for: "'where' of \(what)", into: &bag) else { return nil }
    if let flaw = SQLCondition.flaw(of: text.value) {
      bag.add(.invalidPredicate(flaw, of: what, at: text.span))
    }
    return text
  }

  static func members(
    _ node: YAMLNode, of what: String, into bag: inout DiagnosticBag
  ) -> [Located<String>] {
    guard case .sequence(let items) = node.content, !items.isEmpty else {
      bag.add(.wrongShape(what, expected: "a list of names", item: "name", found: node))
      return []
    }
    return node.texts(for: what, into: &bag) ?? []
  }
}
