package import SyncGenDiagnostics

/// An entity: a Swift struct, a table, and rows in payloads.
///
/// Held by reference: it has many parts, and whatever looks at one of them would copy all.
package final class Entity: Sendable {
  package let name: SwiftIdentifier
  package let table: SQLIdentifier
  /// The plural in snake_case, e.g. `task_items`; names join columns and payload lists.
  package let plural: String
  /// What wire protocols call the entity.
  package let wireName: String
  /// What the protocol `batch` calls a list of rows, in snake_case.
  package let wirePlural: String
  /// The `type` of its resource objects; `nil` without the envelope of JSON:API.
  package let resourceType: String?
  package let attributes: [Attribute]
  package let relations: [Relation]
  /// The relations to one of several entities, whose columns are attributes.
  package let taggedReferences: [TaggedReference]
  /// In the order of the table.
  package let columns: [Column]
  package let identity: Identity
  /// Stated and automatic ones.
  package let indexes: [Index]
  /// The full-text index; `nil` without `search:`.
  package let search: SearchIndex?
  /// A condition in SQL that every row meets: the `CHECK` of the table.
  package let check: Located<String>?
  package let sync: EntitySync
  /// Lint rules that this entity sets for itself, in the order of the file.
  package let lint: [LintSetting]
  package let renamedFrom: String?
  package let documentation: String?
  package let deprecation: String?
  package let annotations: Annotations
  package let span: SourceSpan

  init(
    name: SwiftIdentifier, table: SQLIdentifier, plural: String, wireName: String? = nil,
    wirePlural: String? = nil, resourceType: String? = nil, attributes: [Attribute],
    relations: [Relation], taggedReferences: [TaggedReference] = [], columns: [Column],
    identity: Identity, indexes: [Index], search: SearchIndex?,
    check: Located<String>?, sync: EntitySync, lint: [LintSetting], renamedFrom: String?,
    documentation: String?,
    deprecation: String?, annotations: Annotations, span: SourceSpan
  ) {
    self.name = name
    self.table = table
    self.plural = plural
    self.wireName = wireName ?? name.name
    self.wirePlural = wirePlural ?? plural
    self.resourceType = resourceType
    self.attributes = attributes
    self.relations = relations
    self.taggedReferences = taggedReferences
    self.columns = columns
    self.identity = identity
    self.indexes = indexes
    self.search = search
    self.check = check
    self.sync = sync
    self.lint = lint
    self.renamedFrom = renamedFrom
    self.documentation = documentation
    self.deprecation = deprecation
    self.annotations = annotations
    self.span = span
  }
}

/// What tells one row of an entity from another.
package struct Identity: Hashable, Sendable {
  package enum Part: Hashable, Sendable {
    case attribute(index: Int)
    /// A required to-one: the identity is scoped by this parent.
    case reference(relation: Int)
  }

  /// At least one.
  package let parts: [Part]
  /// Positions in the entity's `columns`, in the order of `parts`.
  package let columns: [Int]

  package var isComposite: Bool { parts.count > 1 }
}

/// `sync:` of an entity.
package struct EntitySync: Hashable, Sendable {
  package struct Tombstone: Hashable, Sendable {
    /// Position in the entity's `attributes`.
    package let attribute: Int
    package let keepsRows: Bool
    /// In seconds; `nil` keeps soft-deleted rows indefinitely.
    package let retention: Int?
  }

  package struct Archive: Hashable, Sendable {
    package let flag: Int
    package let date: Int
  }

  /// Position in the entity's `attributes`.
  package let clock: Int?
  package let tombstone: Tombstone?
  package let archive: Archive?
  package let isOffline: Bool
  /// Whether the server's entity tags are kept. No table depends on it, so that it is not frozen.
  package var hasETags = false
}

/// One line under `lint:`.
package struct LintSetting: Hashable, Sendable {
  package enum Level: String, CaseIterable, Hashable, Sendable {
    case off
    case warn
    case error
  }

  /// A rule's code, or `standard` for all of them.
  package let code: String
  package let level: Level
  /// What stands after `off:`.
  package let reason: String?
  package let span: SourceSpan
}
