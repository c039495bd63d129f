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
        notes: stated.settings, span: stated.name.span)
    }
    checkNames(of: declaration, namer, into: &bag)
    checkDistinct(cases, of: declaration.name.value, into: &bag)
    checkKinds(declaration, into: &bag)
    return EnumModel(
      name: SwiftIdentifier(declaration.name.value), cases: cases,
      hasIntegerValues: cases.first.map(\.isInteger) ?? false,
      settings: declaration.settings, span: declaration.name.span)
  }

  private static func checkNames(
    of owner: EnumDeclaration, _ namer: RemoteNamer, into bag: inout DiagnosticBag
  ) {
    var changes = owner.cases.compactMap { stated -> (old: String, new: String)? in
      let name = stated.name.value
      guard stated.value == nil, let new = substitute(for: name, of: owner),
        namer.value(ofCase: new) != name
      else { return nil }
      return (name, new)
    }
    let hasOthers = changes.count < owner.cases.count
    let changed = Set(changes.map(\.old))
    for stated in owner.cases {
      let name = stated.name.value
      checkName(stated.name, of: owner, into: &bag) { _ in
        guard changed.contains(name) else { return nil }
        // The first one gives advice for all of them.
        defer { changes = [] }
        return changes.isEmpty ? NameAdvice(text: nil) : .values(changes, hasOthers: hasOthers)
      }
    }
  }

  /// The name to use instead of one that a case cannot have; `nil` if a case can have it, or if no
  /// other name can be suggested.
  private static func substitute(for name: String, of owner: EnumDeclaration) -> String? {
    var unread = DiagnosticBag()
    var proposal: String?
    checkName(Located(name, at: owner.name.span), of: owner, into: &unread) {
      proposal = $0
      return nil
    }
    return proposal
  }

  private static func checkName(
    _ name: Located<String>, of owner: EnumDeclaration, into bag: inout DiagnosticBag,
    keeping: (String) -> NameAdvice?
  ) {
    if !NameRule.isLowerCamelCase(name.value) {
      bag.add(.invalidName(name, of: "case", style: .lowerCamelCase, keeping: keeping))
    } else if let reason = ReservedNames.cases[name.value] {
      bag.add(.reservedName(name, of: "case", reason: reason, keeping: keeping))
    } else if name.value == "unknown", owner.settings.unknownValues == .keep {
      bag.add(
        .reservedName(
          name, of: "case", reason: "it keeps values that the app does not know",
          keeping: keeping))
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

  /// All values are strings or all are integers; a case without a value has a string.
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
