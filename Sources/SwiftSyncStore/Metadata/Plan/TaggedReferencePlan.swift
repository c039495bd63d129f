import SwiftSyncValues
@_spi(Generated) import SwiftSyncCoding

/// A relationship to one of several entities, by positions.
package struct TaggedReferencePlan {
  /// The column with the identity of one target's row, which is null if the tag is another.
  package struct Part {
    /// The position in the entity's relationships.
    package let relation: Int
    let column: Int
    let tag: BoundValue
  }

  package let name: String
  package let tagColumn: Int
  package let idColumn: Int
  package let parts: [Part]
  /// The attributes as named in the change queue.
  let fieldNames: [String]

  /// - Parameter constants: Holds the strings of the tags.
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
  package func holdsTargetID(_ column: Int) -> Bool {
    !taggedReferences.isEmpty && taggedReferences.contains { $0.idColumn == column }
  }

  /// The given columns that the table has.
  func storedColumns(_ columns: [Int]) -> [Int] {
    columnCount == sql.storedCount ? columns : columns.filter { $0 < sql.storedCount }
  }

  /// The columns and tag that a virtual column represents; `nil` for other columns.
  func taggedColumn(_ column: Int) -> (tagColumn: Int, idColumn: Int, tag: BoundValue)? {
    guard column >= sql.storedCount else { return nil }
    for reference in taggedReferences {
      guard let part = reference.parts.first(where: { $0.column == column }) else { continue }
      return (reference.tagColumn, reference.idColumn, part.tag)
    }
    return nil
  }

  /// The column that is null if a row has no link: for a reference to one of several entities, that
  /// of the identity, whatever the entity.
  func linkColumn(of column: Int) -> Int { taggedColumn(column)?.idColumn ?? column }

  /// The relationship to one of several entities that a to-one relationship is part of.
  package func taggedReference(of relation: Int) -> TaggedReferencePlan? {
    guard !taggedReferences.isEmpty else { return nil }
    return taggedReferences.first { $0.parts.contains { $0.relation == relation } }
  }
}
