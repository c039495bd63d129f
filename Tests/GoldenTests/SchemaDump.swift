import SyncGenSchema

/// A resolved schema as readable text, one fact per line.
enum SchemaDump {
  static func text(of schema: Schema) -> String {
    var lines = ["schema \(schema.name.name) version \(schema.version)"]
    lines.append("files \(schema.sources.paths.joined(separator: ", "))")
    lines += header(schema)
    lines += schema.enums.flatMap(enumeration)
    for entity in schema.entities { lines += self.entity(entity, schema) }
    lines += schema.joinTables.map { joinTable($0, schema) }
    lines += schema.migrations.flatMap(migration)
    lines += schema.lint.map { "rule \(rule($0))" }
    lines += schema.api.map { APIDump.lines(of: $0, schema) } ?? []
    return lines.joined(separator: "\n") + "\n"
  }

  private static func header(_ schema: Schema) -> [String] {
    let generation = schema.generation
    let conventions = schema.conventions
    return [
      "generate \(generation.output) \(generation.access.rawValue) sets \(generation.sets.joined(separator: ","))"
        + " templates \(generation.templateFolders.joined(separator: ","))",
      "conventions \(conventions.remoteKeys.rawValue) dates \(conventions.remoteDates.text)"
        + " \(conventions.dateStorage.rawValue) \(conventions.coercion.rawValue)"
        + (conventions.isEmptyNull ? " empty-is-null" : "")
        + " acronyms \(conventions.acronyms.joined(separator: ","))",
    ] + (schema.documentation.map { ["doc \($0)"] } ?? [])
  }

  private static func enumeration(_ model: EnumModel) -> [String] {
    let notes = [model.documentation.map { "doc '\($0)'" }, model.renamedFrom.map { "was \($0)" }]
    let cases = model.cases.map { enumCase in
      "  \(enumCase.name.source) = \(ValueDump.text(of: enumCase.rawValue))"
        + [
          enumCase.documentation.map { " doc '\($0)'" }, enumCase.renamedFrom.map { " was \($0)" },
        ]
        .compactMap { $0 }.joined()
    }
    let title =
      ["enum \(model.name.source)", model.unknownValues.rawValue] + notes.compactMap { $0 }
    return ["", title.joined(separator: " ")] + cases
  }

  private static func entity(_ entity: Entity, _ schema: Schema) -> [String] {
    var title = "entity \(entity.name.source) table \(entity.table.quoted) plural \(entity.plural)"
    if let former = entity.renamedFrom { title += " was \(former)" }
    if let reason = entity.deprecation { title += " deprecated '\(reason)'" }
    var lines = ["", title]
    if let documentation = entity.documentation { lines.append("  doc \(documentation)") }
    lines += entity.attributes.map { "  \(MemberDump.text(of: $0, entity, schema))" }
    lines += entity.relations.map { "  \(MemberDump.text(of: $0, entity, schema))" }
    lines += entity.columns.map { "  column \(MemberDump.text(of: $0))" }
    let key = entity.identity.columns.map { entity.columns[$0].name.name }
    lines.append("  key \(key.joined(separator: ", "))")
    lines += entity.indexes.map { "  \(index($0, entity))" }
    if let search = entity.search {
      let names = search.names(of: entity).joined(separator: ", ")
      lines.append("  search (\(names)) by \(search.tokenizer.rawValue)")
    }
    lines += sync(entity).map { "  sync \($0)" }
    lines += entity.lint.map { "  rule \(rule($0))" }
    return lines
  }

  private static func index(_ index: Index, _ entity: Entity) -> String {
    let columns = index.columns.map { entity.columns[$0].name.name }.joined(separator: ", ")
    let kind = (index.remarks + ["index"]).joined(separator: " ")
    return "\(kind) \(index.name.name) (\(columns))"
      + (index.predicate.map { " where \($0)" } ?? "") + " by \(index.origin)"
  }

  private static func sync(_ entity: Entity) -> [String] {
    func name(_ index: Int) -> String { entity.attributes[index].name.name }
    let sync = entity.sync
    let tombstone = sync.tombstone.map {
      "tombstone \(name($0.attribute))" + ($0.keepsRows ? " kept" : "")
        + ($0.retention.map { " for \($0) s" } ?? "")
    }
    let archive = sync.archive.map { "archive \(name($0.flag)), \(name($0.date))" }
    return [
      sync.clock.map { "clock \(name($0))" }, tombstone, archive, sync.isPushed ? "push" : nil,
    ].compactMap { $0 }
  }

  private static func joinTable(_ table: JoinTable, _ schema: Schema) -> String {
    func end(_ end: JoinTable.End) -> String {
      let relation = end.relation.map { schema[$0].name.name } ?? "-"
      return
        "\(end.column.name) \(end.storage.rawValue) \(schema[end.entity].name.name).\(relation)"
    }
    return "\njoin \(table.name.quoted) left \(end(table.left)) right \(end(table.right))"
      + (table.positionColumn.map { " position \($0.name)" } ?? "")
      + " index \(table.inverseIndex.name)"
      + (table.through.map { " through \(schema[$0].name.name)" } ?? "")
  }

  private static func migration(_ migration: Migration) -> [String] {
    ["", "migration to \(migration.version)"]
      + migration.steps.map {
        "  \(ValueDump.text(of: $0.action))" + ($0.runsBefore ? " before" : "")
      }
  }

  private static func rule(_ rule: LintSetting) -> String {
    "\(rule.code) \(rule.level.rawValue)" + (rule.reason.map { ": \($0)" } ?? "")
  }
}
