import SwiftSyncValues
import SyncGenSchema

/// The position of a column in a table of the old version. Positions without this type belong to
/// the new version.
struct OldColumn: Hashable {
  let position: Int

  init(_ position: Int) { self.position = position }
}

extension TableShape {
  subscript(column: OldColumn) -> ColumnDefinition { columns[column.position] }
}

extension Entity {
  subscript(column: OldColumn) -> Column { columns[column.position] }
}

/// A table in both versions, with the sources of its columns' values.
struct TablePairing: Hashable {
  /// The source of a new column's values.
  struct Source: Hashable {
    /// The corresponding old column; `nil` for a new one.
    let oldColumn: OldColumn?
    /// SQL over the old row; `nil` if the old value is kept, or the default is used.
    let expression: String?
    /// The value as SQL over the old row before missing values are filled, if it is null for some
    /// old values; `nil` if no value is lost.
    var lossy: String?
    /// Whether some rows get a value that others may also have: a default or the value of
    /// `backfill`.
    var isFilled = false

    static let fresh = Source(oldColumn: nil, expression: nil)
  }

  /// A column of the new table, with that of the old one.
  struct Column {
    /// The position in the new table.
    let position: Int
    let definition: ColumnDefinition
    let reference: TableShape.Reference?
    let source: Source
    /// The corresponding old column; `nil` for a new one.
    let former: ColumnDefinition?

    var isRenamed: Bool { former.map { $0.name != definition.name } ?? false }
  }

  let old: TableShape
  let new: TableShape
  /// The source of each column of the new table.
  let sources: [Source]
  /// The old rows that are kept; `nil` for all.
  var condition: KeptRows?
  /// Whether the condition reads other tables, so that all rows must be copied before any are
  /// deleted.
  var readsOtherTables = false

  /// The columns of the new table.
  var columns: [Column] { sources.indices.map(column) }

  private func column(_ position: Int) -> Column {
    let source = sources[position]
    return Column(
      position: position, definition: new.columns[position], reference: new.references[position],
      source: source, former: source.oldColumn.map { old[$0] })
  }

  /// The old columns that are dropped.
  var droppedColumns: [OldColumn] {
    let kept = Set(sources.compactMap(\.oldColumn))
    return old.columns.indices.map(OldColumn.init).filter { !kept.contains($0) }
  }

  func newColumn(of old: OldColumn) -> Column? {
    sources.firstIndex { $0.oldColumn == old }.map(column)
  }

  /// The value of a new column as SQL over the old row.
  func value(of position: Int) -> String {
    sources[position].expression ?? sources[position].oldColumn.map { old[$0].quoted }
      ?? new.columns[position].defaultSQL ?? "NULL"
  }
}

/// A join table in both versions. Words and SQL are views of it, as of a `Transition`.
struct JoinTableTransition {
  /// The positions in `Schema.joinTables`.
  let old: Int
  let new: Int
  /// Whether the other side owned the old table.
  let isTurned: Bool
  /// How the identities in the columns of the two sides are converted, the new left one first.
  let conversions: [ValueConversion]
  /// Whether the old positions are those of the new lists.
  let keepsOrder: Bool

  /// Whether memberships of rows that are not stored are lost.
  var isLossy: Bool { conversions.contains(where: \.isLossy) }
}

/// The tables of entities in both versions, by the entities of the new version.
struct EntityTables {
  private let tables: [EntityID: TablePairing]

  init(_ tables: [TablePairing]) {
    let owned = tables.compactMap { table -> (EntityID, TablePairing)? in
      guard case .entity(let id) = table.new.owner else { return nil }
      return (id, table)
    }
    self.tables = Dictionary(owned, uniquingKeysWith: { first, _ in first })
  }

  subscript(id: EntityID) -> TablePairing? { tables[id] }
}

/// Pairs the tables of two versions.
struct TablePairer {
  let pairing: SchemaPairing

  func pairs() -> [TablePairing] {
    let gone = GoneRows(pairing)
    return pairing.members.map { entity($0, without: gone) } + joinTables(without: gone)
      + throughTables()
  }

  // MARK: Entities

  private func entity(
    _ members: SchemaPairing.Members, without gone: GoneRows?
  ) -> TablePairing {
    let finder = ColumnSourceFinder(pairing: pairing, members: members)
    let table = TablePairing(
      old: TableShape(members.old, pairing.old), new: TableShape(members.new, pairing.new),
      sources: pairing.new[members.new].columns.map { finder.source(of: $0) },
      condition: EndedMarks(members, pairing)?.keptRows.map {
        KeptRows(sql: $0, others: "soft-deleted rows")
      })
    return gone.map { table.without($0, members, pairing) } ?? table
  }

  // MARK: Join tables

  private func joinTables(without gone: GoneRows?) -> [TablePairing] {
    pairing.new.joinTables.indices.compactMap { index in
      guard pairing.new.joinTables[index].through == nil else { return nil }
      return transition(ofJoinTable: index).map { joinTable($0, without: gone) }
    }
  }

  /// The old table of the same relationship; `nil` if its rows are not kept.
  func transition(ofJoinTable index: Int) -> JoinTableTransition? {
    let table = pairing.new.joinTables[index]
    guard let relation = table.left.relation, let former = pairing.oldRelation(of: relation),
      case .manyToMany(let membership) = pairing.old[former].kind,
      pairing.old.joinTables[membership.joinTable].through == nil,
      pairing.isSame(pairing.old[former].target, table.right.entity)
    else { return nil }
    let old = pairing.old.joinTables[membership.joinTable]
    // For a relationship to itself, both sides are the same entity, and the left side remains the
    // left one.
    let isTurned = membership.side == .right && old.left.relation != former
    let ends = isTurned ? [old.right, old.left] : [old.left, old.right]
    let conversions = zip([table.left, table.right], ends).map { end, former in
      ReferenceConverter(pairing: pairing).conversion(
        from: former.entity, to: end.entity, column: former.column.quoted, table: old.name)
    }
    if conversions.contains(.impossible) { return nil }
    return JoinTableTransition(
      old: membership.joinTable, new: index, isTurned: isTurned, conversions: conversions,
      keepsOrder: old.positionColumn != nil && table.positionColumn != nil && !isTurned)
  }

  /// - Parameter gone: The rows whose links are not kept.
  func joinTable(_ kept: JoinTableTransition, without gone: GoneRows? = nil) -> TablePairing {
    let (before, after) = (pairing.old.joinTables[kept.old], pairing.new.joinTables[kept.new])
    let (isTurned, conversions) = (kept.isTurned, kept.conversions)
    let ends = isTurned ? [before.right, before.left] : [before.left, before.right]
    let leftCount = before.left.columns.count
    let offsets = isTurned ? [leftCount, 0] : [0, leftCount]
    var sources = zip(conversions, zip(ends, offsets)).flatMap { conversion, former in
      former.0.columns.indices.map {
        TablePairing.Source(
          oldColumn: OldColumn(former.1 + $0),
          expression: former.0.isComposite ? nil : conversion.stated)
      }
    }
    if after.positionColumn != nil {
      sources.append(
        kept.keepsOrder
          ? TablePairing.Source(
            oldColumn: OldColumn(leftCount + before.right.columns.count), expression: nil)
          : TablePairing.Source(oldColumn: nil, expression: Self.position(ends)))
    }
    // A membership of a row that is not stored has no new identity.
    let known = conversions.filter(\.isLossy).compactMap(\.stated).map { "(\($0)) IS NOT NULL" }
    let left = stillLinked(before, without: gone)
    let reasons = [known.isEmpty ? nil : "missing", left.isEmpty ? nil : "deleted"]
    let conditions = known + left
    return TablePairing(
      old: TableShape(joinTable: kept.old, pairing.old),
      new: TableShape(joinTable: kept.new, pairing.new), sources: sources,
      condition: conditions.isEmpty
        ? nil
        : KeptRows(
          sql: conditions.joined(separator: " AND "),
          others: "memberships of \(reasons.compactMap(\.self).joined(separator: " or ")) rows"),
      readsOtherTables: !left.isEmpty)
  }

  /// The conditions by which neither row of a link is deleted.
  private func stillLinked(_ table: JoinTable, without gone: GoneRows?) -> [String] {
    guard let gone else { return [] }
    return [table.left, table.right].filter { gone.includes($0.entity) }.map { end in
      let columns = end.columns.map { "\(table.name.quoted).\($0.name.quoted)" }
      return "NOT (\(gone.isGone(columns, of: end.entity)))"
    }
  }

  /// A position for each row of a list that was not ordered.
  private static func position(_ ends: [JoinTable.End]) -> String {
    let columns = ends.map { $0.columns.map(\.name.quoted).joined(separator: ", ") }
    return "row_number() OVER (PARTITION BY \(columns[0]) ORDER BY \(columns[1])) - 1"
  }
}

extension ValueConversion {
  /// The SQL; `nil` if nothing is converted.
  var stated: String? {
    if case .sql(let sql, _) = self { sql } else { nil }
  }

  /// The SQL, if it is null for some values.
  var lossy: String? { isLossy ? stated : nil }
}
