import SyncGenDiagnostics

/// Resolves the full-text index of each entity that states one.
struct SearchResolver {
  private let entity: EntityDraft
  private let types: [ValueTypeModel]

  static func resolve(_ draft: inout SchemaDraft, into bag: inout DiagnosticBag) {
    for index in draft.entities.indices {
      guard let declaration = draft.entities[index].declaration.search else { continue }
      let resolver = SearchResolver(entity: draft.entities[index], types: draft.symbols.types)
      let members = resolver.members(of: declaration, into: &bag)
      draft.entities[index].search = SearchIndex(
        members: members, tokenizer: declaration.tokenizer, span: declaration.span)
    }
  }

  private func members(
    of declaration: SearchDeclaration, into bag: inout DiagnosticBag
  ) -> [SearchIndex.Member] {
    var seen: Set<String> = []
    return declaration.members.compactMap { name in
      guard seen.insert(name.value).inserted else {
        bag.add(.repeatedSearchMember(name, of: entity.name))
        return nil
      }
      return member(name, into: &bag)
    }
  }

  /// The attribute with a name, or the field of its value, e.g. `address.country`.
  private func member(
    _ name: Located<String>, into bag: inout DiagnosticBag
  ) -> SearchIndex.Member? {
    let names = name.value.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard let found = entity.members[names[0]] else {
      bag.add(.unknownMember(name, in: "'search'", of: entity))
      return nil
    }
    guard case .attribute(let index) = found else {
      bag.add(.notSearchable(name, of: entity.name))
      return nil
    }
    // The problem with the attribute has been reported.
    if entity.brokenAttributes.contains(index) { return nil }
    var type = entity.attributes[index].type
    var path: [String] = []
    for part in names.dropFirst() {
      guard case .value(let id) = type else {
        bag.add(.notSearchable(name, of: entity.name))
        return nil
      }
      guard let field = types[id.index].fields.first(where: { $0.name.name == part }) else {
        bag.add(.unknownSearchedField(part, in: name, of: types[id.index]))
        return nil
      }
      type = field.type
      path.append(field.storageNames[0])
    }
    guard let isList = type.isListOfTexts, let column = entity.attributes[index].columns.first
    else {
      bag.add(.notSearchable(name, of: entity.name))
      return nil
    }
    return SearchIndex.Member(column: column, path: path, isList: isList)
  }
}

extension AttributeType {
  /// Whether it is a list of strings rather than a single one; `nil` if it is neither.
  fileprivate var isListOfTexts: Bool? {
    switch self {
    case .scalar(.string): false
    case .array(of: .scalar(.string)): true
    default: nil
    }
  }
}

extension Diagnostic {
  fileprivate static func repeatedSearchMember(
    _ name: Located<String>, of entity: String
  ) -> Diagnostic {
    Diagnostic(
      .invalidSearch, "'search' of entity '\(entity)' names '\(name.value)' twice", at: name.span)
  }

  fileprivate static func notSearchable(_ name: Located<String>, of entity: String) -> Diagnostic {
    Diagnostic(
      .invalidSearch, "'\(entity).\(name.value)' does not contain strings", at: name.span,
      notes: [
        Note(
          "'search' takes strings, lists of strings, and fields of types with such values",
          at: name.span)
      ])
  }

  fileprivate static func unknownSearchedField(
    _ part: String, in name: Located<String>, of type: ValueTypeModel
  ) -> Diagnostic {
    let near = Suggestion.nearest(to: part, in: type.fields.map(\.name.name))
    return Diagnostic(
      .unknownMember,
      "'search' names '\(name.value)', but type '\(type.name.name)' has no field '\(part)'",
      at: name.span, notes: near.map { [Note("did you mean '\($0)'?", at: name.span)] } ?? [])
  }
}
