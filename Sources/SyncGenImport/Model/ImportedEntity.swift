package import SwiftSyncValues
package import SyncGenSchema

/// A set of rows that have an identity.
package struct ImportedEntity: Hashable, Sendable {
  package var name: String
  package var documentation: String?
  /// The table in the source; `nil` if it has none.
  package var table: String?
  /// The plural, if it is irregular.
  package var plural: String?
  /// The name in wire protocols; `nil` if it is the entity's own.
  package var remoteName: String?
  package var attributes: [ImportedAttribute] = []
  package var relations: [ImportedRelation] = []
  /// The names of attributes and to-one relationships.
  package var identity: [String]
  package var indexes: [ImportedIndex] = []
  package var check: String?
  /// `sync:` in the schema language, with member names as in the source, such as `clock` with
  /// `updated_at`.
  package var sync: [YAMLEntry] = []
  package var renamedFrom: String?
  package var deprecated: String?
  /// Further keys in the schema language.
  package var settings: [YAMLEntry] = []
  /// Comments above the entity.
  package var notes: [ImportNote] = []
  /// The place in the source, for remarks.
  package var place: String

  package init(_ name: String, identity: [String], at place: String) {
    self.name = name
    self.identity = identity
    self.place = place
  }
}

/// A value of an entity, or a field of a value type, a document or an endpoint.
@dynamicMemberLookup
package struct ImportedAttribute: Hashable, Sendable {
  /// Unique among the attributes and relationships of its owner.
  package var name: String
  package var type: ImportedTypeName
  package var isOptional: Bool
  /// The location in payloads; `nil` if no payload is known.
  package var remote: ImportedRemote?
  /// The column in the source; `nil` if it has none.
  package var column: String?
  /// The default in the schema language; an enum's case by its value.
  package var defaultValue: YAMLValue?
  package var isUnique = false
  package var isIndexed = false
  package var renamedFrom: String?
  /// What the schema states: the defaults of the language leave it to the conventions.
  package var settings = FieldSettings()
  /// Keys that begin with `x-`.
  package var annotations: [YAMLEntry] = []
  /// Comments at the attribute: guesses and counts.
  package var notes: [ImportNote] = []
  /// The place in the source; `nil` for that of its owner.
  package var place: String?

  package init(_ name: String, _ type: ImportedTypeName, isOptional: Bool = false) {
    self.name = name
    self.type = type
    self.isOptional = isOptional
  }

  package var documentation: String? {
    get { settings.notes.documentation }
    set { settings.notes.documentation = newValue }
  }

  package var deprecation: String? {
    get { settings.notes.deprecation }
    set { settings.notes.deprecation = newValue }
  }

  package subscript<Value>(dynamicMember path: WritableKeyPath<FieldSettings, Value>) -> Value {
    get { settings[keyPath: path] }
    set { settings[keyPath: path] = newValue }
  }
}

/// The location of a value in payloads.
package enum ImportedRemote: Hashable, Sendable {
  /// Paths of the schema language, such as `state.id`, of which the first that exists is used.
  case paths([String])
  /// The location of an amount of money.
  case money(amount: String, isMajor: Bool, currency: String?, code: String?)

  package static func key(_ key: String) -> ImportedRemote { .paths([key]) }
}

/// A reference to another entity, or a list of its rows.
package struct ImportedRelation: Hashable, Sendable {
  package enum Inverse: Hashable, Sendable {
    /// Not stated: the schema infers the only possible one.
    case inferred
    case none
    /// The name of the target's relationship.
    case named(String)
  }

  package var name: String
  /// The name of an entity; empty with `targets`.
  package var target: String
  /// Several entities, each with the value of the tag in payloads, as in `to-any`.
  package var targets: [Target] = []
  package var tag: String?
  package var isToMany: Bool
  package var isOptional: Bool
  package var inverse = Inverse.inferred
  /// The paths of ids and objects in payloads; empty if no payload is known.
  package var remote: [String] = []
  /// The one of these paths at which payloads have rows, if there is one.
  package var rowPath: String?
  /// The first of these paths, if requests are known to have ids there.
  package var sentKey: String?
  /// For a target with a composite identity, the path of each part, by the name of the part.
  package var partPaths: [Target] = []
  package var column: String?
  package var onDelete: DeleteRule?
  package var isOrdered = false
  /// The attribute of the target that orders the list.
  package var order: String?
  package var hasForeignKey = false
  /// The entity whose rows are the members of a many-to-many relationship.
  package var through: String?
  package var direction = SyncDirection.both
  package var keyedBy: String?
  /// `true`, or the path of the value that shows whether the list is partial.
  package var partial: YAMLValue?
  package var documentation: String?
  package var renamedFrom: String?
  package var deprecated: String?
  package var settings: [YAMLEntry] = []
  package var notes: [ImportNote] = []
  /// The place in the source; `nil` for that of its owner.
  package var place: String?

  /// A name with the corresponding value in payloads.
  package struct Target: Hashable, Sendable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  package init(_ name: String, toOne target: String, isOptional: Bool = false) {
    self.init(name, target, isToMany: false, isOptional: isOptional)
  }

  package init(_ name: String, toMany target: String) {
    self.init(name, target, isToMany: true, isOptional: false)
  }

  private init(_ name: String, _ target: String, isToMany: Bool, isOptional: Bool) {
    self.name = name
    self.target = target
    self.isToMany = isToMany
    self.isOptional = isOptional
  }
}

extension ImportedEntity {
  /// Adds an index, unless there is one of the same members and rows, which then is unique if one
  /// of the two is.
  mutating func add(_ index: ImportedIndex) {
    guard
      let known = indexes.firstIndex(where: {
        $0.members == index.members && $0.condition == index.condition
      })
    else { return indexes.append(index) }
    indexes[known].settings.isUnique = indexes[known].isUnique || index.isUnique
  }
}

extension ImportedEntity {
  /// Whether there is the index of the same members and rows in the other order, so that a schema
  /// cannot have this one: only a unique attribute may also have a descending index.
  func hasOpposite(of index: ImportedIndex) -> Bool {
    let own = indexes.first { $0.members == index.members && $0.condition == index.condition }
    if let own { return own.settings.isDescending != index.settings.isDescending }
    return index.settings.isDescending && index.condition == nil
      && attributes.contains { [$0.name] == index.members && $0.isIndexed && !$0.isUnique }
  }
}

package struct ImportedIndex: Hashable, Sendable {
  /// The names of attributes and to-one relationships; a field of a value as `address.country`.
  package var members: [String]
  package var settings: IndexSettings
  package var condition: String?
  package var name: String?

  package init(_ members: [String], isUnique: Bool = false) {
    self.members = members
    settings = IndexSettings(isUnique: isUnique)
  }

  package var isUnique: Bool { settings.isUnique }
}
