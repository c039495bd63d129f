package import SyncGenSchema

/// What a reader found in a source, before it has the names and the form of a schema.
///
/// Readers name things as the source does, in whatever style (`created_at`, `Order Details`, `ZTITLE`), and refer to
/// entities and types by these names. `ImportNamer` makes names of the schema language of them. Names of entities,
/// types, enums and scalars differ from each other; a reader makes names of lists singular.
package struct ImportedSchema: Hashable, Sendable {
  /// As the source calls itself; `nil` if the file's name has to do.
  package var name: String?
  package var version = 1
  package var documentation: String?
  package var conventions = ImportedConventions()
  package var scalars: [ImportedScalar] = []
  package var enums: [ImportedEnum] = []
  package var types: [ImportedType] = []
  package var entities: [ImportedEntity] = []
  package var api: ImportedAPI?
  /// Of the versions from 2 on, the steps that lead to them.
  package var migrations: [ImportedMigration] = []
  /// Older versions, the oldest first, which are written as frozen versions. The same thing has the same name in each.
  package var olderVersions: [ImportedSchema] = []
  /// Further keys of the schema in its language, after those above.
  package var settings: [YAMLEntry] = []
  /// What the schema cannot say, in the order of the source.
  package var remarks: [ImportRemark] = []
  /// What the user might do with the result, one sentence each.
  package var suggestions: [String] = []
  /// The answers that were read, and how they are applied.
  package var answers: [ImportedAnswer] = []

  package init() {}
}

/// How the rows of an answer are applied.
package struct ImportedAnswer: Hashable, Sendable {
  package var path: String
  /// The name of an entity, or of a document.
  package var target: String
  package var isDocument: Bool
  package var root: String?
  package var keyedBy: String?
  package var isItem = false
  /// What an endpoint says about its pages.
  package var page: YAMLValue?

  package init(_ path: String, _ target: String, isDocument: Bool) {
    self.path = path
    self.target = target
    self.isDocument = isDocument
  }
}

/// Something that was found and is not in the schema, or only in part.
package struct ImportRemark: Hashable, Sendable {
  /// Where it is: a file with a line or a path in it, such as `shop.sqlite: table orders`.
  package var place: String
  /// One phrase, in lower case and without a full stop.
  package var message: String

  package init(at place: String, _ message: String) {
    self.place = place
    self.message = message
  }
}

/// `conventions:` of an imported schema. What is `nil` follows from the names, or is not stated.
package struct ImportedConventions: Hashable, Sendable {
  /// The style of keys in payloads; `nil` for the one that most keys have.
  package var remoteKeys: Conventions.RemoteKeys?
  package var envelope: Conventions.Envelope?
  /// The formats of dates in payloads; empty for the default.
  package var dates: [String] = []
  package var storesDatesAsIntegers = false
  package var isStrict = false
  package var isEmptyNull = false
  package var acronyms: [String] = []

  package init() {}
}

/// The steps that lead to a version.
package struct ImportedMigration: Hashable, Sendable {
  package var version: Int
  /// In the schema language. Names in `drops`, `allow-lossy` and `remote-changed` are as the reader has them: `orders`,
  /// `orders.ship_to`.
  package var steps: [YAMLValue]

  package init(version: Int, steps: [YAMLValue]) {
    self.version = version
    self.steps = steps
  }
}
