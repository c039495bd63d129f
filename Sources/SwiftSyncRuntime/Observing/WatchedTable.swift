/// A table whose changes somebody wants to know, by its place in the schema.
enum WatchedTable: Hashable, Sendable {
  /// Of an entity, by its position in `SchemaMetadata.entities`.
  case entity(Int)
  /// Of a many-to-many relation, by its position in `SchemaMetadata.joinTables`.
  case join(Int)
}

extension SchemaMetadata {
  /// The tables in which a change of rows of an entity can lie: its own, and those that hold the
  /// members of its relations.
  func tables(of entity: Int) -> Set<WatchedTable> {
    var tables: Set<WatchedTable> = [.entity(entity)]
    for relation in entities[entity].relations {
      guard case .manyToMany(let name, _, _) = relation.kind,
        let join = joinTables.firstIndex(where: { $0.name == name })
      else { continue }
      tables.insert(.join(join))
    }
    return tables
  }

  /// The tables with a name: one, or two if a `through:` entity's table links others.
  func tables(named name: String) -> Set<WatchedTable> {
    let entity = entities.firstIndex { $0.table == name }.map { WatchedTable.entity($0) }
    let join = joinTables.firstIndex { $0.name == name }.map { WatchedTable.join($0) }
    return Set([entity, join].compactMap { $0 })
  }

  func position(of entity: String) throws(SyncError) -> Int {
    guard let position = entities.firstIndex(where: { $0.name == entity }) else {
      throw .unknownEntity(entity, known: entities.map(\.name))
    }
    return position
  }
}
