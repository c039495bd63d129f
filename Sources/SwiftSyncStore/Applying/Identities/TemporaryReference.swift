@_spi(Generated) import SwiftSyncCoding

/// A reference or a list in a row of the server that contains a temporary id, which only devices
/// use.
package struct TemporaryReference: Hashable, Sendable {
  /// The name of the relationship.
  package let relation: String
  package let id: String
}

extension EntityPlan {
  /// Whether rows of the entity may refer to rows with temporary ids.
  package var mayReferToTemporaryRows: Bool {
    hasTemporaryReferences || relations.contains { $0.isList && $0.target.mayBeRenamed }
  }

  /// The first reference or list of a row that contains a temporary id.
  package func temporaryReference(of node: RowNode) -> TemporaryReference? {
    for reference in references {
      for column in reference.storedColumns {
        let value = node.values[column].stored
        guard isTemporary(value, in: column) else { continue }
        return TemporaryReference(
          relation: metadata.relations[reference.relation].name, id: value.text)
      }
    }
    for relation in relations where relation.isList && relation.target.identity.count == 1 {
      let column = relation.target.identity[0]
      for id in node.relations[relation.index].ids
      where relation.target.isTemporary(id.stored, in: column) {
        return TemporaryReference(relation: relation.metadata.name, id: id.stored.text)
      }
    }
    return nil
  }
}

extension RelationPlan {
  fileprivate var isList: Bool {
    switch kind {
    case .reference: false
    case .children, .members: true
    }
  }
}
