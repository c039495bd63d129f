import SyncGenDiagnostics
import SyncGenYAML

/// A schema as its files say it: every value read, no name looked up, no convention applied.
struct SchemaDeclaration {
  var name: Located<String>
  var version: Located<Int>
  var documentation: String?
  var generation: GenerationOptions
  var conventions: Conventions
  var enums: [EnumDeclaration] = []
  var scalars: [NamedScalar] = []
  var types: [TypeDeclaration] = []
  var entities: [EntityDeclaration] = []
  var migrations: [Migration] = []
  var supported: Located<Int>?
  /// `nil` where nothing is stated.
  var adopt: Located<Adoption>?
  var lint: [LintSetting] = []
  var api: YAMLNode?
  var annotations = Annotations.none
}

struct EnumDeclaration {
  struct Case {
    let name: Located<String>
    let value: Located<EnumModel.RawValue>?
    let documentation: String?
    let renamedFrom: String?
    var annotations = Annotations.none
  }

  let name: Located<String>
  let cases: [Case]
  let unknownValues: EnumModel.UnknownValues
  let documentation: String?
  let renamedFrom: String?
  let annotations: Annotations
}

/// A type under `types:`. Its fields are read once the names of all types are known.
struct TypeDeclaration {
  let name: Located<String>
  let fields: [YAMLPair]
  let renamedFrom: String?
  let documentation: String?
  let annotations: Annotations
  /// Where the fields are.
  let span: SourceSpan
  /// The cases, where it is a tagged value, which has no fields.
  var tagging: TaggingDeclaration?
  /// Whether a case of a tagged value states the fields.
  var isOfCase = false
}

/// What the cases of a tagged value are, as a schema states it.
struct TaggingDeclaration {
  struct Case {
    let name: Located<String>
    let value: Located<EnumModel.RawValue>?
    /// The name of the type of the fields, with the pair that states it.
    let type: Located<String>?
    let pair: YAMLPair
    let isInline: Bool
    let renamedFrom: String?
    let documentation: String?
    let annotations: Annotations
  }

  let tag: Located<String>
  let cases: [Case]
  let unknownValues: EnumModel.UnknownValues
  let isNested: Bool
}

struct EntityDeclaration {
  let name: Located<String>
  var documentation: String?
  var plural: Located<String>?
  var table: Located<String>?
  var wireName: Located<String>?
  var attributes: [AttributeDeclaration] = []
  /// Whether there is a mapping of attributes; its lack has been reported.
  var hasAttributes = false
  var relations: [RelationDeclaration] = []
  var taggedReferences: [TaggedReferenceDeclaration] = []
  /// `nil` where nothing is stated.
  var identity: [Located<String>]?
  var indexes: [IndexDeclaration] = []
  var search: SearchDeclaration?
  var check: Located<String>?
  var sync: SyncDeclaration?
  var lint: [LintSetting] = []
  var renamedFrom: Located<String>?
  var deprecation: String?
  var annotations = Annotations.none
}

struct AttributeDeclaration {
  let name: Located<String>
  /// `nil` if it could not be read, which has been reported.
  var type: TypeExpression?
  var remote: RemoteDeclaration?
  var defaultValue: YAMLNode?
  var renamedFrom: Located<String>?
  var direction: SyncDirection = .both
  /// Where a direction is stated.
  var directionSpan: SourceSpan?
  var storage: Located<DateStorage>?
  var documentation: String?
  var deprecation: String?
  var backfill: Located<Backfill>?
  var isIndexed: Located<Bool>?
  var isUnique: Located<Bool>?
  var remoteDates: Located<DateFormats>?
  var isEmptyNull: Bool?
  var isTouched: Located<Bool>?
  var column: Located<String>?
  var invalidValues: Located<InvalidValues>?
  var separator: Located<String>?
  var collation: Located<TextCollation>?
  var annotations = Annotations.none
}

/// `remote:` of an attribute or a relation.
enum RemoteDeclaration {
  case paths([Located<RemotePath>])
  /// The first that has a value.
  case firstValue([Located<RemotePath>])
  case money(MoneyDeclaration)
  /// Of a relation, the parts of the target's identity.
  case parts([(key: Located<String>, path: Located<RemotePath>)])

  var paths: [Located<RemotePath>] {
    switch self {
    case .paths(let paths), .firstValue(let paths): paths
    case .parts(let parts): parts.map(\.path)
    case .money(let money): [money.amount] + (money.currency.map { [$0] } ?? [])
    }
  }
}

/// The keys of money: one of the amount, and one of the currency or the currency itself.
struct MoneyDeclaration {
  let amount: Located<RemotePath>
  let isMajor: Bool
  let currency: Located<RemotePath>?
  let code: Located<String>?

  var mapping: MoneyMapping {
    MoneyMapping(
      amount: amount.value, isMajor: isMajor, currency: currency?.value, code: code?.value)
  }
}

struct RelationDeclaration {
  enum Inverse: Hashable {
    case none
    case relation(String)
  }

  enum Order: Hashable {
    case none
    case position
    case attribute(String)
  }

  let name: Located<String>
  /// `nil` if it could not be read, which has been reported.
  var target: TypeExpression?
  /// What a relation to one of several entities states; `nil` for others.
  var tagged: TaggedReferenceDeclaration?
  var inverse: (value: Inverse, span: SourceSpan)?
  var onDelete: Located<DeleteRule>?
  var order: (value: Order, span: SourceSpan)?
  var isEnforced: Located<Bool>?
  var remote: RemoteDeclaration?
  var direction: SyncDirection = .both
  var through: Located<String>?
  var documentation: String?
  var renamedFrom: Located<String>?
  var deprecation: String?
  var backfill: Located<String>?
  var column: Located<String>?
  var nesting = NestingDeclaration()
  var annotations = Annotations.none

  var isToMany: Bool { target?.shape == .array }
}

/// A relation to one of several entities, `to-any:`.
struct TaggedReferenceDeclaration {
  struct Target {
    let entity: Located<String>
    /// The tag's value in payloads.
    let tag: Located<String>
  }

  let name: Located<String>
  var targets: [Target] = []
  var tag: Located<RemotePath>?
  var isRequired = false
  var onDelete: Located<DeleteRule>?
  var remote: [Located<RemotePath>]?
  var direction: SyncDirection = .both
  var documentation: String?
  var renamedFrom: Located<String>?
  var annotations = Annotations.none
  /// The keys of nested objects, once the relation is expanded.
  var objects: [RemotePath] = []

  /// What the deletion of a row does to those that lead to it.
  var deleteRule: DeleteRule { onDelete?.value ?? (isRequired ? .keep : .nullify) }
  /// The attribute that holds the tag, e.g. `subjectType`.
  var tagName: String { Self.tagName(name.value) }
  /// The attribute that holds the identity, e.g. `subjectID`.
  var idName: String { Self.idName(name.value) }

  static func tagName(_ relation: String) -> String { relation + "Type" }
  static func idName(_ relation: String) -> String { relation + "ID" }
}

struct IndexDeclaration {
  let members: [Located<String>]
  let isUnique: Bool
  let predicate: Located<String>?
  let name: Located<String>?
  let span: SourceSpan
}

struct SearchDeclaration {
  let members: [Located<String>]
  let tokenizer: SearchIndex.Tokenizer
  let span: SourceSpan
}

struct SyncDeclaration {
  struct Tombstone {
    let attribute: Located<String>
    /// Whether the attribute is a flag and no date.
    let isFlag: Bool
    let keepsRows: Bool
    let retention: Int?
  }

  struct Archive {
    let flag: Located<String>
    let date: Located<String>
  }

  var clock: Located<String>?
  var tombstone: Tombstone?
  var archive: Archive?
  var isOffline = false
  var hasETags = false
  let span: SourceSpan
}
