/// The identity of a row in its stored form.
package typealias RowKey = [StoredValue]

/// The net effect of one commit on the watched tables.
struct CommitChanges: Sendable {
  /// The changed rows by the entity's position, in the order in which they were first touched.
  var rows: [Int: [RowChange]] = [:]
  /// The rows whose identity has changed, by the entity's position. They are not in `rows` as
  /// deleted and inserted.
  var renamed: [Int: Renamings] = [:]
  /// The changed tables.
  var tables: Set<WatchedTable> = []

  var isEmpty: Bool { tables.isEmpty }
}

/// The effect of a commit on one row.
struct RowChange: Sendable {
  enum Kind: Sendable {
    case inserted
    /// The positions of the attributes, followed by those of the relationships.
    case updated(Set<Int>)
    case deleted
  }

  let key: RowKey
  let kind: Kind
}

/// The combined effect of several commits on the rows of an entity.
struct MergedChanges: Sendable {
  var inserted: Set<RowKey> = []
  var updated: [RowKey: Set<Int>] = [:]
  var deleted: Set<RowKey> = []
  var renamed = Renamings()
  /// Whether another process has also committed changes.
  var isUnknown = false

  var isEmpty: Bool {
    inserted.isEmpty && updated.isEmpty && deleted.isEmpty && renamed.isEmpty && !isUnknown
  }

  /// Adds rows whose identity has changed, before the other changes of the same commit are added.
  mutating func add(_ renamings: Renamings) {
    for (old, new) in renamings.pairs {
      let fields = updated.removeValue(forKey: old)
      if inserted.remove(old) != nil {
        // The old identity was not reported, and the new one may be known.
        if updated[new] == nil { inserted.insert(new) }
        continue
      }
      if let fields { updated[new, default: []].formUnion(fields) }
      renamed.add(old, new)
    }
  }

  /// Adds a later change.
  ///
  /// - Parameter allFields: The fields that count as changed for a row that was deleted and
  ///   inserted again.
  mutating func add(_ change: RowChange, allFields: Range<Int>) {
    let key = change.key
    switch change.kind {
    case .inserted:
      if deleted.remove(key) != nil {
        updated[key] = Set(allFields)
      } else {
        inserted.insert(key)
      }
    case .updated(let fields):
      if !inserted.contains(key) { updated[key, default: []].formUnion(fields) }
    case .deleted:
      updated[key] = nil
      if inserted.remove(key) == nil { deleted.insert(key) }
    }
  }
}

/// A watched table, by its position in the schema.
package enum WatchedTable: Hashable, Sendable {
  /// The table of an entity, by its position in `SchemaMetadata.entities`.
  case entity(Int)
  /// The table of a many-to-many relationship, by its position in `SchemaMetadata.joinTables`.
  case join(Int)
  /// The runtime's own table of links to rows that are not stored yet.
  case links
  /// The runtime's own tables of local changes, of problems, and of what sessions have done. Only
  /// that they have changed is recorded.
  case queue
}

/// The fields of a table's rows whose updates are watched: positions of attributes, followed by
/// those of relationships.
enum WatchedFields: Equatable, Sendable {
  case all
  case only(Set<Int>)

  func union(_ other: WatchedFields) -> WatchedFields {
    guard case .only(let own) = self, case .only(let others) = other else { return .all }
    return .only(own.union(others))
  }
}

/// The watched tables. Inserted and deleted rows are watched in each.
typealias WatchedTables = [WatchedTable: WatchedFields]

extension WatchedTables {
  /// Returns the watched tables with all fields of the given tables added.
  func watchingAll(of tables: Set<WatchedTable>) -> WatchedTables {
    tables.isEmpty ? self : merging(tables.map { ($0, WatchedFields.all) }) { $0.union($1) }
  }
}

extension SchemaMetadata {
  /// The tables in which a change of an entity's rows can be recorded: its own table, and those
  /// with the members of its relationships.
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

  /// The tables with a name: one, or two if the table of a `through:` entity links others.
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

extension EntityMetadata {
  /// The attribute or relationship of each column. Relationships come after the attributes.
  var fieldsByColumn: [Int] {
    var result = Array(repeating: 0, count: columns.count)
    for (field, attribute) in attributes.enumerated() {
      result[attribute.column] = field
      if attribute.isAmount { result[attribute.column + 1] = field }
    }
    for (index, relation) in relations.enumerated() {
      guard case .toOne(let reference) = relation.kind else { continue }
      let field = attributes.count + index
      // The columns of a reference with several parts are those of attributes.
      if reference.parts.isEmpty { result[reference.column] = field }
      if let position = reference.positionColumn { result[position] = field }
    }
    return result
  }
}
