import SyncGenDiagnostics

/// Resolves a declaration to a schema: looks up names, applies conventions, and reports problems.
enum SchemaResolver {
  /// Returns `nil` if there are errors from any stage.
  static func resolve(
    _ declaration: SchemaDeclaration, path: String, sources: SchemaSources,
    into bag: inout DiagnosticBag
  ) -> Schema? {
    var draft = SchemaDraft(TaggedReferenceExpander.expanded(declaration, into: &bag))
    SymbolResolver.resolve(&draft, into: &bag)
    ValueTypeResolver.resolve(&draft, into: &bag)
    RelationLinker.link(&draft, into: &bag)
    CompositeReferenceExpander.expand(&draft, into: &bag)
    AttributeResolver.resolve(&draft, into: &bag)
    MemberResolver.resolve(&draft, into: &bag)
    RelationRule.check(draft, into: &bag)
    DeleteRuleResolver.resolve(&draft, into: &bag)
    IdentityResolver.resolve(&draft, into: &bag)
    NestingRule.check(draft, into: &bag)
    EnvelopeRule.check(draft, into: &bag)
    ReferenceResolver.resolve(&draft, into: &bag)
    OrderResolver.resolve(&draft, into: &bag)
    JoinTableResolver.resolve(&draft, into: &bag)
    ResourceExpander.expand(&draft, into: &bag)
    SyncResolver.resolve(&draft, into: &bag)
    TemporaryIDRule.check(draft, into: &bag)
    InvalidValuesRule.check(draft, into: &bag)
    IndexResolver.resolve(&draft, into: &bag)
    SearchResolver.resolve(&draft, into: &bag)
    CollisionRule.check(draft, into: &bag)
    LimitRule.check(draft, into: &bag)
    let (api, types) = resolveAPI(draft, into: &bag)
    AdoptionRule.check(draft, into: &bag)
    guard !bag.hasErrors else { return nil }
    return schema(draft, api: api, types: types, path: path, sources: sources)
  }

  private static func resolveAPI(
    _ draft: SchemaDraft, into bag: inout DiagnosticBag
  ) -> (api: API?, types: [InlineType]) {
    guard !draft.resources.isEmpty else { return APIResolver.resolve(draft, into: &bag) }
    var problems = DiagnosticBag()
    let result = APIResolver.resolve(draft, into: &problems)
    for diagnostic in Diagnostic.withResources(problems.diagnostics, draft.resources) {
      bag.add(diagnostic)
    }
    return result
  }

  private static func schema(
    _ draft: SchemaDraft, api: API?, types: [InlineType], path: String, sources: SchemaSources
  ) -> Schema? {
    let entities = draft.entities.compactMap { entity($0, draft) }
    guard entities.count == draft.entities.count else { return nil }
    let declaration = draft.declaration
    return Schema(
      name: SwiftIdentifier(declaration.name.value), version: declaration.version.value,
      versionSpan: declaration.version.span, documentation: declaration.documentation, path: path,
      sources: sources,
      generation: declaration.generation, conventions: declaration.conventions,
      enums: draft.symbols.enums, valueTypes: draft.symbols.types, entities: entities,
      joinTables: draft.joinTables.map { withInverse($0, entities) },
      migrations: declaration.migrations, oldestVersion: declaration.oldestVersion,
      adoption: declaration.adopt?.value ?? .none, lint: declaration.lint, api: api, types: types,
      annotations: declaration.annotations)
  }

  private static func entity(_ draft: EntityDraft, _ schema: SchemaDraft) -> Entity? {
    let relations = draft.relationIDs.compactMap { RelationAssembler.relation($0, schema) }
    guard relations.count == draft.relations.count, let identity = draft.identity else {
      return nil
    }
    let declaration = draft.declaration
    return Entity(
      name: SwiftIdentifier(draft.name), table: SQLIdentifier(draft.table), plural: draft.plural,
      remoteName: draft.remoteName, remotePlural: draft.remotePlural,
      resourceType: draft.resourceType,
      attributes: draft.attributes, relations: relations,
      taggedReferences: declaration.taggedReferences.compactMap {
        TaggedReference($0, of: draft, schema.symbols)
      }, columns: draft.columns,
      identity: identity, indexes: draft.indexes, search: draft.search,
      check: declaration.check, checkMessage: declaration.checkMessage, sync: draft.sync,
      ignoredKeys: IgnoredKeyRule.paths(of: draft, schema.symbols.conventions),
      lint: declaration.lint, notes: declaration.settings, span: declaration.name.span)
  }

  /// The inverse of a `through:` table is served by an index of its entity, regardless of its name.
  private static func withInverse(_ table: JoinTable, _ entities: [Entity]) -> JoinTable {
    guard let through = table.through else { return table }
    let entity = entities[through.index]
    let index = entity.indexes.first { index in
      index.predicate == nil
        && index.columns.prefix(table.right.columns.count).map { entity.columns[$0].name }
          == table.right.columns.map(\.name)
    }
    return JoinTable(
      name: table.name, left: table.left, right: table.right, positionColumn: table.positionColumn,
      inverseIndex: index?.name ?? table.inverseIndex, through: through)
  }
}
