import SwiftSyncValues

/// The metadata of entities and of join tables.
extension MetadataReader {
  /// The entities, join tables and documents of a schema.
  func schema() throws -> (
    entities: [EntityMetadata], joinTables: [JoinTableMetadata], documents: [DocumentMetadata]
  ) {
    (
      try elements("entities").map { try Self($0, "entities").entity() },
      try elements("joinTables").map { try Self($0, "joinTables").joinTable() },
      try object["documents"].map(Self.documents) ?? []
    )
  }

  func entity() throws -> EntityMetadata {
    let columns = try elements("columns").map(Self.column)
    var reader = self
    reader.columns = Self.positions(of: columns.map(\.name))
    reader.attributes = Self.positions(
      of: try elements("attributes").map { try Self($0, "attributes").string("name") })
    return try reader.entity(columns)
  }

  private static func positions(of names: [String]) -> [String: Int] {
    Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// A reader of a member of the entity.
  private func member(_ value: JSONValue, _ key: String) throws -> Self {
    var reader = try Self(value, key)
    (reader.columns, reader.attributes) = (columns, attributes)
    return reader
  }

  private func entity(_ columns: [ColumnMetadata]) throws -> EntityMetadata {
    let shapes = try valueShapes()
    return EntityMetadata(
      name: try string("name"), remoteName: try optionalString("remote"),
      resourceType: try optionalString("type"), table: try string("table"),
      digest: try optionalString("digest"),
      columns: columns,
      attributes: try elements("attributes").map {
        try member($0, "attributes").with(shapes, scalars).attribute()
      },
      relations: try elements("relations").map { try member($0, "relations").relation() },
      taggedReferences: try elements("toAny").map { try member($0, "toAny").taggedReference() },
      ignoredKeys: try object["ignore"] == nil ? [] : strings("ignore"),
      identity: try self.columns("identity"),
      uniques: try elements("uniques").map {
        try Self.elements($0, "uniques").map { try column(named: Self.string($0, "uniques")) }
      },
      search: object["search"] == nil
        ? nil : SearchMetadata(members: try elements("search").map(searchMember)),
      check: try optionalString("check"), checkMessage: try optionalString("checkMessage"),
      sync: try object["sync"].map { try member($0, "sync").sync() } ?? EntitySyncMetadata())
  }

  private func searchMember(_ value: JSONValue) throws -> SearchMetadata.Member {
    let parts = try Self.elements(value, "search")
    guard parts.count >= 3 else { throw Damage(key: "search") }
    return SearchMetadata.Member(
      try Self.string(parts[0], "search"),
      column: try column(named: Self.string(parts[1], "search")),
      path: try parts.dropFirst(3).map { try Self.string($0, "search") },
      value: try Self.string(parts[2], "search"))
  }

  // MARK: Columns by their names

  private func column(named name: String) throws -> Int {
    guard let position = columns[name] else { throw Damage(key: name) }
    return position
  }

  private func column(_ key: String) throws -> Int { try column(named: string(key)) }

  private func optionalColumn(_ key: String) throws -> Int? {
    try optionalString(key).map { try column(named: $0) }
  }

  private func columns(_ key: String) throws -> [Int] {
    try strings(key).map { try column(named: $0) }
  }

  private func optionalAttribute(_ key: String) throws -> Int? {
    guard let name = try optionalString(key) else { return nil }
    guard let position = attributes[name] else { throw Damage(key: name) }
    return position
  }

  /// The paths of targets' identities, by relationship.
  func identities() throws -> [String: [String]] {
    var identities: [String: [String]] = [:]
    for element in try elements("relations") {
      let relation = try Self(element, "relations")
      if relation.object["identity"] != nil {
        identities[try relation.string("name")] = try relation.strings("identity")
      }
    }
    return identities
  }

  private static func column(_ value: JSONValue) throws -> ColumnMetadata {
    guard case .string(let name)? = value[0], case .string(let spelled)? = value[1],
      let storage = ColumnMetadata.Storage(rawValue: spelled)
    else { throw Damage(key: "columns") }
    return ColumnMetadata(
      name, storage, required: value[2] == .bool(true), ignoresCase: value[3] == .string("NOCASE"))
  }

  /// The join tables in a list of objects.
  static func joinTables(json: String) throws -> [JoinTableMetadata] {
    try elements(JSONValue(json: json), "joinTables").map { try Self($0, "joinTables").joinTable() }
  }

  private func joinTable() throws -> JoinTableMetadata {
    let left = try strings("left")
    let right = try strings("right")
    guard left.count >= 2, right.count >= 2 else { throw Damage(key: "joinTables") }
    return JoinTableMetadata(
      try string("name"), left: left.dropLast(), of: left[left.count - 1],
      right: right.dropLast(), of: right[right.count - 1],
      position: try optionalString("position"), through: try optionalString("through"))
  }

  private func attribute() throws -> AttributeMetadata {
    AttributeMetadata(
      try string("name"), try field(), column: try column("column"),
      default: try elements("default").map(Self.stored), generated: try generatedDefault(),
      direction: try direction(), touch: flag("touch"))
  }

  private func generatedDefault() throws -> GeneratedDefault? {
    switch try optionalString("generated") {
    case nil: nil
    case "new": .newUUID
    case "now": .now
    case "temporary": .temporary
    default: throw Damage(key: "generated")
    }
  }

  private func relation() throws -> RelationMetadata {
    RelationMetadata(
      try string("name"), to: try string("to"), try kind(),
      inverse: try optionalString("inverse"), ids: try strings("ids"),
      objects: try strings("objects"), direction: try direction(),
      onDelete: try deleteRule(), nesting: try RelationMetadata.Nesting(self),
      linkage: try optionalString("linkage"))
  }

  private func taggedReference() throws -> TaggedReferenceMetadata {
    TaggedReferenceMetadata(
      try string("name"), tag: try column("tag"), id: try column("id"),
      targets: try elements("targets").map { target in
        guard case .string(let entity)? = target[0], case .string(let tag)? = target[1] else {
          throw Damage(key: "targets")
        }
        return TaggedReferenceMetadata.Target(entity, tag: tag)
      },
      objects: try strings("objects"), onDelete: try deleteRule())
  }

  private func deleteRule() throws -> RelationMetadata.DeleteRule {
    guard let rule = RelationMetadata.DeleteRule(rawValue: try string("onDelete")) else {
      throw Damage(key: "onDelete")
    }
    return rule
  }

  private func kind() throws -> RelationMetadata.Kind {
    switch try string("kind") {
    case "toOne":
      return .toOne(
        RelationMetadata.Reference(
          try type("type"), column: try column("column"), optional: flag("optional"),
          foreignKey: flag("foreignKey"), oneToOne: flag("oneToOne"),
          position: try optionalColumn("position"), parts: try columns("parts")))
    case "toOneInverse": return .toOneInverse
    case "toMany": return .toMany(try ordering())
    case "manyToMany":
      return .manyToMany(
        joinTable: try string("joinTable"),
        side: try string("side") == "left" ? .left : .right, try ordering())
    default: throw Damage(key: "kind")
    }
  }

  private func ordering() throws -> RelationMetadata.Ordering {
    switch object["order"] {
    case nil: return .none
    case .bool(true): return .position
    case .string(let attribute): return .attribute(attribute)
    default: throw Damage(key: "order")
    }
  }

  private func direction() throws -> SyncDirection {
    guard let spelled = try optionalString("direction") else { return .both }
    guard let direction = SyncDirection(rawValue: spelled) else { throw Damage(key: "direction") }
    return direction
  }

  private func sync() throws -> EntitySyncMetadata {
    EntitySyncMetadata(
      clock: try optionalAttribute("clock"), tombstone: try optionalAttribute("tombstone"),
      keepsTombstones: flag("keepsTombstones"), retention: try optionalInteger("retention"),
      archiveFlag: try optionalAttribute("archiveFlag"),
      archiveDate: try optionalAttribute("archiveDate"), push: flag("push"),
      etag: flag("etag"))
  }
}
