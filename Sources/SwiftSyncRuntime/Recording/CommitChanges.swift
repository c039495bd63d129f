@_spi(Generated) import SwiftSyncREST

/// The identity of a row as its columns hold it.
typealias RowKey = [StoredValue]

/// What one commit has done to the tables that are watched, by its net effect.
struct CommitChanges: Sendable {
  /// By the entity's position, in the order in which rows were first touched.
  var rows: [Int: [RowChange]] = [:]
  /// By the entity's position: rows that have other identities now. They are not in `rows` as deleted and inserted.
  var renamed: [Int: Renamings] = [:]
  /// The tables that have changed.
  var tables: Set<WatchedTable> = []

  var isEmpty: Bool { tables.isEmpty }
}

/// What a commit has done to one row.
struct RowChange: Sendable {
  enum Kind: Sendable {
    case inserted
    /// Positions of the attributes, and after them of the relations.
    case updated(Set<Int>)
    case deleted
  }

  let key: RowKey
  let kind: Kind
}

/// What several commits have done to the rows of an entity, as if they were one.
struct MergedChanges: Sendable {
  var inserted: Set<RowKey> = []
  var updated: [RowKey: Set<Int>] = [:]
  var deleted: Set<RowKey> = []
  var renamed = Renamings()
  /// Whether another process has committed something, too.
  var isUnknown = false

  var isEmpty: Bool {
    inserted.isEmpty && updated.isEmpty && deleted.isEmpty && renamed.isEmpty && !isUnknown
  }

  /// Adds rows that got other identities, before the other changes of the same commit are added.
  mutating func add(_ renamings: Renamings) {
    for (old, new) in renamings.pairs {
      let fields = updated.removeValue(forKey: old)
      if inserted.remove(old) != nil {
        // Nobody has been told of the old identity, and the new one may be known.
        if updated[new] == nil { inserted.insert(new) }
        continue
      }
      if let fields { updated[new, default: []].formUnion(fields) }
      renamed.add(old, new)
    }
  }

  /// Adds a later change.
  ///
  /// - Parameter allFields: What a row counts as changed in that was deleted and has come back.
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

/// A table whose changes somebody wants to know, by its place in the schema.
enum WatchedTable: Hashable, Sendable {
  /// Of an entity, by its position in `SchemaMetadata.entities`.
  case entity(Int)
  /// Of a many-to-many relation, by its position in `SchemaMetadata.joinTables`.
  case join(Int)
  /// The runtime's own of links to rows that are not stored yet.
  case links
}

/// The fields of a table's rows whose updates are watched: positions of attributes and, after them, of relations.
enum WatchedFields: Equatable, Sendable {
  case all
  case only(Set<Int>)

  func union(_ other: WatchedFields) -> WatchedFields {
    guard case .only(let own) = self, case .only(let others) = other else { return .all }
    return .only(own.union(others))
  }
}

/// The tables that are watched. Inserted and deleted rows are watched in each.
typealias WatchedTables = [WatchedTable: WatchedFields]

extension WatchedTables {
  /// Watches tables with all of their fields, too.
  func watchingAll(of tables: Set<WatchedTable>) -> WatchedTables {
    tables.isEmpty ? self : merging(tables.map { ($0, WatchedFields.all) }) { $0.union($1) }
  }
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

extension EntityMetadata {
  /// The attribute or relation that each column belongs to; relations come after the attributes.
  var fieldsByColumn: [Int] {
    var result = Array(repeating: 0, count: columns.count)
    for (field, attribute) in attributes.enumerated() {
      result[attribute.column] = field
      if attribute.isAmount { result[attribute.column + 1] = field }
    }
    for (index, relation) in relations.enumerated() {
      guard case .toOne(let reference) = relation.kind else { continue }
      let field = attributes.count + index
      // Several columns are those of attributes.
      if reference.parts.isEmpty { result[reference.column] = field }
      if let position = reference.positionColumn { result[position] = field }
    }
    return result
  }
}
