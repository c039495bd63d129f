@_spi(Generated) import SwiftSyncCoding

/// The rows of an entity that a payload contains (A9). Only they are deleted as missing, if
/// `ApplyOptions.missingRows` says so. New rows get the parent.
///
/// ```swift
/// try await store.apply(.data(response), as: Todo.self, in: .project(project.id))
///
/// try await store.apply(
///   .data(response), as: Todo.self, in: .where { $0.state != .done }, missingRows: .delete)
/// ```
///
/// Generated code declares a static function for each to-one relationship, e.g. `project(_:)`. It takes
/// the identity of the parent, or each part of a composite one. For a relationship to one of several
/// entities, the label is the entity: `.subject(post: id)`.
public struct SyncScope<Entity: SyncedEntity>: Sendable {
  private enum Rows {
    case ofRow(entity: String, identity: [StoredValue])
    case ofRelation(String, identity: [StoredValue])
    case meeting(Condition)
  }

  private let rows: Rows

  /// Returns the scope of the rows that refer to a row through the only to-one relationship to its
  /// entity. A relationship to one of several entities counts.
  ///
  /// If there is no such relationship, or several, the call throws `SyncError.ambiguousParent`.
  public static func parent<Row: SyncedEntity>(_ row: Row) -> SyncScope {
    let identity = row.identity.storedValues(in: Row.metadata)
    return SyncScope(rows: .ofRow(entity: Row.metadata.name, identity: identity))
  }

  /// Returns the scope of the rows that refer to the row with an identity through the to-one
  /// relationship with a name. Called by generated code.
  ///
  /// - Parameters:
  ///   - relation: The name of the relationship, followed by the entity if it has several targets,
  ///     e.g. `subject.Post`. If the entity does not have the relationship, the call throws
  ///     `SyncError.unknownRelation`.
  ///   - id: The identity of the parent.
  @_spi(Generated)
  public static func parent(_ relation: String, of id: some EntityIdentity) -> SyncScope {
    SyncScope(rows: .ofRelation(relation, identity: id.storedValues))
  }

  /// Returns the scope of the rows that meet a condition. It only limits deletions, so with
  /// `missingRows` `.keep` the call throws `SyncError.invalidOption`.
  public static func `where`<Met: ConditionConvertible>(
    _ condition: (QueriedRow<Entity>) -> Met
  ) -> SyncScope {
    SyncScope(rows: .meeting(condition(QueriedRow(.root)).condition))
  }

  /// The scope in the form that the applier needs.
  func resolved(in schema: SchemaMetadata) throws(SyncError) -> ApplyOptions.Scope {
    switch rows {
    case .meeting(let condition):
      return .predicate(try condition.sql(on: Entity.metadata, in: schema))
    case .ofRelation(let name, let identity):
      return .parent(relation: name, id: identity.map(\.text).joined(separator: "/"))
    case .ofRow(let entity, let identity):
      let relations =
        Entity.metadata.relations.filter { $0.isReference && $0.target == entity }.map(\.name)
        + Entity.metadata.taggedReferences.filter { reference in
          reference.targets.contains { $0.entity == entity }
        }.map { $0.partName(entity) }
      guard relations.count == 1 else {
        throw .ambiguousParent(entity, entity: Entity.metadata.name, relations: relations)
      }
      return .parent(
        relation: relations[0], id: identity.map(\.text).joined(separator: "/"))
    }
  }
}

extension RelationMetadata {
  fileprivate var isReference: Bool {
    if case .toOne = kind { return true }
    return false
  }
}
