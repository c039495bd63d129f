package import SyncGenDiagnostics

/// A schema that is known to be valid, with all names resolved and all conventions applied. A
/// class, like its entities.
///
/// No later stage validates or derives names again: positions are valid, names are unique in Swift,
/// JSON and SQL, and columns are in their final order.
package final class Schema: Sendable {
  package let name: SwiftIdentifier
  package let version: Int
  /// The span of the version.
  package let versionSpan: SourceSpan
  package let documentation: String?
  /// The schema file's path as given by the user.
  package let path: String
  package let sources: SchemaSources
  package let generation: GenerationOptions
  package let conventions: Conventions
  package let enums: [EnumModel]
  /// The types under `types:` that attributes reach, in order.
  package let valueTypes: [ValueTypeModel]
  /// For each value type, a number that it shares with the types that contain it and that it
  /// contains.
  package let valueTypeCycles: [Int]
  package let entities: [Entity]
  /// The names of the structs that change entities, parallel to `entities`.
  package let patchNames: [String]
  package let joinTables: [JoinTable]
  /// The migrations, ascending by version.
  package let migrations: [Migration]
  /// The oldest version of apps that are still in use; `nil` if the schema does not state it.
  package let oldestVersion: Located<Int>?
  /// Whether the database may belong to another program, which also uses it.
  package let adopts: Bool
  /// Whether it is of another program and only read.
  package let isReadOnly: Bool
  package let lint: [LintSetting]
  package let api: API?
  /// The API or, without one, its types, if some of them are documents.
  package let payloads: API?
  /// The same numbers for the types of `payloads`.
  package let payloadTypeCycles: [Int]
  package let annotations: Annotations
  /// Whether there can be rows to store. A schema with only endpoints needs neither a store nor
  /// SQLite.
  package let hasStore: Bool

  init(
    name: SwiftIdentifier, version: Int, versionSpan: SourceSpan, documentation: String?,
    path: String, sources: SchemaSources, generation: GenerationOptions, conventions: Conventions,
    enums: [EnumModel], valueTypes: [ValueTypeModel], entities: [Entity], joinTables: [JoinTable],
    migrations: [Migration],
    oldestVersion: Located<Int>?, adoption: Adoption = .none, lint: [LintSetting], api: API?,
    types: [InlineType] = [],
    annotations: Annotations
  ) {
    self.name = name
    self.version = version
    self.versionSpan = versionSpan
    self.documentation = documentation
    self.path = path
    self.sources = sources
    hasStore = !entities.isEmpty || api == nil || version > 1
    self.generation = hasStore ? generation : generation.withoutDatabase
    self.conventions = conventions
    self.enums = enums
    self.valueTypes = valueTypes
    valueTypeCycles = Cycles.find(in: valueTypes)
    self.entities = entities
    patchNames = PatchNames.names(
      entities: entities, others: enums.map(\.name) + valueTypes.map(\.name))
    self.joinTables = joinTables
    self.migrations = migrations
    self.oldestVersion = oldestVersion
    adopts = adoption != .none
    isReadOnly = adoption == .readOnly
    self.lint = lint
    self.api = api
    payloads = api ?? (DocumentTypes(types).isEmpty ? nil : API(types: types))
    payloadTypeCycles = Cycles.find(in: payloads?.types ?? [])
    self.annotations = annotations
  }

  private init(_ other: Schema, generation: GenerationOptions) {
    name = other.name
    version = other.version
    versionSpan = other.versionSpan
    documentation = other.documentation
    path = other.path
    sources = other.sources
    hasStore = other.hasStore
    self.generation = generation
    conventions = other.conventions
    enums = other.enums
    valueTypes = other.valueTypes
    valueTypeCycles = other.valueTypeCycles
    entities = other.entities
    patchNames = other.patchNames
    joinTables = other.joinTables
    migrations = other.migrations
    oldestVersion = other.oldestVersion
    adopts = other.adopts
    isReadOnly = other.isReadOnly
    lint = other.lint
    api = other.api
    payloads = other.payloads
    payloadTypeCycles = other.payloadTypeCycles
    annotations = other.annotations
  }

  /// The same schema for each of its output folders, beginning with the first one.
  package var forEachOutput: [Schema] {
    [self] + generation.outputs.map { Schema(self, generation: $0) }
  }

  /// The positions of the entities, in order.
  package var entityIDs: [EntityID] { entities.indices.map(EntityID.init) }

  /// The positions of the value types, in order.
  package var valueTypeIDs: [ValueTypeID] { valueTypes.indices.map(ValueTypeID.init) }

  package func relationID(_ entity: EntityID, _ index: Int) -> RelationID {
    RelationID(entity: entity, index: index)
  }

  package subscript(id: EntityID) -> Entity { entities[id.index] }
  package subscript(id: EnumID) -> EnumModel { enums[id.index] }
  package subscript(id: ValueTypeID) -> ValueTypeModel { valueTypes[id.index] }
  package subscript(id: RelationID) -> Relation { self[id.entity].relations[id.index] }
}

/// `adopt:` of a schema: what a store does with a database of another program.
package enum Adoption: String, CaseIterable, Hashable, Sendable {
  /// It uses the database together with the other program.
  case shared = "true"
  /// It refuses the database.
  case none = "false"
  /// It reads the database.
  case readOnly = "read-only"
}
