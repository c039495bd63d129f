import SyncGenSchema

/// The rows that a step deletes because soft deletion ends: the soft-deleted rows, and the rows
/// that `on-delete: cascade` of the old version deletes with them.
struct GoneRows {
  /// A reference whose row is deleted with its target.
  private struct Cascade {
    let child: EntityID
    let parent: EntityID
    let columns: [SQLIdentifier]
    /// An additional condition on the child.
    var condition: String?
  }

  private let schema: Schema
  /// The condition for soft-deleted rows by entity.
  private let roots: [(entity: EntityID, condition: String)]
  private let cascades: [Cascade]
  private let reached: Set<EntityID>

  /// Returns `nil` if no entity stops keeping soft-deleted rows.
  ///
  /// - Parameter isPermitted: Whether the step has the permission to delete rows.
  init?(_ pairing: SchemaPairing, isPermitted: Bool = true) {
    roots = pairing.members.compactMap { members in
      let ended = EndedMarks(members, pairing)
      return (isPermitted ? ended?.keptRows : ended?.unmarkedRows)
        .map { (members.old, "NOT (\($0))") }
    }
    if roots.isEmpty { return nil }
    schema = pairing.old
    let all = Self.cascades(of: pairing.old)
    let children = Dictionary(grouping: all, by: \.parent)
    var reached = Set(roots.map(\.entity))
    var open = Array(reached)
    while let parent = open.popLast() {
      for cascade in children[parent] ?? [] where reached.insert(cascade.child).inserted {
        open.append(cascade.child)
      }
    }
    self.reached = reached
    cascades = all.filter { reached.contains($0.parent) }
  }

  private static func cascades(of schema: Schema) -> [Cascade] {
    let references = schema.entityIDs.flatMap { id -> [Cascade] in
      let entity = schema[id]
      return entity.relations.compactMap { relation in
        guard case .toOne(let reference) = relation.kind, relation.onDelete == .cascade else {
          return nil
        }
        return Cascade(
          child: id, parent: relation.target,
          columns: reference.columns.map { entity.columns[$0].name })
      }
        + entity.taggedReferences.filter { $0.onDelete == .cascade }.flatMap { reference in
          tagged(reference, id, schema)
        }
    }
    // A row that links two others is deleted with either of them.
    let links = schema.joinTables.flatMap { table -> [Cascade] in
      guard let through = table.through else { return [] }
      return [table.left, table.right].map {
        Cascade(child: through, parent: $0.entity, columns: $0.columns.map(\.name))
      }
    }
    return references + links
  }

  private static func tagged(
    _ reference: TaggedReference, _ id: EntityID, _ schema: Schema
  ) -> [Cascade] {
    func name(_ attribute: Int) -> SQLIdentifier? {
      schema[id].attributes[attribute].columns.first.map { schema[id].columns[$0].name }
    }
    guard let tag = name(reference.tagAttribute), let key = name(reference.idAttribute) else {
      return []
    }
    return reference.targets.map {
      Cascade(
        child: id, parent: $0.entity, columns: [key],
        condition: "swiftsync_child.\(tag.quoted) = \(SQLText.string($0.tag))")
    }
  }

  // MARK: Effects

  /// Whether rows of the old entity may be deleted.
  func includes(_ entity: EntityID) -> Bool { reached.contains(entity) }

  /// The rows of an entity that are kept, as SQL; `nil` if `on-delete` deletes none of them.
  func keptRows(of id: EntityID) -> String? {
    guard cascades.contains(where: { $0.child == id }) else { return nil }
    let entity = schema[id]
    let key = entity.identity.columns.map {
      "\(entity.table.quoted).\(entity.columns[$0].name.quoted)"
    }
    return "\(Self.row(key)) NOT IN (\(selection(of: id)))"
  }

  /// The condition that columns refer to a deleted row.
  func isGone(_ columns: [String], of id: EntityID) -> String {
    "\(Self.row(columns)) IN (\(selection(of: id)))"
  }

  /// Whether references to rows of an entity have an `on-delete` that is applied.
  func hasReferences(to id: EntityID) -> Bool {
    cascades.contains { $0.parent == id }
      || schema.joinTables.contains { $0.left.entity == id || $0.right.entity == id }
      || schema.entities.contains { entity in
        entity.relations.contains { $0.isToOne && $0.target == id && $0.onDelete == .nullify }
      }
  }

  /// Whether an enforced reference with `on-delete: deny` refers to the entity.
  func areProtected(_ id: EntityID) -> Bool {
    schema.entities.contains { entity in
      entity.relations.contains { relation in
        guard case .toOne(let reference) = relation.kind else { return false }
        return reference.isEnforced && relation.target == id && relation.onDelete == .deny
      }
    }
  }

  private static func row(_ columns: [String]) -> String {
    columns.count == 1 ? columns[0] : "(\(columns.joined(separator: ", ")))"
  }

  // MARK: SQL

  private func selection(of id: EntityID) -> String {
    let keys = schema[id].identity.columns.indices.map { "key_\($0)" }.joined(separator: ", ")
    return "\(gone) SELECT \(keys) FROM swiftsync_gone WHERE entity = \(id.index)"
  }

  private var width: Int { reached.map { schema[$0].identity.columns.count }.max() ?? 1 }

  private var gone: String {
    let columns = (0..<width).map { "key_\($0)" }.joined(separator: ", ")
    let first = roots.map { root in
      "SELECT \(key(of: root.entity, "")) FROM \(schema[root.entity].table.quoted) "
        + "WHERE \(root.condition)"
    }
    let more = cascades.map { cascade in
      let same = cascade.columns.enumerated().map {
        "swiftsync_child.\($1.quoted) = swiftsync_gone.key_\($0)"
      }
      let conditions =
        ["swiftsync_gone.entity = \(cascade.parent.index)"] + same
        + (cascade.condition.map { [$0] } ?? [])
      return "SELECT \(key(of: cascade.child, "swiftsync_child.")) FROM swiftsync_gone "
        + "JOIN \(schema[cascade.child].table.quoted) AS swiftsync_child "
        + "ON \(conditions.joined(separator: " AND "))"
    }
    return "WITH RECURSIVE swiftsync_gone(entity, \(columns)) AS ("
      + (first + more).joined(separator: " UNION ") + ")"
  }

  /// An entity's number and identity, as the columns of `swiftsync_gone`.
  private func key(of id: EntityID, _ prefix: String) -> String {
    let entity = schema[id]
    let parts = entity.identity.columns.map { prefix + entity.columns[$0].name.quoted }
    let padding = [String](repeating: "NULL", count: width - parts.count)
    return (["\(id.index)"] + parts + padding).joined(separator: ", ")
  }
}

extension Relation {
  fileprivate var isToOne: Bool {
    if case .toOne = kind { true } else { false }
  }
}

// MARK: - Tables

extension TablePairing {
  /// The pairing of an entity's table without deleted rows and references to them.
  func without(
    _ gone: GoneRows, _ members: SchemaPairing.Members, _ pairing: SchemaPairing
  ) -> TablePairing {
    var sources = sources
    for (index, former) in members.relations.oldPositions.enumerated() {
      guard let former, let new = pairing.new[members.new].relations[index].reference,
        let old = pairing.old[members.old].relations[former].reference
      else { continue }
      let relation = pairing.old[members.old].relations[former]
      guard relation.onDelete == .nullify, gone.includes(relation.target) else { continue }
      let columns = old.columns.map {
        "\(self.old.name.quoted).\(self.old.columns[$0].name.quoted)"
      }
      let isGone = gone.isGone(columns, of: relation.target)
      for place in new.columns {
        guard !self.new.columns[place].isRequired, let column = sources[place].oldColumn else {
          continue
        }
        let value = sources[place].expression ?? self.old.columns[column].name.quoted
        sources[place] = Source(
          oldColumn: column, expression: "CASE WHEN \(isGone) THEN NULL ELSE \(value) END",
          isFilled: sources[place].isFilled)
      }
    }
    let kept = gone.keptRows(of: members.old)
    return TablePairing(
      old: old, new: new, sources: sources, condition: kept ?? condition,
      readsOtherTables: kept != nil)
  }
}
