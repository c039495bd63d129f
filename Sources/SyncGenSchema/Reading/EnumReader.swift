import SyncGenDiagnostics
import SyncGenYAML

/// Reads one enum under `enums:`.
enum EnumReader {
  static func read(_ pair: YAMLPair, into bag: inout DiagnosticBag) -> EnumDeclaration? {
    let name = Located(pair.key, at: pair.keySpan)
    var owner: String { "enum '\(name.value)'" }
    if case .sequence = pair.value.content {
      bag.add(.listedEnum(pair.value, of: owner))
      // The cases are read all the same, so that attributes of the enum are not reported as well.
      return EnumDeclaration(
        name: name, cases: cases(pair.value, of: owner, into: &bag), unknownValues: .preserve,
        documentation: nil, renamedFrom: nil, annotations: .none)
    }
    guard let keys = KeyedNodes<EnumKey>(pair.value, of: owner, into: &bag) else { return nil }
    let unknown = keys[.unknown]?.choice(
      of: EnumModel.UnknownValues.self, for: "'unknown' of \(owner)", into: &bag)
    let node = keys.required(.cases, of: owner, at: name.span, into: &bag)
    return EnumDeclaration(
      name: name,
      cases: node.map { cases($0, of: owner, into: &bag) } ?? [],
      unknownValues: unknown?.value ?? .preserve,
      documentation: keys[.doc]?.text(for: "'doc' of \(owner)", into: &bag)?.value,
      renamedFrom: keys.formerName(.renamedFrom, of: owner, called: name.value, into: &bag),
      annotations: keys.annotations)
  }

  private static func cases(
    _ node: YAMLNode, of owner: String, into bag: inout DiagnosticBag
  ) -> [EnumDeclaration.Case] {
    switch node.content {
    case .sequence(let items) where !items.isEmpty:
      return items.compactMap { item in
        item.text(for: "a case of \(owner)", into: &bag).map {
          EnumDeclaration.Case(name: $0, value: nil, documentation: nil, renamedFrom: nil)
        }
      }
    case .mapping(let pairs) where !pairs.isEmpty:
      return pairs.map { read(case: $0, of: owner, into: &bag) }
    default:
      bag.add(
        .wrongShape(
          "'cases' of \(owner)", expected: "a list or a mapping of cases", item: "case",
          found: node))
      return []
    }
  }

  private static func read(
    case pair: YAMLPair, of owner: String, into bag: inout DiagnosticBag
  ) -> EnumDeclaration.Case {
    let name = Located(pair.key, at: pair.keySpan)
    var what: String { "case '\(name.value)' of \(owner)" }
    guard case .mapping = pair.value.content,
      let keys = KeyedNodes<EnumCaseKey>(pair.value, of: what, into: &bag)
    else {
      let value = pair.value.isEmptyScalar ? nil : rawValue(pair.value, for: what, into: &bag)
      return EnumDeclaration.Case(name: name, value: value, documentation: nil, renamedFrom: nil)
    }
    return EnumDeclaration.Case(
      name: name,
      value: keys[.value].flatMap { rawValue($0, for: what, into: &bag) },
      documentation: keys[.doc]?.text(for: "'doc' of \(what)", into: &bag)?.value,
      renamedFrom: keys.formerName(.renamedFrom, of: what, called: name.value, into: &bag),
      annotations: keys.annotations)
  }

  static func rawValue(
    _ node: YAMLNode, for what: String, into bag: inout DiagnosticBag
  ) -> Located<EnumModel.RawValue>? {
    guard let scalar = node.scalar else {
      bag.add(.wrongShape("the value of \(what)", expected: "a string or an integer", found: node))
      return nil
    }
    guard scalar.isPlain else { return Located(.string(scalar.text), at: node.span) }
    if let integer = CanonicalNumber.integer(scalar.text) {
      return Located(.int(integer), at: node.span)
    }
    let isAmbiguous = ["true", "false"].contains(scalar.text) || node.isNull
    if isAmbiguous || CanonicalNumber.looksLikeNumber(scalar.text) {
      bag.add(.needsQuotes(scalar.text, for: "the value of \(what)", at: node.span))
      return nil
    }
    return Located(.string(scalar.text), at: node.span)
  }
}

extension YAMLNode {
  /// Whether a key has no value at all.
  var isEmptyScalar: Bool { plainText?.isEmpty == true }
}

extension Diagnostic {
  /// A list of cases where the keys of an enum are expected.
  fileprivate static func listedEnum(_ node: YAMLNode, of owner: String) -> Diagnostic {
    Diagnostic(
      .wrongShape, "\(owner) is \(node.shape), expected a mapping", at: node.span,
      notes: [Note("write '{ cases: [...] }' around the list", at: node.span)])
  }
}
