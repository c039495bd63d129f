@_spi(Generated) import SwiftSyncCoding

extension SchemaMetadata {
  /// The scalars of identities of one column for which the app has types, by entity. A reference
  /// to such a row is a value of the same type.
  var identityScalars: [String: ScalarMetadata] {
    let typed = entities.contains { entity in
      entity.attributes.contains { $0.scalar?.hasType ?? false }
    }
    guard typed else { return [:] }
    return entities.reduce(into: [:]) { $0[$1.name] = identityScalar(of: $1, besides: []) }
  }

  /// - Parameter known: The entities whose identities led here, by their references.
  private func identityScalar(
    of entity: EntityMetadata, besides known: Set<String>
  ) -> ScalarMetadata? {
    guard entity.identity.count == 1, !known.contains(entity.name) else { return nil }
    let column = entity.identity[0]
    if let attribute = entity.attributes.first(where: { $0.column == column }) {
      return attribute.scalar.flatMap { $0.hasType ? $0 : nil }
    }
    let relation = entity.relations.first {
      if case .toOne(let reference) = $0.kind { reference.storedColumns == [column] } else { false }
    }
    guard let target = entities.first(where: { $0.name == relation?.target }) else { return nil }
    return identityScalar(of: target, besides: known.union([entity.name]))
  }
}
