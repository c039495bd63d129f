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
    guard pairs.contains(where: { $0.key == "fields" && $0.value.isMapping }) else {
      let fields = pairs.filter { Annotations.name(of: $0.key) == nil }
      if fields.isEmpty { return empty(pair.key, found: pair.value, into: &bag) }
      var type = TypeDeclaration(name: name, fields: fields, span: pair.value.span)
      type.settings.notes.annotations = Annotations(pairs)
      return type
    }
    return longForm(pair, name, into: &bag)
  }

  private static func longForm(
    _ pair: YAMLPair, _ name: Located<String>, into bag: inout DiagnosticBag
  ) -> TypeDeclaration? {
    var type = TypeDeclaration(name: name, span: pair.value.span)
    TypeTable.type.read(
      pair, of: "type '\(name.value)'", to: &type, into: &bag,
      hint: { other, _ in
        Suggestion.nearest(to: other.key, in: TypeTable.type.names) != nil
          ? nil
          : "a mapping under 'fields' begins the long form of a type; to have a field of that "
            + "name, write all fields under another 'fields'"
      })
    if type.fields.isEmpty {
      return empty(name.value, found: YAMLNode(.mapping([]), at: type.span), into: &bag)
    }
    return type
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
