import SyncGenDiagnostics
import SyncGenYAML

/// Reads one enum under `enums:`.
enum EnumReader {
  static func read(_ pair: YAMLPair, into bag: inout DiagnosticBag) -> EnumDeclaration? {
    var stated = EnumDeclaration(name: Located(pair.key, at: pair.keySpan))
    let owner = "enum '\(pair.key)'"
    if case .sequence = pair.value.content {
      bag.add(.listedEnum(pair.value, of: owner))
      // The cases are read all the same, so that attributes of the enum are not reported as well.
      stated.cases = cases(pair.value, of: owner, into: &bag)
      return stated
    }
    return EnumTable.enumeration.read(pair, of: owner, to: &stated, into: &bag) ? stated : nil
  }

  static func cases(
    _ node: YAMLNode, of owner: String, into bag: inout DiagnosticBag
  ) -> [EnumDeclaration.Case] {
    switch node.content {
    case .sequence(let items) where !items.isEmpty:
      return items.compactMap { item in
        item.text(for: "a case of \(owner)", into: &bag).map { EnumDeclaration.Case(name: $0) }
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
    var stated = EnumDeclaration.Case(name: Located(pair.key, at: pair.keySpan))
    let what = "case '\(pair.key)' of \(owner)"
    if pair.value.isMapping {
      EnumCaseTable.enumCase.read(pair, of: what, to: &stated, into: &bag)
    } else if !pair.value.isEmptyScalar {
      stated.value = rawValue(pair.value, for: what, into: &bag)
    }
    return stated
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
