package import SyncGenSchema

/// The content that a reader found in a source, before it has the names and the form of a schema.
///
/// Readers name elements as the source does, in any style (`created_at`, `Order Details`,
/// `ZTITLE`), and refer to entities and types by these names. `ImportNamer` converts them to names
/// of the schema language. The names of entities, types, enums and scalars are distinct; a reader
/// converts names of lists to the singular.
package struct ImportedSchema: Hashable, Sendable {
  /// The name stated in the source; `nil` to use the file's name.
  package var name: String?
  package var version = 1
  package var documentation: String?
  package var conventions = ImportedConventions()
  package var scalars: [ImportedScalar] = []
  package var enums: [ImportedEnum] = []
  package var types: [ImportedType] = []
  package var entities: [ImportedEntity] = []
  package var api: ImportedAPI?
  /// The steps to each version from 2 on.
  package var migrations: [ImportedMigration] = []
  /// Older versions, the oldest first, which are written as frozen versions. The same element has
  /// the same name in each.
  package var olderVersions: [ImportedSchema] = []
  /// Further keys of the schema in its language, after those above.
  package var settings: [YAMLEntry] = []
  /// What the schema cannot express, in the order of the source.
  package var remarks: [ImportRemark] = []
  /// Suggestions for the user, one sentence each.
  package var suggestions: [String] = []
  /// Whether `importRows` copies rows of the source's stores. It looks for the names of the source.
  package var hasStoresToCopy = false
  /// The responses that were read, and how they are applied.
  package var answers: [ImportedAnswer] = []

  package init() {}

  /// Changes the attributes of all entities and the fields of all types.
  mutating func changeAttributes(_ change: (inout ImportedAttribute) -> Void) {
    for entity in entities.indices {
      for index in entities[entity].attributes.indices {
        change(&entities[entity].attributes[index])
      }
    }
    for type in types.indices { types[type].content.changeFields(change) }
  }
}

/// How the rows of a response are applied.
package struct ImportedAnswer: Hashable, Sendable {
  package var path: String
  /// The name of an entity, or of a document.
  package var target: String
  package var isDocument: Bool
  package var root: String?
  package var keyedBy: String?
  package var isItem = false
  /// The statements of an endpoint about its pages.
  package var page: YAMLValue?

  package init(_ path: String, _ target: String, isDocument: Bool) {
    self.path = path
    self.target = target
    self.isDocument = isDocument
  }
}

/// Something that was found but is not in the schema, or only in part.
package struct ImportRemark: Hashable, Sendable, Encodable {
  /// The place: a file with a line or a path in it, such as `shop.sqlite: table orders`.
  package var place: String
  /// A phrase, in lower case and without a full stop.
  package var message: String

  package init(at place: String, _ message: String) {
    self.place = place
    self.message = message
  }
}

/// The `conventions:` of an imported schema. Values that are `nil` are derived from the names, or
/// not stated.
package struct ImportedConventions: Hashable, Sendable {
  /// The style of keys in payloads; `nil` for that of most keys.
  package var remoteKeys: Conventions.RemoteKeys?
  package var envelope: Conventions.Envelope?
  package var remoteDates = DateFormats.auto
  package var storesDatesAsIntegers = false
  package var isStrict = false
  package var isEmptyNull = false
  package var acronyms: [String] = []

  package init() {}
}

/// The steps to a version.
package struct ImportedMigration: Hashable, Sendable {
  package var version: Int
  /// The steps in the schema language. Names in `drops`, `allow-lossy` and `remote-changed` are as
  /// in the source: `orders`, `orders.ship_to`.
  package var steps: [YAMLValue]

  package init(version: Int, steps: [YAMLValue]) {
    self.version = version
    self.steps = steps
  }
}
