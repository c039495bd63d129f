import SyncGenDiagnostics
import SyncGenYAML

/// Reads the output of `FrozenSchemaWriter`. Nothing is derived; names become positions.
enum FrozenSchemaReader {
  /// Returns `nil` if something is missing or dangling, which is reported.
  static func read(
    _ keys: KeyedNodes<FrozenKey>, version: Located<Int>, file: SourceFile, adopts: Bool,
    into bag: inout DiagnosticBag
  ) -> Schema? {
    var problems = DiagnosticBag()
    let conventions = ConventionsDeclaration.read(keys[.conventions], into: &problems)
    let namer = RemoteNamer(conventions)
    let enums = (keys[.enums]?.pairs(for: "'enums'", into: &problems) ?? []).compactMap {
      EnumReader.read($0, into: &problems).map { EnumResolver.resolve($0, namer, into: &problems) }
    }
    let names = FrozenNames(
      conventions: conventions, enums: enums, types: keys[.types],
      entities: keys[.entities], into: &problems)
    let tables = joinTables(keys[.joinTables], names, into: &problems)
    let memberships = FrozenJoinTables(tables)
    let entities = names.entities.map {
      FrozenEntityReader(node: $0, names: names, joinTables: memberships).entity(into: &problems)
    }
    let migration = migration(keys[.migration], version: version.value, into: &problems)
    for diagnostic in problems.diagnostics { bag.add(diagnostic) }
    if problems.hasErrors { return nil }
    return Schema(
      name: SwiftIdentifier(keys.requiredText(.name, of: "the version", into: &bag).value),
      version: version.value, versionSpan: version.span,
      documentation: keys.text(.doc, of: "the version", into: &bag)?.value, path: file.path,
      sources: SchemaSources(file), generation: .usual, conventions: conventions, enums: enums,
      valueTypes: names.symbols.types, entities: entities, joinTables: tables,
      migrations: migration.map { [$0] } ?? [],
      oldestVersion: nil, adoption: adopts ? .shared : .none, lint: [], api: nil,
      annotations: keys.annotations)
  }

  private static func migration(
    _ node: YAMLNode?, version: Int, into bag: inout DiagnosticBag
  ) -> Migration? {
    guard let node, case .sequence(let items) = node.content, !items.isEmpty else { return nil }
    return Migration(
      version: version,
      steps: items.compactMap {
        MigrationReader.step($0, version: version, into: &bag)
      },
      span: node.span)
  }

  // MARK: Join tables

  private static func joinTables(
    _ node: YAMLNode?, _ names: FrozenNames, into bag: inout DiagnosticBag
  ) -> [JoinTable] {
    guard let node, case .sequence(let items) = node.content else { return [] }
    return items.compactMap { joinTable($0, names, into: &bag) }
  }

  private static func joinTable(
    _ node: YAMLNode, _ names: FrozenNames, into bag: inout DiagnosticBag
  ) -> JoinTable? {
    let owner = "a join table"
    guard let keys = KeyedNodes<FrozenJoinTableKey>(node, of: owner, into: &bag),
      let left = end(keys.required(.left, of: owner, at: node.span, into: &bag), names, into: &bag),
      let right = end(
        keys.required(.right, of: owner, at: node.span, into: &bag), names, into: &bag)
    else { return nil }
    return JoinTable(
      name: SQLIdentifier(keys.requiredText(.name, of: owner, into: &bag).value), left: left,
      right: right,
      positionColumn: keys.text(.position, of: owner, into: &bag).map { SQLIdentifier($0.value) },
      inverseIndex: SQLIdentifier(keys.requiredText(.inverseIndex, of: owner, into: &bag).value),
      through: keys.text(.through, of: owner, into: &bag).flatMap {
        names.entity($0, into: &bag)
      })
  }

  private static func end(
    _ node: YAMLNode?, _ names: FrozenNames, into bag: inout DiagnosticBag
  ) -> JoinTable.End? {
    let owner = "an end of a join table"
    guard let node, let keys = KeyedNodes<FrozenEndKey>(node, of: owner, into: &bag),
      let entity = names.entity(keys.requiredText(.entity, of: owner, into: &bag), into: &bag)
    else { return nil }
    return JoinTable.End(
      entity: entity,
      relation: keys.text(.relation, of: owner, into: &bag).flatMap {
        names.relation($0, of: entity, into: &bag)
      },
      columns: columns(keys, of: owner, into: &bag))
  }

  /// Reads one column with its storage, or a mapping of several.
  private static func columns(
    _ keys: KeyedNodes<FrozenEndKey>, of owner: String, into bag: inout DiagnosticBag
  ) -> [JoinTable.EndColumn] {
    let several = keys[.columns]?.pairs(for: "'columns' of \(owner)", into: &bag) ?? []
    let columns = several.compactMap { pair in
      pair.value.choice(of: SQLStorage.self, for: "the storage of \(owner)", into: &bag).map {
        JoinTable.EndColumn(name: SQLIdentifier(pair.key), storage: $0.value)
      }
    }
    guard columns.isEmpty else { return columns }
    return [
      JoinTable.EndColumn(
        name: SQLIdentifier(keys.requiredText(.column, of: owner, into: &bag).value),
        storage: keys.choice(.storage, of: owner, or: .text, into: &bag))
    ]
  }
}

extension GenerationOptions {
  /// The options for a version that is not a schema file; only its own output uses them.
  static let usual = GenerationOptions(
    output: "Generated", access: .internal, sets: ["swift", "sql"], templateFolders: [],
    history: .used, outputSpan: nil, setsSpan: nil, templatesSpan: nil)
}
