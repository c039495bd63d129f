extension SchemaMetadata {
  func entity(named name: String) throws(SyncError) -> EntityMetadata {
    guard let entity = entities.first(where: { $0.name == name }) else {
      throw .unknownEntity(name, known: entities.map(\.name))
    }
    return entity
  }
}

extension EntityMetadata {
  /// The reference of this entity through which a relation of another one leads here.
  func reference(
    back relation: RelationMetadata, to other: EntityMetadata
  ) throws(SyncError) -> RelationMetadata.Reference {
    for own in relations where own.name == relation.inverse && own.target == other.name {
      if case .toOne(let reference) = own.kind { return reference }
    }
    throw .unknownRelation(relation.inverse ?? relation.name, entity: name)
  }

  /// The condition under which a row of the table, by its name in a statement, is asked for;
  /// `nil` for every row.
  func condition(for softDeleted: SoftDeleted, as alias: String) -> String? {
    let marks = self.marks(as: alias)
    switch softDeleted {
    case .include: return nil
    case .exclude: return marks.isEmpty ? nil : marks.map(\.absent).joined(separator: " AND ")
    case .only:
      return marks.isEmpty ? "FALSE" : "(\(marks.map(\.present).joined(separator: " OR ")))"
    }
  }

  private func marks(as alias: String) -> [(absent: String, present: String)] {
    var marks: [(absent: String, present: String)] = []
    if sync.keepsTombstones, let tombstone = sync.tombstone {
      let name = "\(alias).\(quoted(columns[attributes[tombstone].column].name))"
      marks.append(("\(name) IS NULL", "\(name) IS NOT NULL"))
    }
    if let flag = sync.archiveFlag {
      let column = columns[attributes[flag].column]
      let name = "\(alias).\(quoted(column.name))"
      marks.append((column.isRequired ? "\(name) = 0" : "\(name) IS NOT 1", "\(name) = 1"))
    }
    return marks
  }
}
