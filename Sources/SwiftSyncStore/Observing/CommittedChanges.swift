@_spi(Generated) import SwiftSyncCoding

/// The net effect of one or more commits on the rows of an entity, whatever made them: payloads, the
/// app's writes or SQL. `SyncStore.changes(of:startingWithRows:)` emits it.
///
/// The changes of one payload, with the rows, are `AppliedChanges`; the differences between two lists
/// of rows are `ListChanges`; and what a server has yet to receive are `PendingChange`s.
public struct CommittedChanges<Entity: SyncedEntity>: Hashable, Sendable {
  /// All rows at the start, ordered by identity. Only in the first element, and only if requested.
  public let initialRows: [Entity]?
  /// The identities of new rows.
  public let inserted: Set<Entity.Identity>
  /// The identities of updated rows, each with the names of the changed attributes and
  /// relationships. A to-many relationship is included only if it has a join table; for the others,
  /// the rows that refer to this one have changed.
  public let updated: [Entity.Identity: Set<String>]
  /// The identities of deleted rows.
  public let deleted: Set<Entity.Identity>
  /// The rows whose temporary id was replaced by the server's. This alone does not add them to the
  /// other sets. If their values changed too, `updated` contains the new id.
  public let renamed: [Renaming]
  /// Whether another process, or another connection of this process, has committed since the last
  /// element. Its changes are unknown and not listed in the other members, so fetch everything that
  /// depends on the rows again.
  ///
  /// While anything is observed, a thread watches the write-ahead log with inotify or kqueue, and
  /// asks SQLite about commits at most a hundred times per second, and for five seconds after the
  /// last write. If a process is paused between log and commit for longer, the next write reveals
  /// it. Databases of `inMemory`, `temporary` and the role `extension` are not watched.
  public let isIncomplete: Bool

  /// A row whose identity has changed.
  public struct Renaming: Hashable, Sendable {
    /// The old identity.
    public let old: Entity.Identity
    /// The new identity.
    public let new: Entity.Identity
  }

  init(initialRows: [Entity]) {
    self.initialRows = initialRows
    inserted = []
    updated = [:]
    deleted = []
    renamed = []
    isIncomplete = false
  }

  init(_ changes: MergedChanges) throws(SyncError) {
    initialRows = nil
    isIncomplete = changes.isUnknown
    inserted = try Self.identities(changes.inserted)
    deleted = try Self.identities(changes.deleted)
    let names = Entity.metadata.fieldNames
    var updated: [Entity.Identity: Set<String>] = [:]
    for (key, fields) in changes.updated {
      // Two ids that differ in SQLite may be equal strings in Swift.
      updated[try Entity.identity(key), default: []].formUnion(fields.map { names[$0] })
    }
    self.updated = updated
    var renamed: [Renaming] = []
    for (old, new) in changes.renamed.pairs {
      renamed.append(Renaming(old: try Entity.identity(old), new: try Entity.identity(new)))
    }
    self.renamed = renamed
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
  /// The names of the attributes, followed by those of the relationships.
  package var fieldNames: [String] { attributes.map(\.name) + relations.map(\.name) }
}

extension SyncedEntity {
  /// The identity that columns hold.
  package static func identity(_ key: RowKey) throws(SyncError) -> Identity {
    guard let identity = Identity(storedValues: key) else {
      let text = key.map(\.text).joined(separator: "/")
      throw .unreadableRow(
        entity: metadata.name, reason: "its identity '\(text)' does not have the schema's type")
    }
    return identity
  }
}

extension CommittedChanges: CustomStringConvertible {
  /// The counts on one line, e.g. `2 inserted, 1 updated, 0 deleted`.
  public var description: String {
    if let initialRows { return "\(initialRows.count) at the start" }
    let counts = "\(inserted.count) inserted, \(updated.count) updated, \(deleted.count) deleted"
    let all = renamed.isEmpty ? counts : counts + ", \(renamed.count) renamed"
    return isIncomplete ? all + ", and unknown changes of another process" : all
  }
}
