import SyncGenDiagnostics

/// Assembles a relationship from the results of the resolvers.
enum RelationAssembler {
  /// Returns `nil` if there is a problem with the relationship, which has been reported.
  static func relation(_ id: RelationID, _ draft: SchemaDraft) -> Relation? {
    let relation = draft[id]
    guard let target = relation.target, let kind = kind(relation) else { return nil }
    let declaration = relation.declaration
    return Relation(
      name: SwiftIdentifier(relation.name), idProperty: SwiftIdentifier(relation.idProperty),
      target: target, kind: kind, inverse: relation.inverse, taggedInverse: relation.taggedInverse,
      remote: relation.keys, settings: declaration.settings,
      onDelete: relation.onDelete, statesOnDelete: relation.statesOnDelete,
      backfill: declaration.backfill?.value,
      span: declaration.name.span)
  }

  private static func kind(_ relation: RelationDraft) -> Relation.Kind? {
    switch relation.kind {
    case .reference:
      relation.column.map { column in
        .toOne(
          Relation.Reference(
            property: SwiftIdentifier(relation.idProperty), column: column,
            parts: relation.partColumns,
            isOptional: relation.isOptional,
            hasForeignKey: relation.declaration.hasForeignKey?.value ?? false,
            isOneToOne: relation.isOneToOne, positionColumn: relation.positionColumn))
      }
    case .referenceInverse: .toOneInverse
    case .toMany: .toMany(relation.order)
    case .manyToMany:
      relation.membership.map { membership in
        .manyToMany(
          Relation.Membership(
            joinTable: membership.joinTable, side: membership.side, ordering: relation.order))
      }
    }
  }
}
