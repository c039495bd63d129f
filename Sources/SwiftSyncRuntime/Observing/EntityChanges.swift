/// What has happened to the rows of an entity, by its net effect.
public struct EntityChanges<Entity: SyncedEntity>: Hashable, Sendable {
  /// All rows as they are at the start, in the order of their identities; only in the first element,
  /// and only if they were asked for.
  public let initialRows: [Entity]?
  /// The identities of new rows.
  public let inserted: Set<Entity.Identity>
  /// The identities of changed rows, each with the attributes and relations that have changed, by
  /// their names in the schema. Of relations to many, only the members in a join table count; where
  /// rows of another table refer to this one, those rows have changed.
  public let updated: [Entity.Identity: Set<String>]
  /// The identities of rows that are gone.
  public let deleted: Set<Entity.Identity>

  init(initialRows: [Entity]) {
    self.initialRows = initialRows
    inserted = []
    updated = [:]
    deleted = []
  }

  init(_ changes: MergedChanges) throws(SyncError) {
    initialRows = nil
    inserted = try Self.identities(changes.inserted)
    deleted = try Self.identities(changes.deleted)
    let names = Entity.metadata.fieldNames
    var updated: [Entity.Identity: Set<String>] = [:]
    for (key, fields) in changes.updated {
      // Two ids that SQLite tells apart may be equal strings in Swift.
      updated[try Entity.identity(key), default: []].formUnion(fields.map { names[$0] })
    }
    self.updated = updated
  }

  private static func identities(
    _ keys: Set<RowKey>
  ) throws(SyncError) -> Set<Entity.Identity> {
    var result: Set<Entity.Identity> = []
    for key in keys { result.insert(try Entity.identity(key)) }
    return result
  }
}

extension EntityMetadata {
  /// The names of the attributes and, after them, of the relations.
  var fieldNames: [String] { attributes.map(\.name) + relations.map(\.name) }
}

extension SyncedEntity {
  /// The identity that columns hold.
  static func identity(_ key: RowKey) throws(SyncError) -> Identity {
    guard let identity = Identity(storedValues: key) else {
      let text = key.map(\.text).joined(separator: "/")
      throw .unreadableRow(
        entity: metadata.name, reason: "its identity '\(text)' does not have the schema's type")
    }
    return identity
  }
}

extension EntityChanges: CustomStringConvertible {
  /// The counts in one line, e.g. `2 inserted, 1 updated, 0 deleted`.
  public var description: String {
    if let initialRows { return "\(initialRows.count) at the start" }
    return "\(inserted.count) inserted, \(updated.count) updated, \(deleted.count) deleted"
  }
}
