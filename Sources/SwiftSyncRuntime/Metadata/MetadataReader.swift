/// Reads the metadata of an entity, or that of join tables, from the JSON that generated code states it in.
///
/// It is text because text costs the compiler nothing: literals of structs doubled the time to compile a model.
struct MetadataReader {
  struct Damage: Error {
    let key: String
  }

  let object: [String: JSONValue]

  init(json: String) throws {
    try self.init(JSONValue(json: json), "")
  }

  private init(_ value: JSONValue, _ key: String) throws {
    guard case .object(let object) = value else { throw Damage(key: key) }
    self.object = object
  }

  func entity() throws -> EntityMetadata {
    EntityMetadata(
      name: try string("name"), wireName: try optionalString("wire"), table: try string("table"),
      columns: try elements("columns").map(Self.column),
      attributes: try elements("attributes").map { try Self($0, "attributes").attribute() },
      relations: try elements("relations").map { try Self($0, "relations").relation() },
      identity: try integers("identity"),
      uniques: try elements("uniques").map { try Self.integers($0, "uniques") },
      sync: try object["sync"].map { try Self($0, "sync").sync() } ?? EntitySyncMetadata())
  }

  /// The places of targets' identities, by relation.
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
    return ColumnMetadata(name, storage, required: value[2] == .bool(true))
  }

  /// A list of objects, each of a join table.
  static func joinTables(json: String) throws -> [JoinTableMetadata] {
    try elements(JSONValue(json: json), "joinTables").map { try Self($0, "joinTables").joinTable() }
  }

  private func joinTable() throws -> JoinTableMetadata {
    let left = try strings("left")
    let right = try strings("right")
    guard left.count == 2, right.count == 2 else { throw Damage(key: "joinTables") }
    return JoinTableMetadata(
      try string("name"), left: left[0], of: left[1], right: right[0], of: right[1],
      position: try optionalString("position"), through: try optionalString("through"))
  }

  private func attribute() throws -> AttributeMetadata {
    AttributeMetadata(
      try string("name"), try type("type"), optional: flag("optional"),
      column: try integer("column"), remote: try strings("remote"),
      currency: try optionalString("currency"),
      default: try elements("default").map(Self.stored), generated: try generatedDefault(),
      direction: try direction(), emptyIsNull: flag("emptyIsNull"), touch: flag("touch"))
  }

  private func generatedDefault() throws -> GeneratedDefault? {
    switch try optionalString("generated") {
    case nil: nil
    case "new": .newUUID
    case "now": .now
    default: throw Damage(key: "generated")
    }
  }

  private func relation() throws -> RelationMetadata {
    guard let onDelete = RelationMetadata.DeleteRule(rawValue: try string("onDelete")) else {
      throw Damage(key: "onDelete")
    }
    return RelationMetadata(
      try string("name"), to: try string("to"), try kind(),
      inverse: try optionalString("inverse"), ids: try strings("ids"),
      objects: try strings("objects"), direction: try direction(), onDelete: onDelete)
  }

  private func kind() throws -> RelationMetadata.Kind {
    switch try string("kind") {
    case "toOne":
      return .toOne(
        RelationMetadata.Reference(
          try type("type"), column: try integer("column"), optional: flag("optional"),
          enforced: flag("enforced"), oneToOne: flag("oneToOne"),
          position: try optionalInteger("position")))
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
    guard let spelled = try optionalString("sync") else { return .both }
    guard let direction = SyncDirection(rawValue: spelled) else { throw Damage(key: "sync") }
    return direction
  }

  private func sync() throws -> EntitySyncMetadata {
    EntitySyncMetadata(
      clock: try optionalInteger("clock"), tombstone: try optionalInteger("tombstone"),
      keepsTombstones: flag("keepsTombstones"), retention: try optionalInteger("retention"),
      archiveFlag: try optionalInteger("archiveFlag"),
      archiveDate: try optionalInteger("archiveDate"), offline: flag("offline"))
  }
}
