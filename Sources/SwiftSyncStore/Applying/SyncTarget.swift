/// The kind of rows in a payload, by name.
package enum SyncTarget: Hashable, Sendable {
  case entity(String)
  case document(String)

  package var name: String {
    switch self {
    case .entity(let name), .document(let name): name
    }
  }
}

extension SchemaPlan {
  /// Resolves a name in the schema.
  package func target(_ target: SyncTarget) throws(SyncError) -> ApplyTarget {
    switch target {
    case .entity(let name):
      guard let plan = entity(name) else { throw .unknownEntity(name, known: entityNames) }
      return .rows(plan)
    case .document(let name):
      guard let document = DocumentPlan(name, in: self), let first = document.entities.first else {
        throw .invalidOption("the schema has no document '\(name)'")
      }
      return .document(document, first: first)
    }
  }
}
