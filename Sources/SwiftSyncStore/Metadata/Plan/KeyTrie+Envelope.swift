@_spi(Generated) import SwiftSyncCoding
import SwiftSyncValues

/// The members of JSON:API's resource objects that contain no value of a row.
extension KeyTrie {
  func addEnvelope(of entity: EntityMetadata) {
    add("type", .resourceType)
    for key in ["links", "meta", "lid"] { ignore(key) }
    let paths =
      entity.relations.flatMap(\.paths) + entity.taggedReferences.flatMap(\.objects)
    for path in paths {
      guard let relationship = Linkage.relationship(at: path) else { continue }
      for key in ["links", "meta"] { ignore("\(relationship).\(key)") }
    }
    for tagged in entity.taggedReferences.flatMap(\.objects)
    where Linkage.relationship(at: tagged) != nil {
      ignore("\(tagged).meta")
    }
  }

  /// Ignores a key, unless members read it.
  private func ignore(_ path: String) {
    guard let entry = add(path, nil) else { return }
    entry.child?.isOpen = true
    if entry.consumers.isEmpty, entry.child == nil, entry.list == nil { add(path, .ignored) }
  }
}

/// The location of a relationship's resource identifiers in JSON:API.
package enum Linkage {
  /// The path of the relationship object around the identifiers; `nil` for any other path.
  package static func relationship(at path: String) -> String? {
    guard let steps = ValuePath.steps(path), steps.count == 3,
      case .key("relationships") = steps[0], case .key = steps[1], case .key("data") = steps[2]
    else { return nil }
    return ValuePath.text(Array(steps.dropLast()))
  }

  /// Whether a member of a resource object is its identity, which is always written as text.
  package static func isIdentity(_ path: String?, of entity: EntityMetadata) -> Bool {
    entity.resourceType != nil && path == "id"
  }

  /// Whether an attribute is the `id` of a resource object or of a resource identifier, which is
  /// text regardless of the attribute's type.
  package static func isIdentifier(
    _ attribute: AttributeMetadata, of entity: EntityMetadata
  ) -> Bool {
    if isIdentity(attribute.remote.first, of: entity) { return true }
    guard entity.resourceType != nil, !entity.taggedReferences.isEmpty else { return false }
    return entity.taggedReferences.contains { reference in
      guard reference.idColumn == attribute.column, let path = reference.objects.first,
        relationship(at: path) != nil
      else { return false }
      return attribute.remote.first == path + ".id"
    }
  }
}
