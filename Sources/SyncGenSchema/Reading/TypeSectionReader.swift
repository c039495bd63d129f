import SyncGenDiagnostics
import SyncGenYAML

/// Reads `types:`.
enum TypeSectionReader {
  static func read(_ node: YAMLNode?, into bag: inout DiagnosticBag) -> [TypeDeclaration] {
    (node?.pairs(for: "'types'", into: &bag) ?? []).flatMap { pair in
      TaggedTypeReader.isTagged(pair.value)
        ? TaggedTypeReader.read(pair, into: &bag) : type(pair, into: &bag).map { [$0] } ?? []
    }
  }

  private static func type(
    _ pair: YAMLPair, into bag: inout DiagnosticBag
  ) -> TypeDeclaration? {
    let name = Located(pair.key, at: pair.keySpan)
    guard case .mapping(let pairs) = pair.value.content else {
      return empty(pair.key, found: pair.value, into: &bag)
    }
    guard pairs.contains(where: { $0.key == TypeKey.fields.rawValue && $0.value.isMapping }) else {
      let fields = pairs.filter { Annotations.name(of: $0.key) == nil }
      if fields.isEmpty { return empty(pair.key, found: pair.value, into: &bag) }
      return TypeDeclaration(
        name: name, fields: fields, renamedFrom: nil, documentation: nil,
        annotations: Annotations(pairs), span: pair.value.span)
    }
    return longForm(pair, name, into: &bag)
  }

  private static func longForm(
    _ pair: YAMLPair, _ name: Located<String>, into bag: inout DiagnosticBag
  ) -> TypeDeclaration? {
    let owner = "type '\(name.value)'"
    guard
      let keys = KeyedNodes<TypeKey>(
        pair.value, of: owner, into: &bag,
        hint: { other, _ in
          Suggestion.nearest(to: other.key, in: TypeKey.allCases.map(\.rawValue)) != nil
            ? nil
            : "a mapping under 'fields' begins the long form of a type; to have a field of that "
              + "name, write all fields under another 'fields'"
        }),
      let node = keys[.fields]
    else { return nil }
    let fields = node.pairs(for: "'fields' of \(owner)", into: &bag)
    if fields.isEmpty { return empty(name.value, found: node, into: &bag) }
    return TypeDeclaration(
      name: name, fields: fields,
      renamedFrom: keys.formerName(.renamedFrom, of: owner, called: name.value, into: &bag),
      documentation: keys[.doc]?.text(for: "'doc' of \(owner)", into: &bag)?.value,
      annotations: keys.annotations, span: node.span)
  }

  private static func empty(
    _ name: String, found node: YAMLNode, into bag: inout DiagnosticBag
  ) -> TypeDeclaration? {
    bag.add(
      .wrongShape("type '\(name)'", expected: "a mapping of fields", item: "field", found: node))
    return nil
  }
}

extension YAMLNode {
  var isMapping: Bool {
    if case .mapping = content { true } else { false }
  }
}
