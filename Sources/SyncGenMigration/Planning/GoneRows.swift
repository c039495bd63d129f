import SwiftSyncValues
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
    guard let tag = schema[id].columnName(ofAttribute: reference.tagAttribute),
      let key = schema[id].columnName(ofAttribute: reference.idAttribute)
    else { return [] }
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
          || entity.taggedReferences.contains { reference in
            reference.onDelete == .nullify && reference.targets.contains { $0.entity == id }
          }
      }
  }

  /// The references to several entities of an old entity whose rows may lose their target, each
  /// with the condition under which they do.
  func lostTargets(of id: EntityID) -> [(reference: TaggedReference, condition: String)] {
    let entity = schema[id]
    return entity.taggedReferences.filter { $0.onDelete == .nullify }.compactMap { reference in
      guard let tag = entity.columnName(ofAttribute: reference.tagAttribute),
        let key = entity.columnName(ofAttribute: reference.idAttribute)
      else { return nil }
      let table = entity.table.quoted
      let conditions = reference.targets.filter { includes($0.entity) }.map { target in
        "\(table).\(tag.quoted) = \(SQLText.string(target.tag)) AND "
          + isGone(["\(table).\(key.quoted)"], of: target.entity)
      }
      return conditions.isEmpty ? nil : (reference, conditions.joined(separator: " OR "))
    }
  }

  /// Whether a foreign key with `on-delete: deny` refers to the entity.
  func areProtected(_ id: EntityID) -> Bool {
    schema.entities.contains { entity in
      entity.relations.contains { relation in
        guard case .toOne(let reference) = relation.kind else { return false }
        return reference.hasForeignKey && relation.target == id && relation.onDelete == .deny
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

extension Entity {
  fileprivate func columnName(ofAttribute index: Int) -> SQLIdentifier? {
    attributes[index].columns.first.map { columns[$0].name }
  }
}

// MARK: - Tables

extension GoneRows {
  /// The new columns of a reference that becomes null, because `on-delete: nullify` of the old
  /// version is applied to it.
  struct LostReference {
    let columns: [Int]
    /// The condition on the old row.
    let condition: String
    /// The members of the old entity that contain it.
    let members: Set<Schema.Member>
  }

  func lostReferences(
    of members: SchemaPairing.Members, _ pairing: SchemaPairing
  ) -> [LostReference] {
    let (before, after) = (pairing.old[members.old], pairing.new[members.new])
    let references = members.relations.pairs.compactMap { pair -> LostReference? in
      let relation = before.relations[pair.old]
      guard let old = relation.reference, let new = after.relations[pair.new].reference,
        relation.onDelete == .nullify, includes(relation.target)
      else { return nil }
      let columns = old.columns.map {
        "\(before.table.quoted).\(before.columns[$0].name.quoted)"
      }
      let parts = old.columns.compactMap { before.columns[$0].attribute }
      return LostReference(
        columns: new.columns, condition: isGone(columns, of: relation.target),
        members: Set(parts.map { .attribute($0) } + [.relation(pair.old)]))
    }
    let tagged = lostTargets(of: members.old).map { lost in
      let parts = [lost.reference.tagAttribute, lost.reference.idAttribute]
      return LostReference(
        columns: parts.compactMap(members.attributes.newPosition).flatMap {
          after.attributes[$0].columns
        }, condition: lost.condition, members: Set(parts.map { .attribute($0) }))
    }
    return references + tagged
  }
}

extension TablePairing {
  /// The pairing of an entity's table without deleted rows and references to them.
  func without(
    _ gone: GoneRows, _ members: SchemaPairing.Members, _ schemas: SchemaPairing
  ) -> TablePairing {
    var sources = sources
    for reference in gone.lostReferences(of: members, schemas) {
      for place in reference.columns where !new.columns[place].isRequired {
        sources[place] = sources[place].emptied(where: reference.condition, in: old)
      }
    }
    let kept = gone.keptRows(of: members.old).map {
      KeptRows(sql: $0, others: "rows that 'on-delete' deletes")
    }
    return TablePairing(
      old: old, new: new, sources: sources, condition: kept ?? condition,
      readsOtherTables: kept != nil)
  }
}

extension TablePairing.Source {
  /// The source whose value is null in the rows that meet a condition.
  fileprivate func emptied(where condition: String, in table: TableShape) -> Self {
    guard let oldColumn else { return self }
    func unless(_ value: String) -> String { "CASE WHEN \(condition) THEN NULL ELSE \(value) END" }
    let value = expression ?? table[oldColumn].quoted
    return Self(
      oldColumn: oldColumn, expression: unless(value), lossy: unless(lossy ?? value),
      isFilled: isFilled)
  }
}
