import SyncGenDiagnostics
import SyncGenYAML

/// Reads one entity under `entities:`.
enum EntityReader {
  static func read(_ pair: YAMLPair, into bag: inout DiagnosticBag) -> EntityDeclaration {
    var entity = EntityDeclaration(name: Located(pair.key, at: pair.keySpan))
    let owner = "entity '\(pair.key)'"
    guard let keys = KeyedNodes<EntityKey>(pair.value, of: owner, into: &bag) else { return entity }
    entity.annotations = keys.annotations
    readTexts(keys, owner, &entity, into: &bag)
    if let node = keys.required(.attributes, of: owner, at: pair.keySpan, into: &bag) {
      if case .mapping = node.content {
        entity.hasAttributes = true
      } else {
        entity.hasAttributes = node.isNull
      }
      entity.attributes = node.pairs(for: "'attributes' of \(owner)", into: &bag).map {
        AttributeReader.read($0, of: pair.key, into: &bag)
      }
      ReadOnlyPaths.resolve(&entity, into: &bag)
    }
    if let node = keys[.relations] {
      let relations = node.pairs(for: "'relations' of \(owner)", into: &bag).map {
        RelationReader.read($0, of: pair.key, into: &bag)
      }
      entity.relations = relations.filter { $0.tagged == nil }
      entity.taggedReferences = relations.compactMap(\.tagged)
    }
    entity.identity = keys[.identity].flatMap { identity($0, of: owner, into: &bag) }
    entity.indexes = keys[.indexes].map { IndexReader.read($0, of: owner, into: &bag) } ?? []
    entity.search = keys[.search].flatMap { SearchReader.read($0, of: owner, into: &bag) }
    entity.check = keys[.check].flatMap { check($0, of: owner, into: &bag) }
    entity.sync = keys[.sync].flatMap { SyncReader.read($0, of: owner, into: &bag) }
    entity.lint = keys[.lint].map { LintSettingReader.read($0, of: owner, into: &bag) } ?? []
    return entity
  }

  private static func readTexts(
    _ keys: KeyedNodes<EntityKey>, _ owner: String, _ entity: inout EntityDeclaration,
    into bag: inout DiagnosticBag
  ) {
    func text(_ key: EntityKey) -> Located<String>? {
      keys[key]?.text(for: "'\(key.rawValue)' of \(owner)", into: &bag)
    }
    entity.documentation = text(.doc)?.value
    entity.plural = text(.plural)
    entity.table = text(.table)
    entity.wireName = text(.wireName)
    entity.renamedFrom = keys.formerName(
      .renamedFrom, of: owner, called: entity.name.value, into: &bag)
    entity.deprecation = text(.deprecated)?.value
  }

  /// Reads an SQL condition.
  static func check(
    _ node: YAMLNode, of owner: String, into bag: inout DiagnosticBag
  ) -> Located<String>? {
    guard let text = node.text(for: "'check' of \(owner)", into: &bag) else { return nil }
    if let flaw = SQLCondition.flaw(of: text.value) {
      bag.add(.invalidCheck(flaw, of: owner, at: text.span))
    }
    return text
  }

  private static func identity(
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
