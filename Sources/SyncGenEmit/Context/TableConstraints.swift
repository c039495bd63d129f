import SyncGenSchema

/// The constraints of a table that concern several columns, or rows.
enum TableConstraints {
  static func sql(of id: EntityID, in schema: Schema) -> [String] {
    let entity = schema[id]
    var constraints: [String] = []
    if entity.identity.isComposite {
      constraints.append("PRIMARY KEY (\(list(entity.identity.columns, of: entity)))")
    }
    for relation in entity.relations {
      guard case .toOne(let reference) = relation.kind, reference.isComposite,
        reference.hasForeignKey
      else { continue }
      let target = schema[relation.target]
      constraints.append(
        "FOREIGN KEY (\(list(reference.parts, of: entity))) REFERENCES \(target.table.quoted) "
          + "(\(list(target.identity.columns, of: target))) DEFERRABLE INITIALLY DEFERRED")
    }
    if let check = entity.check { constraints.append("CHECK (\(check.value))") }
    return constraints
  }

  private static func list(_ columns: [Int], of entity: Entity) -> String {
    columns.map { entity.columns[$0].name.quoted }.joined(separator: ", ")
  }
}
