import SyncGenSchema
import SyncGenTemplateEngine

/// The list of a many-to-many relationship as it was before a change of its join table, as exposed
/// to templates.
///
/// The triggers run after the change, so what the change has added is left out, and what it has
/// removed is added.
struct OldListContext: ContextSubject {
  /// The number of ids up to which a list is recorded. One more shows that the list is longer.
  private static let limit = 100

  private let name: String
  private let own: JoinTable.End
  private let other: JoinTable.End
  private let table: JoinTable
  private let isOrdered: Bool
  private let tombstone: KeptTombstone?

  init(
    of relation: Relation, at side: Relation.Side, in table: JoinTable, _ schema: Schema
  ) {
    name = relation.name.name
    own = side == .left ? table.left : table.right
    other = side == .left ? table.right : table.left
    self.table = table
    isOrdered = side == .left && table.positionColumn != nil
    tombstone = table.through.flatMap { schema[$0].keptTombstone }
  }

  static let type = ContextType<Self>(
    "old list",
    "A list before a change of its join table in SQL, as a member of a JSON object after a comma.",
    [
      .text("beforeLink", "Before the new row of the join table was inserted.") {
        $0.member(of: "NEW", withoutNew: true, withOld: false)
      },
      .text("beforeUnlink", "Before the old row of the join table was deleted.") {
        $0.member(of: "OLD", withoutNew: false, withOld: true)
      },
      .text("ofOldRow", "Before an update, for the row that the old row of the join table links.") {
        $0.member(of: "OLD", withoutNew: true, withOld: true)
      },
      .text("ofNewRow", "The same for the new row of the join table.") {
        $0.member(of: "NEW", withoutNew: true, withOld: true)
      },
    ])

  private func member(of row: String, withoutNew: Bool, withOld: Bool) -> String {
    let isOwn = own.columns.map { "\($0.name.quoted) = \(row).\($0.name.quoted)" }
    var conditions = isOwn + (tombstone.map { [$0.isAbsent()] } ?? [])
    if withoutNew { conditions.append(isOther) }
    var rows =
      "SELECT \(columns("")) FROM \(table.name.quoted) WHERE \(conditions.joined(separator: " AND "))"
    if withOld {
      let isSame = own.columns.map { "OLD.\($0.name.quoted) IS \(row).\($0.name.quoted)" }
      let old = (row == "OLD" ? [] : isSame) + (tombstone.map { [$0.isAbsent("OLD.")] } ?? [])
      rows += " UNION ALL SELECT \(columns("OLD."))"
      if !old.isEmpty { rows += " WHERE \(old.joined(separator: " AND "))" }
    }
    rows += " ORDER BY \(isOrdered ? "position" : "id")"
    return "\(OldValueSQL.key(name)) || (SELECT json_group_array(quote(id)) FROM "
      + "(\(rows) LIMIT \(Self.limit + 1)))"
  }

  /// Whether a row of the join table is not the new one.
  private var isOther: String {
    guard table.through == nil else { return "_rowid_ <> NEW._rowid_" }
    let columns = (table.left.columns + table.right.columns).map {
      "\($0.name.quoted) = NEW.\($0.name.quoted)"
    }
    return "NOT (\(columns.joined(separator: " AND ")))"
  }

  private func columns(_ row: String) -> String {
    let columns = other.columns.map { row + $0.name.quoted }
    let id = columns.count == 1 ? columns[0] : "json_array(\(columns.joined(separator: ", ")))"
    let position = isOrdered ? table.positionColumn.map { ", \(row)\($0.quoted) AS position" } : nil
    return "\(id) AS id" + (position ?? "")
  }
}
