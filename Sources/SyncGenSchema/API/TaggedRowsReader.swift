import SyncGenDiagnostics
import SyncGenYAML

/// Reads a list of rows of several entities, `{ tag: kind, cases: { User: users } }`.
struct TaggedRowsReader {
  let symbols: Symbols

  /// Whether a mapping states rows by their tag, rather than an inline type with fields of these
  /// names.
  ///
  /// Names of entities begin with a capital letter and names of fields do not; `tag` names a key,
  /// not a type.
  static func isTagged(_ node: YAMLNode) -> Bool {
    guard case .mapping(let pairs) = node.content,
      case .mapping(let cases)? = value(.cases, in: pairs)?.content
    else { return false }
    if cases.isEmpty || cases.contains(where: { NameRule.isUpperCamelCase($0.key) }) { return true }
    let isKnown = pairs.allSatisfy {
      TaggedRowsKey(rawValue: $0.key) != nil || Annotations.name(of: $0.key) != nil
    }
    guard isKnown, let tag = value(.tag, in: pairs)?.scalar?.text else { return false }
    let name = tag.hasSuffix("?") ? String(tag.dropLast()) : tag
    return name != "money" && ScalarType(rawValue: name) == nil && !NameRule.isUpperCamelCase(name)
  }

  /// The entity names in such a mapping.
  static func entityKeys(of node: YAMLNode) -> [YAMLPair] {
    guard case .mapping(let pairs) = node.content,
      case .mapping(let cases)? = value(.cases, in: pairs)?.content
    else { return [] }
    return cases
  }

  private static func value(_ key: TaggedRowsKey, in pairs: [YAMLPair]) -> YAMLNode? {
    pairs.first { $0.key == key.rawValue }?.value
  }

  /// - Parameter name: The Swift name of the enum of the rows.
  func read(
    _ node: YAMLNode, named name: String, of owner: String, into bag: inout DiagnosticBag
  ) -> TaggedRows? {
    let plain = YAMLNode(node.content, at: node.span)
    let keys = KeyedNodes<TaggedRowsKey>(plain, of: owner, into: &bag) { pair, _ in
      FieldKeys.field.names.contains(pair.key)
        ? "write { type: { tag: …, cases: … }, \(pair.key): … }" : nil
    }
    guard let keys else { return nil }
    let tag = keys.required(.tag, of: owner, at: node.span, into: &bag)
      .flatMap {
        RemoteReader.path($0, key: TaggedRowsKey.tag.rawValue, of: owner, into: &bag)
      }
    let unknownRows = keys[.unknown]?.choice(
      of: TaggedRows.UnknownRows.self, for: "'unknown' of \(owner)", into: &bag)
    let cases = keys[.cases].map { self.cases($0, of: owner, into: &bag) } ?? []
    guard let tag else { return nil }
    let rows = TaggedRows(
      name: name, tag: tag.value, cases: cases, unknownRows: unknownRows?.value ?? .ignore,
      annotations: keys.annotations, span: node.span)
    check(rows, of: owner, into: &bag)
    return rows
  }

  private func cases(
    _ node: YAMLNode, of owner: String, into bag: inout DiagnosticBag
  ) -> [TaggedRows.Case] {
    let pairs = node.pairs(for: "'cases' of \(owner)", into: &bag)
    if pairs.isEmpty { bag.add(.noCases(of: owner, at: node.span)) }
    var cases: [TaggedRows.Case] = []
    for pair in pairs {
      guard let row = self.case(pair, of: owner, into: &bag) else { continue }
      if let first = cases.first(where: { $0.value == row.value }) {
        bag.add(.sameTag(row, first: first, of: owner))
      }
      cases.append(row)
    }
    return cases
  }

  private func `case`(
    _ pair: YAMLPair, of owner: String, into bag: inout DiagnosticBag
  ) -> TaggedRows.Case? {
    guard let entity = symbols.entityIDs[pair.key] else {
      bag.add(
        .unknownEntity(
          pair.key, in: "a case of \(owner)",
          known: bag.candidates(symbols.entityIDs.keys.sorted()), at: pair.keySpan))
      return nil
    }
    let name = SwiftIdentifier(symbols.names.camelCase(symbols.names.snakeCase(pair.key)))
    if let text = pair.value.plainText, let number = CanonicalNumber.integer(text) {
      return TaggedRows.Case(
        name: name, entity: entity, value: .int(number), span: pair.keySpan)
    }
    return pair.value.text(for: "the tag of case '\(pair.key)' of \(owner)", into: &bag).map {
      TaggedRows.Case(
        name: name, entity: entity, value: .string($0.value), span: pair.keySpan)
    }
  }

  /// In Swift, the rows of unknown entities are a separate case.
  private func check(_ rows: TaggedRows, of owner: String, into bag: inout DiagnosticBag) {
    guard rows.unknownRows == .ignore,
      let row = rows.cases.first(where: { $0.name.name == "unknown" })
    else { return }
    bag.add(.unknownAsCase(of: owner, at: row.span))
  }
}
