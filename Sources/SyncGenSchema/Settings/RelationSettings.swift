package import SwiftSyncValues
package import SyncGenDiagnostics
import SyncGenYAML

/// The settings of a relationship.
///
/// Each is stated, resolved, frozen and compared here only; `RelationTable` has their keys.
package struct RelationSettings: NotedSettings {
  package var direction = SyncDirection.both
  /// What happens to rows that a list in a payload does not name.
  package var missingRows = MissingRows.delete
  /// The attribute of the target whose values are the keys of an object of rows; `nil` for lists.
  package var keyedBy: String?
  /// The operations allowed for nested rows and links.
  package var operations = RowOperation.allCases
  package var notes = Notes()

  package init() {}

  /// Whether any operation is not allowed.
  package var isLimited: Bool { operations.count < RowOperation.allCases.count }
}

/// What decides where a setting of a relationship has an effect.
struct RelationFacts {
  let isToMany: Bool
}

typealias RelationTable = SettingTable<RelationDeclaration>

extension SettingTable where D == RelationDeclaration {
  /// The keys of a relationship.
  static let relation = RelationTable([
    .part(
      "to", .to, LanguageSchema.reference("target"),
      "The target. Required, unless there is `to-any`."),
    .part(
      "to-any", .toAny,
      #"{ "type": "object", "additionalProperties": { "type": ["string", "number"] } }"#,
      isFrozen: false,
      """
      Several targets, each with the value of the tag that identifies it in payloads. See \
      *References to one of several entities*.
      """),
    .part(
      "tag", .tag, LanguageSchema.string, isFrozen: false,
      """
      With `to-any`, the key of the tag; by default the name of the relationship with `_type`.
      """),
    .part(
      "required", .required, LanguageSchema.flag, isFrozen: false,
      "With `to-any`, `true`: each row has a reference."),
    .part(
      "inverse", .inverse, LanguageSchema.string,
      """
      The inverse: the relationship of the target that refers back to this entity, or `none`.
      """),
    .part(
      "on-delete", .onDelete, LanguageSchema.choice(DeleteRule.self),
      """
      What happens to the children of a deleted row: `nullify` (default if the reference is \
      optional), `keep` (default if it is required and soft), `deny` (default if it is \
      required and has a foreign key) or `cascade`. May be set on either end.
      """),
    .part(
      "ordered", .ordered, LanguageSchema.any(LanguageSchema.flag, LanguageSchema.string),
      """
      For a to-many, `true` keeps the order of the payload. The name of a `double` attribute \
      of the target sorts the list by it. See *Order*.
      """),
    .part(
      "foreign-key", .foreignKey, LanguageSchema.flag,
      "`true`: SQLite checks that the referenced row exists."),
    .part(
      "remote", .remote,
      LanguageSchema.any(
        LanguageSchema.reference("paths"), LanguageSchema.reference("partPaths")),
      isFrozen: false,
      """
      A key, a dotted path, or a list of them, for both ids and nested objects. For a to-one \
      whose target has a composite identity, also a path for each part. See *References to \
      composite identities*.
      """),
    .setting(
      "direction", .choice, \.direction, affects: .pushes, isAlwaysFrozen: true,
      """
      `both` (default), `pull` (from payloads only), `push` (to the backend only) or \
      `local`.
      """),
    .part(
      "through", .through, LanguageSchema.string, isFrozen: false,
      "For a many-to-many, the entity whose table is the join table."),
    .setting(
      "missing-rows", .missingRows, \.missingRows, affects: .payloads, at: .ofLists,
      """
      For a to-many, what happens to rows that a nested list lacks: `delete` (default), `keep`, or \
      `{ keep-if: path }`, if a value in the row decides. See *Lists in payloads*.
      """),
    .setting(
      "keyed-by", Codec.text.trying(["id"]).optional, \.keyedBy, affects: .payloads, at: .ofLists,
      """
      For a to-many, the identity of the target: rows are in an object, with their identities \
      as keys. See *Lists in payloads*.
      """),
    .setting(
      "operations", .operations, \.operations, affects: .payloads,
      """
      The operations allowed on nested rows and links: a list of `insert`, `update` and \
      `delete`; all by default.
      """),
    .doc, .renamedFrom(), .deprecated(),
    .part(
      "backfill", .backfill, LanguageSchema.scalar,
      """
      For a to-one with one column, an SQL expression on the row of the previous version. See \
      *Versions*.
      """),
    .part(
      "column", .column, LanguageSchema.string, isFrozen: false,
      """
      For a to-one with one column, the column; by default the name in snake_case with `_id`.
      """),
  ])
}

extension Place where Value: ExpressibleByNilLiteral & Equatable, Facts == RelationFacts {
  /// Only lists have it.
  fileprivate static var ofLists: Self {
    Self { value, facts in value == nil || facts.isToMany ? nil : .belongs("a to-many") }
  }
}

extension Place where Value == MissingRows, Facts == RelationFacts {
  /// Only lists lack rows.
  fileprivate static var ofLists: Self {
    Self { rows, facts in rows == .delete || facts.isToMany ? nil : .belongs("a to-many") }
  }
}

extension Codec where Value == [RowOperation] {
  fileprivate static var operations: Self {
    Self(
      schema: LanguageSchema.list(LanguageSchema.choice(RowOperation.self), atLeast: 1),
      read: { node, key, bag in
        guard case .sequence(let items) = node.content, !items.isEmpty else {
          bag.add(
            .wrongShape(
              key.text, expected: "a list of operations", item: "operation", found: node))
          return nil
        }
        let read = items.compactMap {
          $0.choice(of: RowOperation.self, for: "an operation of \(key.owner)", into: &bag)?.value
        }
        return RowOperation.allCases.filter(read.contains)
      },
      write: { .texts($0.map(\.rawValue)) },
      word: { "[\($0.map(\.rawValue).joined(separator: ", "))]" },
      samples: [RowOperation.allCases, [.insert], [.insert, .update]])
  }
}

// MARK: Metadata

extension RelationSettings {
  /// Adds what the runtime needs to metadata.
  package func addMetadata(to object: inout JSONObject) {
    RelationTable.relation.writeMetadata(self, to: &object)
  }
}

// MARK: Versions

extension Relation {
  /// The differences of the settings, with what they affect.
  ///
  /// - Parameter owner: The relationship in messages.
  package func changes(of owner: String, to new: Relation) -> [(text: String, effect: Effect)] {
    RelationTable.relation.changes(from: settings, facts, to: new.settings, new.facts, of: owner)
  }

  private var facts: RelationFacts {
    switch kind {
    case .toOne, .toOneInverse: RelationFacts(isToMany: false)
    case .toMany, .manyToMany: RelationFacts(isToMany: true)
    }
  }
}
