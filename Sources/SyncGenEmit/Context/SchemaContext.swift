import SyncGenDiagnostics
import SyncGenMigration
import SyncGenSchema
import SyncGenTemplateEngine

/// A schema as exposed to templates.
struct SchemaContext: ContextSubject {
  let names: SwiftNames
  /// `nil` without `api:` and documents.
  let payloadNames: PayloadNames?
  let entities: [TemplateValue]
  let enums: [TemplateValue]
  let valueTypes: [TemplateValue]
  /// For an older version, the models that code needs.
  private let models: [FrozenModelContext]
  private let modelEnums: [FrozenEnumContext]
  private let modelTypes: [FrozenTypeContext]
  private let fingerprint: Deferred<String>
  private let generation: GenerationOptions
  private let isMirrored: Bool

  /// - Parameters:
  ///   - newest: For an older version, whose code is generated together with the newest one's.
  ///   - plan: The plan of the newest version.
  ///   - main: The newest version, if it is another one: it states what is generated.
  init(
    _ schema: Schema, beside newest: Schema? = nil, in plan: VersionPlan = .none,
    generatedWith main: Schema? = nil
  ) {
    let sampleChecks = SampleChecks()
    let names = SwiftNames(schema, beside: newest, sampleChecks: sampleChecks)
    self.names = names
    generation = (newest ?? schema).generation
    isMirrored = (main ?? newest ?? schema).mirrors(schema.version)
    payloadNames = schema.payloads.map { PayloadNames($0, schema, sampleChecks: sampleChecks) }
    fingerprint = Deferred { SchemaFingerprint.of(schema) }
    entities = Self.entities(of: names)
    enums = schema.enums.map { EnumContext(model: $0, names: names).templateValue }
    valueTypes = schema.valueTypes.indices.map {
      ValueTypeContext(id: $0, names: names).templateValue
    }
    let frozen = newest.map { FrozenModels(of: schema, in: plan, newest: $0) }
    models = frozen?.models(entities, of: schema) ?? []
    modelEnums = frozen?.enums(enums, of: schema) ?? []
    modelTypes = frozen?.types(valueTypes, of: schema) ?? []
  }

  private static func entities(of names: SwiftNames) -> [TemplateValue] {
    let ids = names.schema.entityIDs
    return ConcurrentMap.results(count: ids.count) { index in
      EntityContext(id: ids[index], names: names).templateValue
    }
  }

  private var schema: Schema { names.schema }

  private var entitiesByName: TemplateDictionary {
    let names = schema.entities.map(\.name.name)
    return TemplateDictionary(zip(names, entities).map { (key: $0, value: $1) })
  }

  /// The name of the fixtures, e.g. `tracker` for `Tracker`, `apiStore` for `APIStore`.
  private var fixturesName: String {
    let name = schema.name.name
    let capitals = name.prefix { $0.isUppercase }.count
    let first = capitals == name.count ? capitals : max(1, capitals - 1)
    return SwiftIdentifier(name.prefix(first).lowercased() + name.dropFirst(first)).source
  }

  static let type = ContextType<Self>(
    "schema", "A schema with all names and conventions resolved.",
    [
      .text("name", "The name, e.g. `Tracker`.") { $0.schema.name.name },
      .number("version", "The version.") { $0.schema.version },
      .flag("adopts", "Whether the database may belong to another program that also uses it.") {
        $0.schema.adopts
      },
      .flag("isReadOnly", "Whether the database belongs to another program and is only read.") {
        $0.schema.isReadOnly
      },
      .text("fingerprint", "Identifies the version's content.") { $0.fingerprint.value },
      .text("digest", "Identifies the version's content without its entities.") {
        SchemaFingerprint.restDigest(of: $0.schema)
      },
      .flag(
        "hasStore",
        "Whether the generated code uses a store; false for a schema of "
          + "endpoints alone."
      ) {
        $0.schema.hasStore
      },
      .texts("sets", "The template sets that are run.") { $0.generation.sets },
      .object("conventions", "The settings under `conventions:`.") {
        ConventionsContext(conventions: $0.schema.conventions)
      },
      .shared("enums", EnumContext.self, "In the order of the schema.") { .array($0.enums) },
      .shared(
        "valueTypes", ValueTypeContext.self,
        "The types that attributes have, in the order of the schema."
      ) { .array($0.valueTypes) },
      .shared(
        "orderedValueTypes", ValueTypeContext.self,
        "The types that attributes have, each after the types that it contains; types in a cycle "
          + "are in the order of the schema."
      ) { context in
        .array(context.schema.orderedValueTypes.map { context.valueTypes[$0] })
      }
      .byName(),
      .shared("entities", EntityContext.self, "In the order of the schema.") {
        .array($0.entities)
      },
      .values("entitiesByName", "The entities by their names, e.g. `entitiesByName.Note`.") {
        $0.entitiesByName
      }
      .onlyInTemplates(),
      .objects("joinTables", "The tables of many-to-many relationships.") { context in
        context.schema.joinTables.map { JoinTableContext(table: $0, schema: context.schema) }
      },
      .objects("links", "The lines of an entity-relationship diagram.") {
        LinkContext.all(of: $0.schema)
      },
      .object("diagram", "An entity-relationship diagram with all positions.") {
        DiagramContext(layout: DiagramLayout($0.schema), schema: $0.schema)
      },
      .objects("migrations", "By the version that they migrate to.") {
        $0.schema.migrations.map(MigrationContext.init)
      },
      .objects("lintRules", "Lint rules and their levels.") {
        $0.schema.lint.map(LintRuleContext.init)
      },
      .optionalObject("api", "The settings under `api:`.") { context in
        context.schema.api.flatMap { _ in context.payloadNames.map(APIContext.init) }
      },
      .optionalObject("documents", "The types without `api:`, if they include documents.") {
        context in
        context.schema.api == nil ? context.payloadNames.map(APIContext.init) : nil
      },
      .optionalText("documentation", "The text under `doc:`.") { $0.schema.documentation },
      .annotations { $0.schema.annotations },
      .group("sql", "What SQL needs.", sqlMembers),
      .group("swift", "What only Swift code needs.", swiftMembers),
      .group("swiftData", "What SwiftData needs.", swiftDataMembers),
    ])

  private static let swiftDataMembers: [ContextMember<Self>] = [
    .flag("isMirrored", "Whether CloudKit mirrors stores of this version.") { $0.isMirrored }
  ]

  private static let sqlMembers: [ContextMember<Self>] = [
    .number("triggerFormat", "Counts the changes to the text of the triggers.") { _ in
      TriggerFormat.current
    }
  ]

  private static let swiftMembers: [ContextMember<Self>] = [
    .text("name", "The newest version in Swift, e.g. `TrackerSchema`.") {
      $0.names.currentSchema
    },
    .text("versionName", "This version in Swift, e.g. `TrackerSchemaV2`.") {
      $0.names.versionedSchema
    },
    .text("fixturesName", "The member of `Fixtures` in Swift, e.g. `tracker`.") {
      $0.fixturesName
    },
    .text("scalars", "The enum with the types of the app, e.g. `TrackerScalars`.") {
      $0.schema.name.name + "Scalars"
    },
    .objects("appScalars", "The scalars for which the app has types, by name.") { context in
      context.schema.appScalars.map { ScalarContext(scalar: $0, names: context.names) }
    },
    .objects("appTypes", "The first of these scalars for each type of the app.") { context in
      var types: Set<String> = []
      return context.schema.appScalars
        .filter { $0.appType?.isBuiltIn == false && types.insert($0.appType?.name ?? "").inserted }
        .map { ScalarContext(scalar: $0, names: context.names) }
    },
    .texts("scalarModules", "The modules that declare these types.") {
      AppModules.of($0.schema.appScalars)
    },
    .flag("scalarsUseFoundation", "Whether the stored type of one of them comes from Foundation.") {
      $0.schema.appScalars.contains { $0.base.isFromFoundation }
    },
    .text("access", "`internal`, `package` or `public`.") {
      $0.generation.access.rawValue
    },
    .text("accessPrefix", "The prefix of declarations: `public `, or nothing.") {
      $0.generation.access == .internal
        ? "" : "\($0.generation.access.rawValue) "
    },
    .text("importPrefix", "The access of imports that public declarations need, with a space.") {
      $0.generation.access == .internal
        ? "" : "\($0.generation.access.rawValue) "
    },
    .text(
      "runtimeModule",
      "The module that generated code imports: `SwiftSyncRuntime`, `SwiftSyncStore` for a schema without endpoints and documents, or `SwiftSyncREST` for a schema with only endpoints."
    ) {
      $0.names.runtimeModule
    },
    .flag("isPublic", "Whether the declarations are public.") {
      $0.generation.access == .public
    },
    .objects("models", "Of an older version, the models that functions of the app use.") {
      $0.models
    },
    .objects("modelEnums", "Of an older version, the enums that these models contain.") {
      $0.modelEnums
    },
    .objects("modelTypes", "Of an older version, the value types that these models contain.") {
      $0.modelTypes
    },
    .text("joinTableMetadata", "The join tables as the JSON that the runtime reads.") {
      MetadataWriter(names: $0.names).joinTables
    },
    .optionalText("documentMetadata", "The documents as the JSON that the runtime reads.") {
      DocumentJSON.of($0.schema)?.text(.source)
    },
  ]
}

/// `conventions:` as exposed to templates.
struct ConventionsContext: ContextSubject {
  let conventions: Conventions

  static let type = ContextType<Self>(
    "conventions", "The settings under `conventions:`.",
    [
      .text("remoteKeys", "`snake_case`, `camelCase`, `either`, `verbatim` or `kebab-case`.") {
        $0.conventions.remoteKeys.rawValue
      },
      .optionalText("envelope", "`json-api` if rows are resource objects, otherwise null.") {
        $0.conventions.envelope?.rawValue
      },
      .text("dates", "`auto`, `iso8601`, `unix` or `unix-ms`.") {
        $0.conventions.remoteDates.text
      },
      .text("dateStorage", "`text`, `integer`, `seconds` or `reference-date`.") {
        $0.conventions.dateStorage.rawValue
      },
      .text(
        "coercion",
        "`strict` if values of another JSON type are rejected, `lenient` if they are converted."
      ) {
        $0.conventions.coercion == .strict ? "strict" : "lenient"
      },
      .flag("isEmptyNull", "Whether empty strings are null.") { $0.conventions.isEmptyNull },
      .texts("acronyms", "Upper-case words besides the usual ones.") { $0.conventions.acronyms },
    ])
}

extension Schema {
  /// The positions of all value types, each after those of the types that it contains.
  fileprivate var orderedValueTypes: [Int] {
    var found: [Int] = []
    var seen: Set<Int> = []
    func add(_ index: Int) {
      guard seen.insert(index).inserted else { return }
      for inner in valueTypes[index].inner { add(inner.index) }
      found.append(index)
    }
    for index in valueTypes.indices { add(index) }
    return found
  }
}
