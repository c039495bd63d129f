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
    guard case .mapping = node.content else {
      return members(node, of: what, into: &bag).map {
        IndexDeclaration(members: $0, isUnique: false, predicate: nil, name: nil, span: node.span)
      }
    }
    guard let keys = KeyedNodes<IndexKey>(node, of: what, into: &bag),
      let on = keys.required(.on, of: what, at: node.span, into: &bag),
      let members = members(on, of: what, into: &bag)
    else { return nil }
    return IndexDeclaration(
      members: members,
      isUnique: keys[.unique]?.flag(for: "'unique' of \(what)", into: &bag)?.value ?? false,
      predicate: keys[.where].flatMap { predicate($0, of: what, into: &bag) },
      name: keys[.name]?.text(for: "'name' of \(what)", into: &bag), span: node.span)
  }

  private static func predicate(
    _ node: YAMLNode, of what: String, into bag: inout DiagnosticBag
  ) -> Located<String>? {
    guard let text = node.text(for: "'where' of \(what)", into: &bag) else { return nil }
    if let flaw = SQLCondition.flaw(of: text.value) {
      bag.add(.invalidPredicate(flaw, of: what, at: text.span))
    }
    return text
  }

  private static func members(
    _ node: YAMLNode, of what: String, into bag: inout DiagnosticBag
  ) -> [Located<String>]? {
    guard case .sequence(let items) = node.content, !items.isEmpty else {
      bag.add(.wrongShape(what, expected: "a list of names", item: "name", found: node))
      return nil
    }
    return node.texts(for: what, into: &bag)
  }
}
