/// The part of an entity's rows that a payload is complete for (A9).
///
/// ```swift
/// try await store.sync(answer, as: Task.self, in: .parent(project))
/// try await store.sync(answer, as: Task.self, in: .parent("assignee", of: person.id))
/// ```
public struct SyncScope<Entity: SyncedEntity>: Sendable {
  private enum Parent {
    case row(entity: String, identity: [StoredValue])
    case relation(String, identity: [StoredValue])
  }

  private let parent: Parent

  /// The rows that refer to `row` by the only to-one relation that leads to its entity.
  ///
  /// If several do, or none, the call throws `SyncError.ambiguousParent`.
  public static func parent<Row: SyncedEntity>(_ row: Row) -> SyncScope {
    let identity = row.identity.storedValues(in: Row.metadata)
    return SyncScope(parent: .row(entity: Row.metadata.name, identity: identity))
  }

  /// The rows that refer by a to-one relation to the row with an identity.
  ///
  /// - Parameter relation: Its name in the schema; if there is none of the name the call throws
  ///   `SyncError.unknownRelation`.
  public static func parent(_ relation: String, of id: some EntityIdentity) -> SyncScope {
    SyncScope(parent: .relation(relation, identity: id.storedValues))
  }

  /// The scope as the applier takes it.
  func resolved() throws(SyncError) -> ApplyOptions.Scope {
    switch parent {
    case .relation(let name, let identity):
      return .parent(relation: name, id: identity.map(\.text).joined(separator: "/"))
    case .row(let entity, let identity):
      let relations = Entity.metadata.relations.filter(\.isReference)
        .filter { $0.target == entity }.map(\.name)
      guard relations.count == 1, identity.count == 1 else {
        throw .ambiguousParent(entity, entity: Entity.metadata.name, relations: relations)
      }
      return .parent(relation: relations[0], id: identity[0].text)
    }
  }
}

extension RelationMetadata {
  fileprivate var isReference: Bool {
    if case .toOne = kind { return true }
    return false
  }
}
