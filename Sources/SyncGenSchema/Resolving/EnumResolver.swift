import SyncGenDiagnostics

/// Resolves the raw values of an enum.
enum EnumResolver {
  static func resolve(
    _ declaration: EnumDeclaration, _ namer: RemoteNamer, into bag: inout DiagnosticBag
  ) -> EnumModel {
    let cases = declaration.cases.map { stated in
      EnumModel.Case(
        name: SwiftIdentifier(stated.name.value),
        rawValue: stated.value?.value ?? .string(namer.value(ofCase: stated.name.value)),
        documentation: stated.documentation, renamedFrom: stated.renamedFrom,
        annotations: stated.annotations,
        span: stated.name.span)
    }
    for stated in declaration.cases { checkName(stated.name, of: declaration, into: &bag) }
    checkDistinct(cases, of: declaration.name.value, into: &bag)
    checkKinds(declaration, into: &bag)
    return EnumModel(
      name: SwiftIdentifier(declaration.name.value), cases: cases,
      hasIntegerValues: cases.first.map(\.isInteger) ?? false,
      unknownValues: declaration.unknownValues, documentation: declaration.documentation,
      renamedFrom: declaration.renamedFrom, annotations: declaration.annotations,
      span: declaration.name.span)
  }

  private static func checkName(
    _ name: Located<String>, of owner: EnumDeclaration, into bag: inout DiagnosticBag
  ) {
    if !NameRule.isLowerCamelCase(name.value) {
      bag.add(.invalidName(name, of: "case", style: .lowerCamelCase))
    } else if let reason = ReservedNames.cases[name.value] {
      bag.add(.reservedName(name, of: "case", reason: reason))
    } else if name.value == "unknown", owner.unknownValues == .preserve {
      bag.add(.reservedName(name, of: "case", reason: "it keeps values that the app does not know"))
    }
  }

  private static func checkDistinct(
    _ cases: [EnumModel.Case], of owner: String, into bag: inout DiagnosticBag
  ) {
    var names: [String: SourceSpan] = [:]
    var values: [EnumModel.RawValue: EnumModel.Case] = [:]
    for enumCase in cases {
      if let first = names.updateValue(enumCase.span, forKey: enumCase.name.name) {
        bag.add(.duplicateName(Located(enumCase.name.name, at: enumCase.span), first: first))
      } else if let first = values.updateValue(enumCase, forKey: enumCase.rawValue) {
        bag.add(.sameRawValue(enumCase, first: first, of: owner))
      }
    }
  }

  /// All values are texts or all are integers; a case without a value has a text.
  private static func checkKinds(_ declaration: EnumDeclaration, into bag: inout DiagnosticBag) {
    func isInteger(_ stated: EnumDeclaration.Case) -> Bool {
      if case .int = stated.value?.value { true } else { false }
    }
    guard let first = declaration.cases.first,
      let other = declaration.cases.first(where: { isInteger($0) != isInteger(first) })
    else { return }
    bag.add(.mixedRawValues(of: declaration.name.value, at: other.value?.span ?? other.name.span))
  }
}

extension EnumModel.Case {
  fileprivate var isInteger: Bool {
    if case .int = rawValue { true } else { false }
  }
}
