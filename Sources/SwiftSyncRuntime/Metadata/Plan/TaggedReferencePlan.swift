import SwiftSyncValues
@_spi(Generated) import SwiftSyncREST

/// A relation to one of several entities, by positions.
struct TaggedReferencePlan {
  /// What holds the identity of a target's row, and nothing where the tag is another one.
  struct Part {
    /// Position in the entity's relations.
    let relation: Int
    let column: Int
    let tag: BoundValue
  }

  let name: String
  let tagColumn: Int
  let idColumn: Int
  let parts: [Part]
  /// The attributes that the queue of local writes names.
  let fieldNames: [String]

  /// - Parameter constants: Keeps the tags' texts.
  static func all(of entity: EntityMetadata, in constants: ByteArena) -> [TaggedReferencePlan] {
    entity.taggedReferences.enumerated().map { index, reference in
      TaggedReferencePlan(
        name: reference.name, tagColumn: reference.tagColumn, idColumn: reference.idColumn,
        parts: parts(of: index, entity, in: constants),
        fieldNames: entity.attributes.filter {
          $0.column == reference.tagColumn || $0.column == reference.idColumn
        }.map(\.name))
    }
  }

  private static func parts(
    of index: Int, _ entity: EntityMetadata, in constants: ByteArena
  ) -> [Part] {
    entity.relations.enumerated().compactMap { position, relation in
      guard case .toOne(let reference) = relation.kind,
        let tagged = entity.columns[reference.column].tagged, tagged.reference == index
      else { return nil }
      return Part(
        relation: position, column: reference.column,
        tag: BoundValue(.text(tagged.tag), in: constants))
    }
  }
}

extension EntityPlan {
  /// Whether a column holds the identity of a row of one of several entities.
  func holdsTargetID(_ column: Int) -> Bool {
    !taggedReferences.isEmpty && taggedReferences.contains { $0.idColumn == column }
  }

  /// Those of some columns that the table has.
  func storedColumns(_ columns: [Int]) -> [Int] {
    columnCount == sql.storedCount ? columns : columns.filter { $0 < sql.storedCount }
  }

  /// What a column that the table does not have stands for; `nil` for others.
  func taggedColumn(_ column: Int) -> (tagColumn: Int, idColumn: Int, tag: BoundValue)? {
    guard column >= sql.storedCount else { return nil }
    for reference in taggedReferences {
      guard let part = reference.parts.first(where: { $0.column == column }) else { continue }
      return (reference.tagColumn, reference.idColumn, part.tag)
    }
    return nil
  }

  /// The relation to one of several entities that a to-one is a part of.
  func taggedReference(of relation: Int) -> TaggedReferencePlan? {
    guard !taggedReferences.isEmpty else { return nil }
    return taggedReferences.first { $0.parts.contains { $0.relation == relation } }
  }
}
