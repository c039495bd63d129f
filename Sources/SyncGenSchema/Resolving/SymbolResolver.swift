import SyncGenDiagnostics

/// Assigns positions and SQL names to enums and entities.
enum SymbolResolver {
  static func resolve(_ draft: inout SchemaDraft, into bag: inout DiagnosticBag) {
    var taken: [String: Located<String>] = [:]
    resolveEnums(&draft, &taken, into: &bag)
    resolveScalars(&draft, &taken, into: &bag)
    for declaration in draft.declaration.entities {
      let name = declaration.name
      check(name, kind: "entity", draft.declaration, into: &bag)
      if let first = taken.updateValue(name, forKey: name.value) {
        bag.add(.duplicateName(name, first: first.span))
        continue
      }
      let entity = draftEntity(
        declaration, EntityID(draft.entities.count), draft.symbols, into: &bag)
      draft.symbols.entityIDs[name.value] = entity.id
      draft.entities.append(entity)
    }
    resolveTypes(&draft, &taken, into: &bag)
  }

  private static func resolveTypes(
    _ draft: inout SchemaDraft, _ taken: inout [String: Located<String>],
    into bag: inout DiagnosticBag
  ) {
    for declaration in draft.declaration.types {
      let name = declaration.name
      if declaration.isOfCase {
        // Named by its case, whose name is checked.
        if taken.updateValue(name, forKey: name.value) == nil { draft.types.append(declaration) }
      } else if !NameRule.isUpperCamelCase(name.value) {
        bag.add(.invalidName(name, of: "type", style: .upperCamelCase))
      } else if let first = taken.updateValue(name, forKey: name.value) {
        bag.add(.duplicateName(name, first: first.span))
      } else {
        draft.types.append(declaration)
      }
    }
  }

  private static func resolveScalars(
    _ draft: inout SchemaDraft, _ taken: inout [String: Located<String>],
    into bag: inout DiagnosticBag
  ) {
    for scalar in draft.declaration.scalars {
      let name = Located(scalar.name, at: scalar.span)
      if !NameRule.isUpperCamelCase(scalar.name) {
        bag.add(.invalidName(name, of: "scalar", style: .upperCamelCase))
      } else if let first = taken.updateValue(name, forKey: scalar.name) {
        bag.add(.duplicateName(name, first: first.span))
      } else {
        draft.symbols.scalars[scalar.name] = scalar
      }
    }
  }

  private static func resolveEnums(
    _ draft: inout SchemaDraft, _ taken: inout [String: Located<String>],
    into bag: inout DiagnosticBag
  ) {
    for declaration in draft.declaration.enums {
      let name = declaration.name
      check(name, kind: "enum", draft.declaration, into: &bag)
      if let first = taken.updateValue(name, forKey: name.value) {
        bag.add(.duplicateName(name, first: first.span))
        continue
      }
      draft.symbols.enumIDs[name.value] = EnumID(draft.symbols.enums.count)
      draft.symbols.enums.append(EnumResolver.resolve(declaration, draft.symbols.namer, into: &bag))
    }
  }

  private static func check(
    _ name: Located<String>, kind: String, _ schema: SchemaDeclaration,
    into bag: inout DiagnosticBag
  ) {
    guard NameRule.isUpperCamelCase(name.value) else {
      bag.add(.invalidName(name, of: kind, style: .upperCamelCase))
      return
    }
    if let reason = ReservedNames.reason(againstType: name.value, schema: schema.name.value) {
      bag.add(.reservedName(name, of: kind, reason: reason))
    }
  }

  private static func draftEntity(
    _ declaration: EntityDeclaration, _ id: EntityID, _ symbols: Symbols,
    into bag: inout DiagnosticBag
  ) -> EntityDraft {
    let names = symbols.names
    let snake = names.snakeCase(declaration.name.value)
    for name in [declaration.plural, declaration.table].compactMap({ $0 })
    where !NameRule.isTableName(name.value) {
      bag.add(.invalidTableName(name))
    }
    let plural = declaration.plural?.value ?? Inflection.plural(snake)
    let table =
      declaration.table ?? declaration.plural ?? Located(plural, at: declaration.name.span)
    if let prefix = ReservedNames.tablePrefixes.first(where: table.value.lowercased().hasPrefix) {
      bag.add(.reservedTable(declaration.table ?? Located(plural, at: table.span), prefix: prefix))
    }
    let remotePlural =
      declaration.plural?.value
      ?? declaration.remoteName.map { Inflection.plural(names.snakeCase($0.value)) } ?? plural
    return EntityDraft(
      id: id, declaration: declaration, snakeName: snake, plural: plural,
      table: declaration.table?.value ?? plural, remotePlural: remotePlural,
      resourceType: symbols.namer.resourceType(
        stated: declaration.remoteName?.value, plural: plural))
  }
}
