import SyncGenDiagnostics
import SyncGenYAML

/// Reads `search:` of an entity: a list of names, or a mapping that also states how strings are
/// divided into words.
enum SearchReader {
  static func read(
    _ node: YAMLNode, of owner: String, into bag: inout DiagnosticBag
  ) -> SearchDeclaration? {
    let what = "'search' of \(owner)"
    guard case .mapping = node.content, !node.hasNoItems else {
      return members(node, of: what, into: &bag).map {
        SearchDeclaration(members: $0, tokenizer: .unicode61, span: node.span)
      }
    }
    guard let keys = KeyedNodes<SearchKey>(node, of: what, into: &bag),
      let attributes = keys.required(.attributes, of: what, at: node.span, into: &bag)
    else { return nil }
    let tokenizer = keys[.tokenizer]?.choice(
      of: SearchIndex.Tokenizer.self, for: "'search.tokenizer' of \(owner)", into: &bag)
    return members(attributes, of: "'search.attributes' of \(owner)", into: &bag).map {
      SearchDeclaration(
        members: $0, tokenizer: tokenizer?.value ?? .unicode61, span: attributes.span)
    }
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
