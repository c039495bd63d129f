import SyncGenDiagnostics

/// Puts what the resolvers found out about a relation together.
enum RelationAssembler {
  /// `nil` if something of it is wrong, which has been reported.
  static func relation(_ id: RelationID, _ draft: SchemaDraft) -> Relation? {
    let relation = draft[id]
    guard let target = relation.target, let kind = kind(relation, draft) else { return nil }
    let declaration = relation.declaration
    return Relation(
      name: SwiftIdentifier(relation.name), idProperty: idProperty(relation, draft.symbols),
      target: target, kind: kind, inverse: relation.inverse,
      remote: keys(relation, draft.symbols.namer), direction: declaration.direction,
      onDelete: relation.onDelete, renamedFrom: declaration.renamedFrom?.value,
      documentation: declaration.documentation, deprecation: declaration.deprecation,
      span: declaration.name.span)
  }

  private static func kind(_ relation: RelationDraft, _ draft: SchemaDraft) -> Relation.Kind? {
    switch relation.kind {
    case .reference:
      relation.column.map { column in
        .toOne(
          Relation.Reference(
            property: idProperty(relation, draft.symbols), column: column,
            isOptional: relation.isOptional,
            isEnforced: relation.declaration.isEnforced?.value ?? false,
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

  static func idProperty(_ relation: RelationDraft, _ symbols: Symbols) -> SwiftIdentifier {
    guard relation.isToMany else { return SwiftIdentifier(relation.name + "ID") }
    let singular = Inflection.singular(symbols.names.snakeCase(relation.name))
    return SwiftIdentifier(symbols.names.camelCase(singular) + "IDs")
  }

  static func keys(_ relation: RelationDraft, _ namer: RemoteNamer) -> RelationKeys {
    if case .paths(let paths) = relation.declaration.remote {
      return RelationKeys(ids: paths.map(\.value), objects: paths.map(\.value))
    }
    let ids = relation.isToMany ? namer.ids(relation.name) : namer.id(relation.name)
    return RelationKeys(ids: ids, objects: namer.paths(relation.name))
  }
}
