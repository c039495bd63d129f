import SyncGenDiagnostics
import SyncGenYAML

/// Resolves the cases of a tagged value.
struct TaggingResolver {
  let symbols: Symbols
  /// The name of the type.
  let owner: String

  func resolve(
    _ declaration: TaggingDeclaration, _ settings: TypeSettings, into bag: inout DiagnosticBag
  ) -> Tagging {
    let cases = declaration.cases.map { self.case($0, into: &bag) }
    let tagging = Tagging(
      tag: declaration.tag.value, cases: cases, unknownValues: settings.unknownValues,
      isNested: declaration.isNested)
    check(tagging, into: &bag)
    return tagging
  }

  private func `case`(
    _ declaration: TaggingDeclaration.Case, into bag: inout DiagnosticBag
  ) -> Tagging.Case {
    MemberNameRule.check(declaration.name, of: "case", into: &bag)
    let name = declaration.name.value
    checkNames(declaration, into: &bag)
    let key = symbols.namer.paths(snake: symbols.names.snakeCase(name), verbatim: name)
      .first?.keys.first
    return Tagging.Case(
      name: SwiftIdentifier(name), value: declaration.value?.value ?? .string(key ?? name),
      type: declaration.type.flatMap { symbols.typeIDs[$0.value] },
      isInline: declaration.isInline && declaration.type != nil,
      notes: declaration.settings, span: declaration.name.span)
  }

  /// The generated enum has its own members and types.
  private func checkNames(_ item: TaggingDeclaration.Case, into bag: inout DiagnosticBag) {
    if item.name.value == "shape" {
      bag.add(
        .reservedName(item.name, of: "case", reason: "the generated code has a member of that name")
      )
    }
    guard item.isInline, let type = item.type?.value.split(separator: ".").last.map(String.init)
    else { return }
    if ["Type", "Protocol", "Self", "Any", "Fields"].contains(type) {
      bag.add(
        .reservedName(
          item.name, of: "case",
          reason: "its fields would be a struct called '\(type)', "
            + "which Swift or the generated code already declares; name a type with 'type'"))
    }
  }

  private func check(_ tagging: Tagging, into bag: inout DiagnosticBag) {
    for (index, item) in tagging.cases.enumerated() {
      let earlier = tagging.cases[..<index]
      if let first = earlier.first(where: { $0.value == item.value }) {
        bag.add(.sameTagValue(item, first: first, of: owner))
      }
      if item.name.name == "unknown", tagging.unknownValues == .keep {
        bag.add(.unknownTaggedCase(of: owner, at: item.span))
      }
      if tagging.isNested, item.value.key == tagging.tag {
        bag.add(.contentUnderTag(item, of: owner))
      }
    }
    let isMixed = tagging.cases.contains {
      if case .string = $0.value { tagging.hasIntegerTags } else { false }
    }
    if isMixed, let span = tagging.cases.first?.span { bag.add(.mixedTags(of: owner, at: span)) }
  }
}

/// Finds cases whose type is not a value with fields.
enum TaggedTypeRule {
  static func check(
    _ types: [TypeDeclaration], _ graph: TypeGraph, into bag: inout DiagnosticBag
  ) {
    let byName = Dictionary(
      types.map { ($0.name.value, $0) }, uniquingKeysWith: { first, _ in first })
    let obstructed = graph.obstructed
    for type in types where type.tagging != nil {
      for item in type.tagging?.cases ?? [] {
        guard let name = item.type, !item.isInline else { continue }
        let what = "case '\(item.name.value)' of type '\(type.name.value)'"
        guard let target = byName[name.value] else {
          let known = types.filter { !$0.isOfCase && $0.tagging == nil }.map(\.name.value)
          bag.add(.notATypeOfCase(name, of: what, known: known))
          continue
        }
        if target.tagging != nil { bag.add(.taggedInCase(name, of: what)) }
      }
      if obstructed.contains(type.name.value), let obstacle = graph.obstacle(of: type.name.value) {
        bag.add(
          obstacle.isInPlace
            ? .typeInPlace(of: type.name, obstacle.type, obstacle.field)
            : .entityInCase(of: type.name, obstacle.type, obstacle.field))
      }
    }
  }
}

/// Finds fields of cases with the key of the tag.
enum TaggedFieldRule {
  static func check(
    _ type: ValueTypeModel, _ types: [ValueTypeModel], _ enums: [EnumModel],
    into bag: inout DiagnosticBag
  ) {
    guard let tagging = type.tagging else { return }
    let inline = tagging.cases.filter(\.isInline).compactMap(\.type)
    let names = Set(inline.map { types[$0.index].shortName })
    for item in tagging.cases {
      guard let id = item.type else { continue }
      if !item.isInline, names.contains(types[id.index].name.name) {
        bag.add(.hiddenType(types[id.index].name.name, of: type, at: item.span))
      }
      for field in types[id.index].fields {
        if takesTag(field, tagging) {
          bag.add(.tagAsField(field, of: item, tagging.tag, in: type))
        }
        guard item.isInline, let name = Self.typeName(of: field, types, enums),
          names.contains(name)
        else { continue }
        bag.add(.hiddenType(name, of: type, at: field.span))
      }
    }
  }

  /// The type or the enum of the schema that a field has.
  private static func typeName(
    of field: ValueField, _ types: [ValueTypeModel], _ enums: [EnumModel]
  ) -> String? {
    field.type.valueType.map { types[$0.index].name.name }
      ?? field.type.enumeration.map { enums[$0.index].name.name }
  }

  private static func takesTag(_ field: ValueField, _ tagging: Tagging) -> Bool {
    if field.storageNames.contains(tagging.tag) { return true }
    guard !tagging.isNested else { return false }
    return field.remote.paths.contains { $0.keys.first == tagging.tag }
  }
}

/// The messages about tagged values.
extension Diagnostic {
  static func invalidTag(_ tag: String, of owner: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .invalidTaggedType,
      tag.isEmpty
        ? "'tag' of \(owner) is empty, expected the key that distinguishes the cases"
        : tag == ValueTypeModel.unknownKey
          ? "'tag' of \(owner) is '\(tag)', which is reserved for stored values of unknown cases"
          : "'tag' of \(owner) has a quotation mark, a backslash or a control character",
      at: span)
  }

  static func fieldsBesideType(of what: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .invalidTaggedType, "\(what) has 'type' and 'fields', expected one of them", at: span)
  }

  static func sameTagValue(
    _ item: Tagging.Case, first: Tagging.Case, of owner: String
  ) -> Diagnostic {
    Diagnostic(
      .invalidTaggedType,
      "cases '\(first.name.name)' and '\(item.name.name)' of type '\(owner)' have the same tag "
        + item.value.spelling, at: item.span,
      notes: [Note("'\(first.name.name)' is here", at: first.span)])
  }

  static func unknownTaggedCase(of owner: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .invalidTaggedType,
      "case 'unknown' of type '\(owner)' has the name of the case for tags that the schema does not know",
      at: span, notes: [Note("the name can be used with 'unknown: reject'", at: span)])
  }

  static func contentUnderTag(_ item: Tagging.Case, of owner: String) -> Diagnostic {
    Diagnostic(
      .invalidTaggedType,
      "case '\(item.name.name)' of type '\(owner)' has its fields under '\(item.value.key)', "
        + "which is the key of the tag", at: item.span)
  }

  static func mixedTags(of owner: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .invalidTaggedType,
      "type '\(owner)' has both strings and integers as tags", at: span)
  }

  static func notATypeOfCase(
    _ name: Located<String>, of what: String, known: [String]
  ) -> Diagnostic {
    let (notes, fixIt) = suggestion(for: name.value, in: known, at: name.span)
    return Diagnostic(
      .invalidTaggedType, "\(what) has '\(name.value)', expected a type under 'types' with fields",
      at: name.span, notes: notes, fixIt: fixIt)
  }

  static func taggedInCase(_ name: Located<String>, of what: String) -> Diagnostic {
    Diagnostic(
      .invalidTaggedType,
      "\(what) has the tagged value '\(name.value)', expected a type with fields", at: name.span)
  }

  static func entityInCase(
    of name: Located<String>, _ culprit: String, _ field: YAMLPair
  ) -> Diagnostic {
    Diagnostic(
      .entityInValue, "the tagged value '\(name.value)' refers to an entity", at: name.span,
      notes: [Note("'\(culprit).\(field.key)' has an entity as its type", at: field.keySpan)])
  }

  static func typeInPlace(
    of name: Located<String>, _ culprit: String, _ field: YAMLPair
  ) -> Diagnostic {
    Diagnostic(
      .invalidTaggedType,
      "the tagged value '\(name.value)' has '\(culprit).\(field.key)', which declares a type "
        + "inline",
      at: field.keySpan,
      notes: [Note("declare that type under 'types', and name it here", at: field.keySpan)])
  }

  static func tagAsField(
    _ field: ValueField, of item: Tagging.Case, _ tag: String, in type: ValueTypeModel
  ) -> Diagnostic {
    Diagnostic(
      .invalidTaggedType,
      "field '\(field.name.name)' of case '\(item.name.name)' has the key '\(tag)', "
        + "which is the tag of type '\(type.name.name)'", at: field.span,
      notes: [Note("the case is here", at: item.span)])
  }

  /// Swift finds the struct of a case before a type of the schema with the same name.
  static func hiddenType(
    _ name: String, of type: ValueTypeModel, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .invalidTaggedType,
      "type '\(name)' is mentioned in type '\(type.name.name)', where a case has a struct of that name",
      at: span, notes: [Note("rename the case, or the type", at: span)])
  }

  static func defaultOfTaggedValue(
    _ type: ValueTypeModel, of owner: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      .invalidDefault,
      "the default of \(owner) is a value of '\(type.name.name)', which is a tagged value and has no default",
      at: span, notes: [Note("make it optional, or give it a list that is empty", at: span)])
  }
}
