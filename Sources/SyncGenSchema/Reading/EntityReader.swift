import SyncGenDiagnostics
import SyncGenYAML

/// Reads one entity under `entities:`.
enum EntityReader {
  static func read(_ pair: YAMLPair, into bag: inout DiagnosticBag) -> EntityDeclaration {
    var entity = EntityDeclaration(name: Located(pair.key, at: pair.keySpan))
    let owner = "entity '\(pair.key)'"
    guard EntityTable.entity.read(pair, of: owner, to: &entity, into: &bag) else { return entity }
    if entity.stated[.attributes] == nil {
      bag.add(.missingKey("attributes", in: owner, at: pair.keySpan))
    }
    ReadOnlyPaths.resolve(&entity, into: &bag)
    return entity
  }

  /// Reads `check:`, a condition or a mapping with a condition and the words for people.
  static func check(
    _ node: YAMLNode, of owner: String, into bag: inout DiagnosticBag
  ) -> (condition: Located<String>?, message: String?) {
    guard node.isMapping else { return (condition(node, of: owner, into: &bag), nil) }
    let what = "'check' of \(owner)"
    guard let keys = KeyedNodes<CheckKey>(node, of: what, into: &bag) else { return (nil, nil) }
    let sql = keys.required(.sql, of: what, at: node.span, into: &bag)
    return (
      sql.flatMap { condition($0, of: owner, into: &bag) },
      keys[.message]?.text(for: "'message' of \(what)", into: &bag)?.value
    )
  }

  /// Reads an SQL condition.
  static func condition(
    _ node: YAMLNode, of owner: String, into bag: inout DiagnosticBag
  ) -> Located<String>? {
    guard let text = node.text(for: "'check' of \(owner)", into: &bag) else { return nil }
    if let flaw = SQLCondition.flaw(of: text.value) {
      bag.add(.invalidCheck(flaw, of: owner, at: text.span))
    }
    return text
  }

  static func identity(
    _ node: YAMLNode, of owner: String, into bag: inout DiagnosticBag
  ) -> [Located<String>]? {
    if case .sequence(let items) = node.content, !items.isEmpty {
      return node.texts(for: "'identity' of \(owner)", into: &bag)
    }
    guard node.scalar != nil else {
      let expected = "a name or a list of names"
      bag.add(
        .wrongShape("'identity' of \(owner)", expected: expected, item: "name", found: node))
      return []
    }
    return node.text(for: "'identity' of \(owner)", into: &bag).map { [$0] } ?? []
  }
}
