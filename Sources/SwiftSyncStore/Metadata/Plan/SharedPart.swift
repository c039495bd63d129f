@_spi(Generated) import SwiftSyncCoding
import SwiftSyncValues

/// A part of a reference whose key another member of the row also uses, e.g. if the channel of a
/// message is also that of its thread. Alone, it does not state a reference.
struct SharedPart {
  let column: Int
  /// The column of the other member, if it holds the same values.
  let source: Int?

  /// The parts by the names of their relationships. A reference whose parts all have the keys of
  /// other members is stated by these members.
  static func all(of entity: EntityMetadata) -> [String: [SharedPart]] {
    var found: [String: [SharedPart]] = [:]
    for relation in entity.relations {
      guard case .toOne(let reference) = relation.kind, !reference.parts.isEmpty,
        relation.objects.isEmpty
      else { continue }
      let shared = reference.parts.compactMap { part(at: $0, besides: relation, of: entity) }
      if !shared.isEmpty, shared.count < reference.parts.count {
        found[relation.name] = shared
      }
    }
    return found
  }

  private static func part(
    at column: Int, besides relation: RelationMetadata, of entity: EntityMetadata
  ) -> SharedPart? {
    guard let attribute = entity.attributes.first(where: { $0.column == column }),
      let path = attribute.remote.first
    else { return nil }
    for other in entity.relations where other.name != relation.name && other.ids.contains(path) {
      guard case .toOne(let reference) = other.kind, other.direction.isPulled else { continue }
      return SharedPart(
        column: column, source: reference.type == attribute.type ? reference.column : nil)
    }
    let others = entity.attributes.filter {
      $0.column != column && $0.direction.isPulled && $0.remote.contains(path)
    }
    guard let other = others.first else { return nil }
    return SharedPart(column: column, source: other.type == attribute.type ? other.column : nil)
  }
}

/// The parts of a reference, divided by whether another member uses their key.
struct SharedParts {
  let shared: [SharedPart]
  /// The columns of the parts with their own keys.
  let own: [Int]

  static func all(of entity: EntityMetadata) -> [SharedParts] {
    let shared = SharedPart.all(of: entity)
    if shared.isEmpty { return [] }
    return entity.relations.compactMap { relation in
      guard case .toOne(let reference) = relation.kind, let parts = shared[relation.name] else {
        return nil
      }
      return SharedParts(
        shared: parts,
        own: reference.parts.filter { part in !parts.contains { $0.column == part } })
    }
  }
}

/// A part with the key of another member, by the positions of an entity's fields.
struct SharedField {
  /// The parts of the reference with their own keys.
  let own: [Int]
  /// The other member, if it holds the same values.
  let source: Int?

  /// - Parameter columns: The first column of each field.
  static func all(of entity: EntityMetadata, columns: [Int]) -> [Int: SharedField] {
    var found: [Int: SharedField] = [:]
    for parts in SharedParts.all(of: entity) {
      let own = parts.own.compactMap(columns.firstIndex(of:))
      for part in parts.shared {
        guard let index = columns.firstIndex(of: part.column) else { continue }
        found[index] = SharedField(
          own: own, source: part.source.flatMap(columns.firstIndex(of:)))
      }
    }
    return found
  }
}
