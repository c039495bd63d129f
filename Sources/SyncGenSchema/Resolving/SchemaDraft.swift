import SyncGenDiagnostics
import SyncGenYAML

/// A schema while it is being resolved. Positions are those of the finished `Schema`.
struct SchemaDraft {
  let declaration: SchemaDeclaration
  var symbols: Symbols
  var entities: [EntityDraft] = []
  var joinTables: [JoinTable] = []
  /// The types of the declaration with distinct names.
  var types: [TypeDeclaration] = []
  /// The value of `api:`, in which resources are written out once entities are known.
  var api: YAMLNode?
  var resources: [ResourceDraft] = []
  /// The names of entities whose resources are invalid, so what these imply is unknown.
  var invalidResources: Set<String> = []

  init(_ declaration: SchemaDeclaration) {
    self.declaration = declaration
    api = declaration.api
    symbols = Symbols(conventions: declaration.conventions)
  }

  subscript(id: EntityID) -> EntityDraft {
    get { entities[id.index] }
    set { entities[id.index] = newValue }
  }

  subscript(id: RelationID) -> RelationDraft {
    get { entities[id.entity.index].relations[id.index] }
    set { entities[id.entity.index].relations[id.index] = newValue }
  }

  /// All relationships, in the order of the files.
  var relationIDs: [RelationID] {
    var ids: [RelationID] = []
    for entity in entities.indices {
      for index in entities[entity].relations.indices {
        ids.append(RelationID(entity: EntityID(entity), index: index))
      }
    }
    return ids
  }
}

/// The meanings of names in a schema, and the rules for new ones.
struct Symbols {
  let conventions: Conventions
  let names: NameStyle
  let namer: RemoteNamer
  var enumIDs: [String: EnumID] = [:]
  var entityIDs: [String: EntityID] = [:]
  var enums: [EnumModel] = []
  var scalars: [String: NamedScalar] = [:]
  /// The types that attributes reach.
  var typeIDs: [String: ValueTypeID] = [:]
  var types: [ValueTypeModel] = []
  /// All types under `types:`; `nil` if there are none.
  var typeGraph: TypeGraph?

  /// The types that constants may have.
  var constants: ConstantTypes { ConstantTypes(enums: enums, values: types) }

  init(conventions: Conventions) {
    self.conventions = conventions
    names = NameStyle(acronyms: conventions.acronyms)
    namer = RemoteNamer(conventions)
  }
}

/// An entity while it is being resolved.
struct EntityDraft {
  enum Member: Hashable {
    case attribute(Int)
    case relation(Int)
  }

  let id: EntityID
  @Shared var declaration: EntityDeclaration
  /// The name in snake_case, e.g. `task_item`.
  let snakeName: String
  /// The plural, e.g. `task_items`.
  let plural: String
  let table: String
  /// The plural of the entity's name in wire protocols.
  let remotePlural: String
  /// The `type` of its resource objects; `nil` without the JSON:API envelope.
  let resourceType: String?
  /// Parallel to those of the declaration. Those in `brokenAttributes` have a placeholder type.
  var attributes: [Attribute] = []
  var brokenAttributes: Set<Int> = []
  /// Parallel to those of the declaration.
  var relations: [RelationDraft] = []
  var members: [String: Member] = [:]
  var columns: [Column] = []
  /// `nil` if it is invalid, which has been reported.
  var identity: Identity?
  var indexes: [Index] = []
  var search: SearchIndex?
  var sync = EntitySync(clock: nil, tombstone: nil, archive: nil, isPushed: false)

  var name: String { declaration.name.value }
  var remoteName: String { declaration.remoteName?.value ?? name }

  var relationIDs: [RelationID] {
    relations.indices.map { RelationID(entity: id, index: $0) }
  }

  /// The positions of an attribute's columns.
  func columns(of member: Member) -> [Int] {
    switch member {
    case .attribute(let index): attributes[index].columns
    case .relation(let index): relations[index].columns
    }
  }
}

extension EntityDraft {
  /// The names of the members that identify a row.
  var identityNames: [String] {
    (identity?.parts ?? []).map { part in
      switch part {
      case .attribute(let index): attributes[index].name.name
      case .reference(let index): relations[index].name
      }
    }
  }

  /// The placeholders of paths that stand for the identity.
  var identityPlaceholders: IdentityPlaceholders {
    IdentityPlaceholders(of: name, parts: identityNames) { members[$0] != nil }
  }

  /// The to-one relationship with a name.
  func reference(named name: String) -> RelationDraft? {
    guard case .relation(let index) = members[name], relations[index].kind == .reference else {
      return nil
    }
    return relations[index]
  }
}

/// A relationship while it is being resolved.
struct RelationDraft {
  enum Kind: Hashable {
    /// A to-one relationship with a column.
    case reference
    /// The side of a one-to-one relationship without a column.
    case referenceInverse
    case toMany
    case manyToMany
  }

  @Shared private(set) var declaration: RelationDeclaration
  /// The name in snake_case, e.g. `sub_tasks`.
  let snakeName: String
  /// The singular, e.g. `sub_task`, for a list; otherwise the same as `snakeName`.
  let singularName: String
  var keys: RelationKeys
  /// The property with ids, e.g. `projectID`, `watcherIDs`.
  let idProperty: String
  /// `nil` if it is invalid, which has been reported.
  var target: EntityID?
  var kind: Kind
  var inverse: RelationID?
  /// The position of the target's relationship to one of several entities that refers back.
  var taggedInverse: Int?
  /// Whether both sides are to-one relationships.
  var isOneToOne = false
  /// The entity whose table joins the two, for a many-to-many relationship with `through:`.
  var through: EntityID?
  var onDelete = DeleteRule.nullify
  /// Whether one of the sides states `on-delete`.
  var statesOnDelete = false
  /// The position of a reference's column, or of the first of several.
  var column: Int?
  /// The attributes with the parts of the target's identity, if it is composite.
  var partNames: [String] = []
  /// The positions of their columns.
  var partColumns: [Int] = []
  /// The position of the column with a child's position in its parent's list.
  var positionColumn: Int?
  var order = Relation.Ordering.none
  var membership: (joinTable: Int, side: Relation.Side)?

  /// The positions of a reference's columns.
  var columns: [Int] { partColumns.isEmpty ? column.map { [$0] } ?? [] : partColumns }

  var name: String { declaration.name.value }
  var isOptional: Bool { declaration.target?.isOptional ?? false }
  var isToMany: Bool { declaration.isToMany }
  var statesInverse: Bool {
    if case .relation = declaration.inverse?.value { true } else { false }
  }
}
