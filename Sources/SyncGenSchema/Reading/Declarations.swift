import SwiftSyncValues
import SyncGenDiagnostics
import SyncGenYAML

/// A schema as stated in its files: all values are read, no names are looked up, and no conventions
/// are applied.
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
  var oldestVersion: Located<Int>?
  /// `nil` where nothing is stated.
  var adopt: Located<Adoption>?
  var lint: [LintSetting] = []
  var api: YAMLNode?
  var annotations = Annotations.none

  /// The newest version whose step drops an entity; `nil` if none does.
  func version(dropping entity: String) -> Int? {
    migrations.last { migration in
      migration.steps.contains { step in
        if case .drops(let names) = step.action { names.contains(entity) } else { false }
      }
    }?.version
  }
}

struct EntityDeclaration: Declared {
  enum Part: CaseIterable {
    case plural, table, remoteName, traits, attributes, relations, identity, indexes, search, check
    case sync, ignoredKeys, lint
  }

  let name: Located<String>
  var plural: Located<String>?
  var table: Located<String>?
  var remoteName: Located<String>?
  var attributes: [FieldDeclaration] = []
  /// Whether there is a mapping of attributes; if not, this has been reported.
  var hasAttributes = false
  var relations: [RelationDeclaration] = []
  var taggedReferences: [TaggedReferenceDeclaration] = []
  /// `nil` if nothing is stated.
  var identity: [Located<String>]?
  var indexes: [IndexDeclaration] = []
  var search: SearchDeclaration?
  var check: Located<String>?
  var checkMessage: String?
  var sync: SyncDeclaration?
  var ignoredKeys: [Located<String>] = []
  var lint: [LintSetting] = []
  var settings = Notes()
  var stated = StatedKeys<Self>()

  mutating func read(
    _ part: Part, _ pair: YAMLPair, in mapping: StatedMapping, into bag: inout DiagnosticBag
  ) {
    let (node, owner) = (pair.value, mapping.owner)
    var what: String { "'\(pair.key)' of \(owner)" }
    switch part {
    case .plural: plural = node.text(for: what, into: &bag)
    case .table: table = node.text(for: what, into: &bag)
    case .remoteName: remoteName = node.text(for: what, into: &bag)
    case .traits: break  // Their members have been added to the mapping.
    case .attributes:
      hasAttributes = node.isMapping || node.isNull
      attributes = node.pairs(for: what, into: &bag).map {
        AttributeReader.read($0, of: name.value, into: &bag)
      }
    case .relations:
      let all = node.pairs(for: what, into: &bag).map {
        RelationReader.read($0, of: name.value, into: &bag)
      }
      relations = all.filter { $0.tagged == nil }
      taggedReferences = all.compactMap(\.tagged)
    case .identity: identity = EntityReader.identity(node, of: owner, into: &bag)
    case .indexes: indexes = IndexReader.read(node, of: owner, into: &bag)
    case .search: search = SearchReader.read(node, of: owner, into: &bag)
    case .check: (check, checkMessage) = EntityReader.check(node, of: owner, into: &bag)
    case .sync: sync = SyncReader.read(node, of: owner, into: &bag)
    case .ignoredKeys: ignoredKeys = IgnoredKeyReader.read(node, of: owner, into: &bag)
    case .lint: lint = LintSettingReader.read(node, of: owner, into: &bag)
    }
  }
}

/// An attribute, a field of a type, or a parameter, as stated.
struct FieldDeclaration: Declared {
  enum Part: CaseIterable {
    case type, value, remote, defaultValue, column, index, unique, backfill
  }
  typealias Facts = FieldFacts

  let name: Located<String>
  /// `nil` if it could not be read, which has been reported, or if it is stated in place.
  var type: TypeExpression?
  var remote: RemoteDeclaration?
  var defaultValue: YAMLNode?
  /// The default, if it follows the type.
  var typedDefault: TypedDefault?
  var backfill: Located<Backfill>?
  var isIndexed: Located<Bool>?
  var isUnique: Located<Bool>?
  var column: Located<String>?
  var settings = FieldSettings()
  var stated = StatedKeys<Self>()
  /// The nodes of parts whose form depends on the place of the field.
  var typeNode: YAMLNode?
  var remoteNode: YAMLNode?
  /// The constant of a header field, which has no type.
  var valueNode: YAMLNode?

  init(name: Located<String>) {
    self.name = name
  }

  /// An attribute or a field in its short form, or a part of a relationship.
  init(_ pair: YAMLPair) {
    self.init(name: Located(pair.key, at: pair.keySpan))
  }

  mutating func read(
    _ part: Part, _ pair: YAMLPair, in mapping: StatedMapping, into bag: inout DiagnosticBag
  ) {
    let (node, owner) = (pair.value, mapping.owner)
    func flag() -> Located<Bool>? {
      node.flag(for: "'\(pair.key)' of \(owner)", into: &bag).map {
        Located($0.value, at: pair.keySpan)
      }
    }
    switch part {
    case .type: typeNode = node
    case .value: valueNode = node
    case .remote: remoteNode = node
    case .defaultValue: defaultValue = node
    case .column: column = node.text(for: "'column' of \(owner)", into: &bag)
    case .index: isIndexed = flag()
    case .unique: isUnique = flag()
    case .backfill: backfill = BackfillReader.read(node, of: owner, into: &bag)
    }
  }

  /// Takes how another attribute's values are written and stored, where it states that.
  mutating func takeForms(of other: FieldDeclaration) {
    settings.remoteDates = other.settings.remoteDates
    settings.storage = other.settings.storage
    stated.add(.setting(\.remoteDates), .setting(\.storage), of: other.stated)
  }

  /// Reads the type by its name, and the remote paths.
  mutating func readParts(of owner: @autoclosure () -> String, into bag: inout DiagnosticBag) {
    type = typeNode.flatMap {
      TypeReader.read($0, for: "the type of \(owner())", into: &bag)
    }
    remote = remoteNode.flatMap { RemoteReader.read($0, of: owner(), into: &bag) }
  }
}

/// The `remote:` of an attribute or a relationship.
enum RemoteDeclaration {
  case paths([Located<RemotePath>])
  /// Paths of which the first with a value is used.
  case firstValue([Located<RemotePath>])
  case money(MoneyDeclaration)
  /// For a relationship, the parts of the target's identity.
  case parts([(key: Located<String>, path: Located<RemotePath>)])

  var paths: [Located<RemotePath>] {
    switch self {
    case .paths(let paths), .firstValue(let paths): paths
    case .parts(let parts): parts.map(\.path)
    case .money(let money): [money.amount] + (money.currency.map { [$0] } ?? [])
    }
  }
}

/// The keys of money: one for the amount, and one for the currency or the currency itself.
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

/// A relationship as stated.
struct RelationDeclaration: Declared {
  enum Part: CaseIterable {
    case to, toAny, tag, required, inverse, onDelete, ordered, foreignKey, remote, through
    case backfill, column
  }
  typealias Facts = RelationFacts

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
  /// The declaration of a relationship to one of several entities; `nil` for others.
  var tagged: TaggedReferenceDeclaration?
  var inverse: (value: Inverse, span: SourceSpan)?
  var onDelete: Located<DeleteRule>?
  var order: (value: Order, span: SourceSpan)?
  var hasForeignKey: Located<Bool>?
  var remote: RemoteDeclaration?
  var through: Located<String>?
  var backfill: Located<String>?
  var column: Located<String>?
  var settings = RelationSettings()
  var stated = StatedKeys<Self>()
  /// The nodes of parts whose form depends on the kind of the relationship.
  var nodes: [Part: YAMLNode] = [:]

  init(name: Located<String>) {
    self.name = name
  }

  var isToMany: Bool { target?.shape == .array }

  mutating func read(
    _ part: Part, _ pair: YAMLPair, in mapping: StatedMapping, into bag: inout DiagnosticBag
  ) {
    let (node, owner) = (pair.value, mapping.owner)
    var what: String { "'\(pair.key)' of \(owner)" }
    switch part {
    case .to, .toAny, .tag, .required, .remote: nodes[part] = node
    case .inverse:
      inverse = node.text(for: what, into: &bag).map {
        ($0.value == "none" ? .none : .relation($0.value), $0.span)
      }
    case .onDelete: onDelete = node.choice(of: DeleteRule.self, for: what, into: &bag)
    case .ordered: order = RelationReader.order(node, what, into: &bag)
    case .foreignKey:
      hasForeignKey = node.flag(for: what, into: &bag).map { Located($0.value, at: pair.keySpan) }
    case .through: through = node.text(for: what, into: &bag)
    case .backfill: backfill = node.backfill(of: owner, into: &bag)
    case .column: column = node.text(for: what, into: &bag)
    }
  }
}

/// A relationship to one of several entities, `to-any:`.
struct TaggedReferenceDeclaration {
  struct Target {
    let entity: Located<String>
    /// The value of the tag in payloads.
    let tag: Located<String>
  }

  let name: Located<String>
  var targets: [Target] = []
  var tag: Located<RemotePath>?
  var isRequired = false
  var onDelete: Located<DeleteRule>?
  var remote: [Located<RemotePath>]?
  var direction: SyncDirection = .both
  var notes = Notes()
  /// The keys of nested objects, once the relationship is expanded.
  var objects: [RemotePath] = []

  /// The effect of deleting a row on the rows that refer to it.
  var deleteRule: DeleteRule { onDelete?.value ?? (isRequired ? .keep : .nullify) }
  /// The attribute with the tag, e.g. `subjectType`.
  var tagName: String { Self.tagName(name.value) }
  /// The attribute with the identity, e.g. `subjectID`.
  var idName: String { Self.idName(name.value) }

  static func tagName(_ relation: String) -> String { relation + "Type" }
  static func idName(_ relation: String) -> String { relation + "ID" }
}

struct IndexDeclaration: Declared {
  enum Part: CaseIterable {
    case on, predicate, name
  }

  /// Empty if they could not be read, which has been reported.
  var members: [Located<String>] = []
  var predicate: Located<String>?
  var name: Located<String>?
  var settings = IndexSettings()
  var stated = StatedKeys<Self>()
  let span: SourceSpan

  mutating func read(
    _ part: Part, _ pair: YAMLPair, in mapping: StatedMapping, into bag: inout DiagnosticBag
  ) {
    let (node, owner) = (pair.value, mapping.owner)
    switch part {
    case .on: members = IndexReader.members(node, of: owner, into: &bag)
    case .predicate: predicate = IndexReader.predicate(node, of: owner, into: &bag)
    case .name: name = node.text(for: "'name' of \(owner)", into: &bag)
    }
  }
}

struct SearchDeclaration {
  let members: [Located<String>]
  let tokenizer: SearchIndex.Tokenizer
  let span: SourceSpan
}

struct SyncDeclaration {
  struct Tombstone {
    let attribute: Located<String>
    /// Whether the attribute is a flag rather than a date.
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
  /// `nil` if it is not stated.
  var isPushed: Bool?
  var hasETags = false
  let span: SourceSpan
}
