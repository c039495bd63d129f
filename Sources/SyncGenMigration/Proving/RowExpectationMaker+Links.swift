import SwiftSyncValues
import SyncGenSchema

/// Rows that were linked remain linked, even if identities change.
extension RowExpectationMaker {
  // MARK: References

  var references: [RowExpectation] {
    pairing.members.flatMap { members in
      pairing.new[members.new].relations.indices.compactMap { reference($0, members) }
    }
  }

  private func reference(_ index: Int, _ members: SchemaPairing.Members) -> RowExpectation? {
    let relation = pairing.new[members.new].relations[index]
    guard let table = table(of: members.new), let new = relation.reference,
      let formerIndex = members.relations.oldPositions[index],
      let target = converted(relation.target),
      let old = pairing.old[members.old].relations[formerIndex].reference,
      pairing.isSame(pairing.old[members.old].relations[formerIndex].target, relation.target)
    else { return nil }
    let notes = "swiftsync_aside.swiftsync_refs_\(members.new.index)_\(index)"
    let column = pairing.new[members.new].columns[new.column].name
    let former = pairing.old[members.old].columns[old.column].name
    let places = table.old.key.enumerated().map {
      "\($1.quoted) AS row_\($0)"
    }
    // A reference to a row that the step deletes becomes null, if its 'on-delete' says so.
    let isNullified =
      pairing.old[members.old].relations[formerIndex].onDelete == .nullify
      ? deleted(target.pair, [former], of: table.old) : nil
    return RowExpectation(
      record: "CREATE TABLE \(notes) AS SELECT \(places.joined(separator: ", ")), "
        + "\(former.quoted) AS target, \(isNullified ?? "0") AS is_nullified "
        + "FROM main.\(table.old.name.quoted);",
      violations: "SELECT count(*), quote(notes.target) FROM \(notes) AS notes "
        + target.join("target_ids", old: "notes.target") + " "
        + row(of: table, members, notes: "notes") + " WHERE found.\(column.quoted) IS NOT "
        + "CASE WHEN NOT notes.is_nullified THEN target_ids.new_0 END",
      .init(
        rows: "of table '\(table.new.name.name)'",
        one: "refers to a different row in '\(column.name)' than before",
        many: "refer to different rows in '\(column.name)' than before"),
      cleanup: "DROP TABLE \(notes);")
  }

  /// The condition that columns refer to a row of a table that the step deletes because soft
  /// deletion ends; `nil` if there are none.
  private func deleted(
    _ target: TablePairing, _ columns: [SQLIdentifier], of table: TableShape
  ) -> String? {
    guard let kept = target.condition else { return nil }
    let names = columns.map { "\(table.name.quoted).\($0.quoted)" }.joined(separator: ", ")
    let keys = target.old.key.map(\.quoted)
    return "ifnull((\(names)) IN (SELECT \(keys.joined(separator: ", ")) "
      + "FROM main.\(target.old.name.quoted) WHERE NOT (\(kept.sql))), 0)"
  }

  /// The identities of an entity's rows, if they have one part and change.
  private func converted(_ id: EntityID) -> IdentityTable? {
    guard let members = pairing.members(ofNew: id),
      !pairing.old[members.old].identity.isComposite, !pairing.new[id].identity.isComposite
    else { return nil }
    return identities(of: members)
  }

  /// Joins the new row, as `found`, of an old one whose identity is recorded.
  func row(of table: TablePairing, _ members: SchemaPairing.Members, notes: String) -> String {
    let name = "main.\(table.new.name.quoted) AS found"
    guard let own = identities(of: members) else {
      let same = table.new.key.enumerated().map {
        "found.\($1.quoted) IS \(notes).row_\($0)"
      }
      return "JOIN \(name) ON \(same.joined(separator: " AND "))"
    }
    let old = table.old.primaryKey.indices.map { "own_ids.old_\($0) IS \(notes).row_\($0)" }
    let new = table.new.key.enumerated().map {
      "found.\($1.quoted) IS own_ids.new_\($0)"
    }
    return "JOIN \(own.name) AS own_ids ON \(old.joined(separator: " AND ")) "
      + "JOIN \(name) ON \(new.joined(separator: " AND "))"
  }

  // MARK: Members of lists

  var members: [RowExpectation] {
    tables.enumerated().compactMap { number, table in
      guard case .joinTable(let index) = table.new.owner else { return nil }
      let ends = [pairing.new.joinTables[index].left, pairing.new.joinTables[index].right]
      let ids = ends.map { converted($0.entity) }
      guard ids.contains(where: { $0 != nil }) else { return nil }
      let notes = "swiftsync_aside.swiftsync_members_\(number)"
      let places = ends.enumerated().flatMap { place, end in
        end.columns.map { (place: place, name: $0.name) }
      }
      let former = zip(places, table.columns).compactMap { $1.former }
      guard former.count == places.count else { return nil }
      let joins = places.enumerated().compactMap { column, part in
        ids[part.place]?.join("ids_\(part.place)", old: "notes.end_\(column)")
      }
      let same = places.enumerated().map { column, part in
        "found.\(part.name.quoted) IS "
          + (ids[part.place] == nil ? "notes.end_\(column)" : "ids_\(part.place).new_0")
      }
      let stated = former.enumerated().map { "\($1.quoted) AS end_\($0)" }
        .joined(separator: ", ")
      let quoted = former.indices.map { "quote(notes.end_\($0))" }
        .joined(separator: " || ', ' || ")
      // A row that the step deletes is no longer linked.
      let gone = ends.enumerated().compactMap { place, end -> String? in
        let columns = places.indices.filter { places[$0].place == place }.map {
          former[$0].identifier
        }
        return self.table(of: end.entity).flatMap { deleted($0, columns, of: table.old) }
      }
      let kept = gone.isEmpty ? "" : " WHERE NOT (\(gone.joined(separator: " OR ")))"
      return RowExpectation(
        record: "CREATE TABLE \(notes) AS SELECT \(stated) FROM "
          + "main.\(table.old.name.quoted)\(kept);",
        violations: "SELECT count(*), \(quoted) "
          + "FROM \(notes) AS notes \(joins.joined(separator: " ")) WHERE NOT EXISTS (SELECT 1 FROM "
          + "main.\(table.new.name.quoted) AS found WHERE \(same.joined(separator: " AND ")))",
        .init(
          rows: "of table '\(table.new.name.name)'",
          one: "no longer links the rows that it linked",
          many: "no longer link the rows that they linked"),
        cleanup: "DROP TABLE \(notes);")
    }
  }

  // MARK: Marks

  /// Rows that are soft-deleted or archived do not reappear by themselves.
  var marks: [RowExpectation] {
    pairing.members.compactMap { members in
      let after = pairing.new[members.new]
      guard let table = table(of: members.new), let mark = keptMarks(of: members) else {
        return nil
      }
      let notes = "swiftsync_aside.swiftsync_marks_\(members.new.index)"
      let places = table.old.key.enumerated().map {
        "\($1.quoted) AS row_\($0)"
      }
      return RowExpectation(
        record: "CREATE TABLE \(notes) AS SELECT \(places.joined(separator: ", ")) FROM "
          + "main.\(table.old.name.quoted) WHERE \(mark);",
        violations: "SELECT count(*), quote(notes.row_0) FROM \(notes) AS notes "
          + row(of: table, members, notes: "notes") + " WHERE NOT (\(after.markCondition ?? "0"))",
        .init(
          rows: "of table '\(table.new.name.name)'",
          one: "was soft-deleted or archived, and is now an ordinary row",
          many: "were soft-deleted or archived, and are now ordinary rows"),
        cleanup: "DROP TABLE \(notes);")
    }
  }
}

extension RowExpectationMaker {
  /// SQL that is true for old rows that must remain soft-deleted or archived: those whose mark the
  /// new version still has, or does not have permission to give up.
  private func keptMarks(of members: SchemaPairing.Members) -> String? {
    let (before, after) = (pairing.old[members.old], pairing.new[members.new])
    func isGivenUp(_ attribute: Int) -> Bool {
      isPermitted(
        members, old: [before.attributes[attribute].name.name], new: after.markAttributes)
    }
    var conditions: [String] = []
    if let condition = before.tombstoneCondition, let mark = before.sync.tombstone,
      EndedMarks(members, pairing) == nil || !isGivenUp(mark.attribute)
    {
      conditions.append(condition)
    }
    if let condition = before.archiveCondition, let archive = before.sync.archive,
      keeps(archive, of: members) || !isGivenUp(archive.flag)
    {
      conditions.append(condition)
    }
    return conditions.isEmpty ? nil : conditions.joined(separator: " OR ")
  }

  /// Whether the flag still marks rows, possibly as soft-deleted ones.
  private func keeps(
    _ archive: EntitySync.Archive, of members: SchemaPairing.Members
  ) -> Bool {
    let after = pairing.new[members.new]
    func former(_ attribute: Int) -> Int? { members.attributes.oldPositions[attribute] }
    if let now = after.sync.archive, former(now.flag) == archive.flag { return true }
    guard let now = after.sync.tombstone, now.keepsRows else { return false }
    return [archive.flag, archive.date].contains(former(now.attribute))
  }
}

extension Entity {
  /// The attributes that mark rows which are kept.
  fileprivate var markAttributes: [String] {
    let tombstone = sync.tombstone.flatMap { $0.keepsRows ? $0.attribute : nil }
    let places = [tombstone, sync.archive?.flag, sync.archive?.date].compactMap { $0 }
    return places.map { attributes[$0].name.name }
  }

  /// SQL that is true for soft-deleted rows; `nil` if there are none.
  fileprivate var tombstoneCondition: String? { keptTombstone?.isPresent() }

  /// SQL that is true for archived rows; `nil` if there are none.
  fileprivate var archiveCondition: String? {
    sync.archive.flatMap { attributes[$0.flag].columns.first }
      .map { "\(columns[$0].name.quoted) IS 1" }
  }

  /// SQL that is true for soft-deleted and archived rows; `nil` if there are none.
  fileprivate var markCondition: String? {
    let conditions = [tombstoneCondition, archiveCondition].compactMap { $0 }
    return conditions.isEmpty ? nil : conditions.joined(separator: " OR ")
  }
}
