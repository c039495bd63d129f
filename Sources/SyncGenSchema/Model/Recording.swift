import SwiftSyncValues

/// A member with a column of the entity whose local changes are recorded.
package enum RecordedMember: Hashable, Sendable {
  case attribute(index: Int)
  case reference(relation: Int)
}

extension Entity {
  /// Whether its table has triggers for local writes.
  package var hasTriggers: Bool { hasEntries || attributes.contains(where: \.isTouched) }

  /// Whether the queue of local writes contains entries of the entity.
  package var hasEntries: Bool { sync.isPushed || sync.clock != nil }

  /// The position of the identity attribute that is temporary until the server has assigned its
  /// value.
  package var temporaryAttribute: Int? {
    attributes.firstIndex { $0.defaultValue == .temporary }
  }

  /// The members with columns that a push sends, except the identity.
  package var recordedMembers: [RecordedMember] {
    guard sync.isPushed else { return [] }
    let key = Set(identity.columns)
    let values = attributes.indices.filter {
      attributes[$0].direction.isPushed && key.isDisjoint(with: attributes[$0].columns)
    }
    let references = relations.indices.filter { index in
      // The columns of a reference with several parts are those of attributes.
      guard case .toOne(let reference) = relations[index].kind, !reference.isComposite else {
        return false
      }
      return relations[index].direction.isPushed && !key.contains(reference.column)
    }
    return values.map { .attribute(index: $0) } + references.map { .reference(relation: $0) }
  }
}

extension Schema {
  /// The sides of a join table whose rows are pushed with the lists of their members.
  ///
  /// None for a `through:` entity that is pushed itself.
  package func recordedSides(of table: JoinTable) -> [Relation.Side] {
    if let through = table.through, self[through].sync.isPushed { return [] }
    return [Relation.Side.left, .right].filter { side in
      let end = side == .left ? table.left : table.right
      guard let relation = end.relation else { return false }
      return self[end.entity].sync.isPushed && self[relation].direction.isPushed
    }
  }
}
