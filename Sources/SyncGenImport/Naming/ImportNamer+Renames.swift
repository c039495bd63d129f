import SyncGenSchema

/// Comments on names that differ from those of the source in more than their style.
extension ImportNamer {
  /// - Parameter source: The schema before its elements got their names.
  mutating func noteRenames(of source: ImportedSchema) {
    for (index, old) in source.entities.enumerated() {
      schema.entities[index].notes +=
        notes("entity", old.name, schema.entities[index].name, at: old.place)
      noteMembers(of: old, index)
    }
    for (index, old) in source.enums.enumerated() {
      schema.enums[index].notes += notes("enum", old.name, schema.enums[index].name, at: old.place)
      let named = schema.enums[index]
      for (one, new) in zip(old.cases, named.cases) {
        schema.enums[index].notes += notes(case: one, new, of: named.name, at: old.place)
      }
    }
    for (index, old) in source.types.enumerated() {
      schema.types[index].notes += notes("type", old.name, schema.types[index].name, at: old.place)
      guard case .fields(let fields) = old.content,
        case .fields(var named) = schema.types[index].content
      else { continue }
      for (at, field) in fields.enumerated() {
        let notes = notes(member: field.name, named[at].name, of: old.name, at: old.place)
        named[at].notes += notes
        if !notes.isEmpty, field.remote == nil { named[at].remote = .paths(keys(of: field.name)) }
      }
      schema.types[index].content = .fields(named)
    }
    for (index, old) in source.scalars.enumerated() {
      schema.scalars[index].notes +=
        notes("type", old.name, schema.scalars[index].name, at: old.place)
    }
  }

  private mutating func noteMembers(of old: ImportedEntity, _ index: Int) {
    for (at, attribute) in old.attributes.enumerated() {
      let notes = notes(
        member: attribute.name, schema.entities[index].attributes[at].name, of: old.name,
        at: old.place)
      guard !notes.isEmpty else { continue }
      schema.entities[index].attributes[at].notes += notes
      if attribute.remote == nil {
        schema.entities[index].attributes[at].remote = .paths(keys(of: attribute.name))
      }
    }
    for (at, relation) in old.relations.enumerated() {
      let notes = notes(
        member: relation.name, schema.entities[index].relations[at].name, of: old.name,
        at: old.place)
      guard !notes.isEmpty else { continue }
      schema.entities[index].relations[at].notes += notes
      // The keys of ids are those of the member that has the name.
      if relation.remote.isEmpty {
        schema.entities[index].relations[at].remote = keys(of: relation.name)
      }
    }
  }

  /// The keys of the convention for the name in the source, which a renamed member still has.
  private func keys(of name: String) -> [String] {
    namer.paths(ImportNames.member(name, style)).map(\.dotted)
  }

  private mutating func notes(
    _ kind: String, _ old: String, _ new: String, at place: String
  ) -> [ImportNote] {
    let wanted = ImportNames.type(old, style)
    guard wanted != new else { return [] }
    let reason =
      ShadowedNames.module(of: wanted).map { "\($0) has a type of that name" }
      ?? ReservedNames.reason(againstType: wanted, schema: schemaName)
      ?? "another type has that name"
    return notes("\(kind) '\(wanted)'", wanted, new, reason, at: place)
  }

  private mutating func notes(
    member old: String, _ new: String, of owner: String, at place: String
  ) -> [ImportNote] {
    let wanted = ImportNames.member(old, style)
    guard wanted != new else { return [] }
    let reason =
      ReservedNames.reason(againstMember: wanted) ?? "another member has that name or its columns"
    return notes("member '\(table.type(owner)).\(wanted)'", wanted, new, reason, at: place)
  }

  private mutating func notes(
    case old: ImportedEnum.Case, _ new: ImportedEnum.Case, of owner: String, at place: String
  ) -> [ImportNote] {
    guard let stated = old.name, let name = new.name else { return [] }
    let wanted = ImportNames.member(stated, style)
    guard wanted != name else { return [] }
    let reason =
      ReservedNames.cases[wanted]
      ?? (wanted == "unknown" ? "it is the case for other values" : "another case has that name")
    return notes("case '\(owner).\(wanted)'", wanted, name, reason, at: place)
  }

  private mutating func notes(
    _ title: String, _ wanted: String, _ new: String, _ reason: String, at place: String
  ) -> [ImportNote] {
    schema.remarks.append(ImportRemark(at: place, "\(title) is named '\(new)': \(reason)"))
    return [ImportNote("not '\(wanted)': \(reason)")]
  }
}
