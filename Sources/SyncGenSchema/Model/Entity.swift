package import SyncGenDiagnostics

/// An entity: a Swift struct, a table, and rows in payloads.
///
/// A class, because it has many parts, which would all be copied whenever one of them is read.
package final class Entity: NamedElement, Sendable {
  package let name: SwiftIdentifier
  package let table: SQLIdentifier
  /// The plural in snake_case, e.g. `task_items`, used for join columns and payload lists.
  package let plural: String
  /// The entity's name in wire protocols.
  package let remoteName: String
  /// The name of a list of rows in the `batch` protocol, in snake_case.
  package let remotePlural: String
  /// The `type` of its resource objects; `nil` without the JSON:API envelope.
  package let resourceType: String?
  package let attributes: [Attribute]
  package let relations: [Relation]
  /// The relationships to one of several entities, whose columns are attributes.
  package let taggedReferences: [TaggedReference]
  /// The columns, in the order of the table.
  package let columns: [Column]
  package let identity: Identity
  /// The stated and automatic indexes.
  package let indexes: [Index]
  /// The full-text index; `nil` without `search:`.
  package let search: SearchIndex?
  /// An SQL condition that every row must meet: the `CHECK` of the table.
  package let check: Located<String>?
  /// What people read if a row does not meet the check.
  package let checkMessage: String?
  package let sync: EntitySync
  /// The paths of keys in payloads that are not counted as unknown.
  package let ignoredKeys: [String]
  /// The entity's own lint settings, in the order of the file.
  package let lint: [LintSetting]
  package let notes: Notes
  package let span: SourceSpan

  init(
    name: SwiftIdentifier, table: SQLIdentifier, plural: String, remoteName: String? = nil,
    remotePlural: String? = nil, resourceType: String? = nil, attributes: [Attribute],
    relations: [Relation], taggedReferences: [TaggedReference] = [], columns: [Column],
    identity: Identity, indexes: [Index], search: SearchIndex?,
    check: Located<String>?, checkMessage: String? = nil, sync: EntitySync,
    ignoredKeys: [String] = [], lint: [LintSetting],
    notes: Notes, span: SourceSpan
  ) {
    self.name = name
    self.table = table
    self.plural = plural
    self.remoteName = remoteName ?? name.name
    self.remotePlural = remotePlural ?? plural
    self.resourceType = resourceType
    self.attributes = attributes
    self.relations = relations
    self.taggedReferences = taggedReferences
    self.columns = columns
    self.identity = identity
    self.indexes = indexes
    self.search = search
    self.check = check
    self.checkMessage = checkMessage
    self.sync = sync
    self.ignoredKeys = ignoredKeys
    self.lint = lint
    self.notes = notes
    self.span = span
  }
}

extension Entity {
  /// Whether `ignore:` names a path or an object around it.
  package func ignores(_ path: String) -> Bool {
    ignoredKeys.contains { path == $0 || path.hasPrefix($0 + ".") }
  }
}

/// The members that identify a row of an entity.
package struct Identity: Hashable, Sendable {
  package enum Part: Hashable, Sendable {
    case attribute(index: Int)
    /// A required to-one relationship: the identity is scoped by this parent.
    case reference(relation: Int)
  }

  /// At least one.
  package let parts: [Part]
  /// The positions in the entity's `columns`, in the order of `parts`.
  package let columns: [Int]

  package var isComposite: Bool { parts.count > 1 }
}

/// The `sync:` settings of an entity.
package struct EntitySync: Hashable, Sendable {
  package struct Tombstone: Hashable, Sendable {
    /// The position in the entity's `attributes`.
    package let attribute: Int
    package let keepsRows: Bool
    /// The retention in seconds; `nil` keeps soft-deleted rows indefinitely.
    package let retention: Int?
  }

  package struct Archive: Hashable, Sendable {
    package let flag: Int
    package let date: Int
  }

  /// The position in the entity's `attributes`.
  package let clock: Int?
  package let tombstone: Tombstone?
  package let archive: Archive?
  package let isPushed: Bool
  /// Whether the server's entity tags are stored. No table depends on it, so the fingerprint does not
  /// contain it.
  package var hasETags = false
}

/// One line under `lint:`.
package struct LintSetting: Hashable, Sendable {
  package enum Level: String, CaseIterable, Hashable, Sendable {
    case off
    case warn
    case error
  }

  /// The code of a rule, or `standard` for all of them.
  package let code: String
  package let level: Level
  /// The text after `off:`.
  package let reason: String?
  package let span: SourceSpan
}
