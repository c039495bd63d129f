import SyncGenDiagnostics
import SyncGenSchema

/// Creates the text of a schema from a model with names of the schema language.
struct SchemaTreeMaker {
  let schema: ImportedSchema
  private let name: String?
  private let namer: RemoteNamer

  /// - Parameter name: The name of the schema; `nil` if that of its file says it.
  init(_ schema: ImportedSchema, name: String?) {
    self.schema = schema
    self.name = name
    namer = RemoteNamer(
      schema.conventions.remoteKeys ?? .snakeCase, NameStyle(acronyms: schema.conventions.acronyms))
  }

  /// The lines of the file with the positions of declarations.
  func printed(header: [String]) -> YAMLPrinter {
    var printer = YAMLPrinter()
    printer.add(line: LanguageSchema.modeline)
    for line in header { printer.add(line: "# " + YAMLScalarText.comment(line)) }
    printer.add(entries, indentation: "")
    return printer
  }

  private var entries: [YAMLEntry] {
    var entries = [YAMLEntry("swiftsync", .number(1))]
    entries.add("name", text: name)
    if schema.version != 1 { entries.append(YAMLEntry("version", .number(schema.version))) }
    entries.add("doc", prose: schema.documentation)
    entries.append(section("generate", [YAMLEntry("access", .word("public"))]))
    let conventions = schema.conventions.entries
    if !conventions.isEmpty {
      entries.append(section("conventions", conventions, mark: .conventions))
    }
    let unwritten = schema.typesOfResources
    let enums = schema.enums.enumerated().filter { !unwritten.contains($0.element.name) }
    add("enums", enums.map(entry), to: &entries)
    add("scalars", schema.scalars.enumerated().map(entry), to: &entries)
    let types = schema.types.enumerated().filter { !unwritten.contains($0.element.name) }
    add("types", types.map(entry), to: &entries)
    add("entities", schema.entities.enumerated().map(entry), to: &entries)
    addMigrations(to: &entries)
    if let api = schema.api { entries.append(section("api", self.entries(of: api))) }
    for (index, setting) in schema.settings.enumerated() {
      var setting = setting
      setting.hasGap = true
      setting.mark = .settings(index)
      entries.append(setting)
    }
    return entries
  }

  private func section(_ key: String, _ entries: [YAMLEntry], mark: ImportMark? = nil) -> YAMLEntry
  {
    var entry = SharedComments.section(key, entries)
    entry.mark = mark
    entry.hasGap = true
    return entry
  }

  private func add(_ key: String, _ entries: [YAMLEntry], to result: inout [YAMLEntry]) {
    if !entries.isEmpty { result.append(section(key, entries)) }
  }

  private func addMigrations(to entries: inout [YAMLEntry]) {
    let steps = schema.migrations.filter { !$0.steps.isEmpty }.map { migration in
      var entry = YAMLEntry("\(migration.version)", .list(migration.steps))
      entry.isBlock = true
      return entry
    }
    add("migrations", steps, to: &entries)
  }

  // MARK: Enums, scalars and types

  func entry(_ index: Int, _ model: ImportedEnum) -> YAMLEntry {
    var entries: [YAMLEntry] = []
    entries.add("doc", prose: model.documentation)
    entries.append(YAMLEntry("cases", cases(of: model)))
    if model.rejectsUnknown { entries.append(YAMLEntry("unknown", .word("reject"))) }
    entries.add("renamed-from", text: model.renamedFrom)
    var entry = YAMLEntry(model.name, .mapping(entries))
    entry.setNotes(model.notes)
    entry.mark = .enumeration(index)
    return entry
  }

  /// A list of names if the values follow from them, otherwise a mapping.
  private func cases(of model: ImportedEnum) -> YAMLValue {
    let isPlain =
      !model.isInteger
      && model.cases.allSatisfy {
        $0.documentation == nil && $0.name.map(namer.value(ofCase:)) == $0.value
      }
    if isPlain { return .texts(model.cases.map { $0.name ?? $0.value }) }
    return .mapping(
      model.cases.map { one in
        let value: YAMLValue = model.isInteger ? .word(one.value) : .text(one.value)
        guard let documentation = one.documentation else {
          return YAMLEntry(one.name ?? one.value, value)
        }
        return YAMLEntry(
          one.name ?? one.value,
          .mapping([YAMLEntry("value", value), YAMLEntry("doc", .text(documentation.inOneLine))]))
      })
  }

  func entry(_ index: Int, _ scalar: ImportedScalar) -> YAMLEntry {
    var entries = [YAMLEntry("type", .word(scalar.base.rawValue))]
    entries.add("pattern", text: scalar.pattern)
    if scalar.minimum != nil || scalar.maximum != nil {
      let range = [scalar.minimum, scalar.maximum].map { YAMLValue.word($0 ?? "null") }
      entries.append(YAMLEntry("range", .list(range)))
    }
    entries.add("doc", prose: scalar.documentation)
    var entry = YAMLEntry(scalar.name, .mapping(entries))
    entry.setNotes(scalar.notes)
    entry.mark = .scalar(index)
    return entry
  }

  func entry(_ index: Int, _ type: ImportedType) -> YAMLEntry {
    var entry: YAMLEntry
    switch type.content {
    case .fields(let fields): entry = self.entry(index, type, fields: fields)
    case .tagged(let tagged):
      var entries: [YAMLEntry] = []
      entries.add("doc", prose: type.documentation)
      entries.append(YAMLEntry("tag", .text(tagged.tag)))
      if tagged.hasContentUnderTag { entries.append(YAMLEntry("content", .word("tag"))) }
      entries.append(YAMLEntry(block: "cases", tagged.cases.map(self.entry)))
      if tagged.rejectsUnknown { entries.append(YAMLEntry("unknown", .word("reject"))) }
      entries.add("renamed-from", text: type.renamedFrom)
      entry = YAMLEntry(block: type.name, entries)
    }
    entry.setNotes(type.notes)
    entry.mark = .type(index)
    return entry
  }

  private func entry(_ index: Int, _ type: ImportedType, fields: [ImportedAttribute]) -> YAMLEntry {
    let members = fields.enumerated().map { field -> YAMLEntry in
      var entry = self.entry(field.element)
      entry.mark = .field(type: index, field.offset)
      return entry
    }
    let isLong =
      type.documentation != nil || type.renamedFrom != nil
      || fields.contains { $0.name == "fields" }
    guard isLong else { return YAMLEntry(type.name, .mapping(members)) }
    var entries: [YAMLEntry] = []
    entries.add("doc", prose: type.documentation)
    entries.append(YAMLEntry("fields", .mapping(members)))
    entries.add("renamed-from", text: type.renamedFrom)
    return YAMLEntry(block: type.name, entries)
  }

  private func entry(_ one: ImportedTagged.Case) -> YAMLEntry {
    let name = one.name ?? one.value
    let states = one.isInteger || namer.value(ofCase: name) != one.value
    let value = YAMLEntry("value", one.isInteger ? .word(one.value) : .text(one.value))
    let fields = YAMLValue.mapping(one.fields.map(entry))
    if let type = one.type {
      return states
        ? YAMLEntry(name, .mapping([YAMLEntry("type", .text(type)), value]))
        : YAMLEntry(name, .text(type))
    }
    let isLong = states || one.fields.contains { Tagging.caseKeys.contains($0.name) }
    return YAMLEntry(name, isLong ? .mapping([YAMLEntry("fields", fields), value]) : fields)
  }

  // MARK: Entities

  func entry(_ index: Int, _ entity: ImportedEntity) -> YAMLEntry {
    var entries: [YAMLEntry] = []
    entries.add("doc", prose: entity.documentation)
    entries.add("renamed-from", text: entity.renamedFrom)
    entries.add("plural", text: entity.plural)
    entries.add("table", text: entity.table)
    entries.add("remote", text: entity.remoteName)
    entries.append(YAMLEntry(block: "attributes", attributes(of: entity, index)))
    let relations = entity.relations.enumerated().map { relation -> YAMLEntry in
      var entry = self.entry(relation.element)
      entry.mark = .relation(entity: index, relation.offset)
      return entry
    }
    if !relations.isEmpty { entries.append(YAMLEntry(block: "relations", relations)) }
    if entity.identity.count > 1 {
      entries.append(YAMLEntry("identity", .texts(entity.identity)))
    } else if let name = entity.identity.first, name != "id" {
      entries.append(YAMLEntry("identity", .text(name)))
    }
    entries += rest(of: entity, index)
    var entry = YAMLEntry(block: entity.name, entries, mark: .entity(index))
    entry.comments = entity.notes
    entry.hasGap = true
    return entry
  }

  private func attributes(of entity: ImportedEntity, _ index: Int) -> [YAMLEntry] {
    entity.attributes.enumerated().map { attribute in
      var entry = self.entry(attribute.element)
      entry.mark = .attribute(entity: index, attribute.offset)
      return entry
    }
  }

  private func rest(of entity: ImportedEntity, _ index: Int) -> [YAMLEntry] {
    var entries: [YAMLEntry] = []
    if !entity.indexes.isEmpty {
      var list = YAMLEntry("indexes", .list(entity.indexes.map(value)))
      list.isBlock = entity.indexes.count > 1
      list.mark = .index(entity: index, 0)
      entries.append(list)
    }
    if let check = entity.check {
      var entry = YAMLEntry("check", .text(check))
      entry.mark = .check(entity: index)
      entries.append(entry)
    }
    if !entity.sync.isEmpty {
      var entry = YAMLEntry("sync", .mapping(entity.sync))
      entry.mark = .sync(entity: index)
      entries.append(entry)
    }
    entries.add("deprecated", prose: entity.deprecated)
    return entries + entity.settings
  }

  private func value(_ index: ImportedIndex) -> YAMLValue {
    let members = YAMLValue.texts(index.members)
    var entries = [YAMLEntry("on", members)]
    entries += index.settings.stated.members.map { YAMLEntry($0.key, YAMLValue($0.value)) }
    entries.add("where", text: index.condition)
    entries.add("name", text: index.name)
    return entries.count == 1 ? members : .mapping(entries)
  }
}

extension YAMLEntry {
  /// Sets notes: a single one after the line, several above it.
  mutating func setNotes(_ notes: [ImportNote]) {
    if notes.count == 1 { remark = notes[0] } else { comments = notes }
  }
}
