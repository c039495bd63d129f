import SwiftSyncValues
import SyncGenSchema

/// The identity of an entity in the form of the queue of local writes and of waiting links;
/// `json_array(…)` if it is composite.
struct QueuedIdentity {
  let pairing: SchemaPairing
  let members: SchemaPairing.Members
  let table: TablePairing?
  /// The column with the old identity, and its table.
  var column = "id"
  var holder = "swiftsync_changes"
  /// A new relationship whose target's old identity another column contains, for links of that
  /// relationship.
  var linked: (relation: Int, column: String)?

  private var before: Entity { pairing.old[members.old] }
  private var after: Entity { pairing.new[members.new] }

  /// Whether entries identify rows differently in the new version.
  var needsConversion: Bool {
    guard let table else { return false }
    return table.new.primaryKey.count != table.old.primaryKey.count
      || zip(table.new.primaryKey, table.old.primaryKey).contains { new, old in
        table.sources[new].oldColumn != OldColumn(old) || table.sources[new].expression != nil
      }
  }

  /// Entries of stored rows get the new identity of the row. Entries of deleted rows are converted
  /// separately if possible, and otherwise have lost their row.
  func operations(from name: String, to newName: String) -> [MigrationOperation] {
    guard needsConversion, let table else { return [] }
    let isStored = "EXISTS (\(selection("1", table)))"
    let moved = MigrationOperation.Copy(
      column: SQLIdentifier("entity"), expression: SQLText.string(newName))
    func update(_ condition: String, _ id: String) -> MigrationOperation {
      .updateQueue(
        QueueSelection(entity: name, condition: condition),
        [moved, MigrationOperation.Copy(column: SQLIdentifier("id"), expression: id)])
    }
    let parts = table.new.primaryKey.map { position in
      let source = table.sources[position]
      return source.expression
        ?? source.oldColumn.map { table.old[$0].quoted } ?? "NULL"
    }
    return ofDeleted(name, isStored, update) + [
      update(isStored, "(\(selection(Self.queued(parts), table)))")
    ]
  }

  /// Entries whose identity has no new form are dropped.
  private func ofDeleted(
    _ name: String, _ isStored: String, _ update: (String, String) -> MigrationOperation
  ) -> [MigrationOperation] {
    func drop(_ condition: String) -> MigrationOperation {
      .deleteFromQueue(QueueSelection(entity: name, condition: condition))
    }
    guard let converted else { return [drop("NOT \(isStored)")] }
    let lost = converted.filter(\.mayBeNull).map { "(\($0.sql)) IS NULL" }
    let drops =
      lost.isEmpty ? [] : [drop("NOT \(isStored) AND (\(lost.joined(separator: " OR ")))")]
    return drops + [update("NOT \(isStored)", Self.queued(converted.map(\.sql)))]
  }

  /// Whether the identities of all deleted rows are still known.
  private var keepsDeletedRows: Bool { converted?.contains(where: \.mayBeNull) == false }

  /// Whether deletions that wait to be pushed may be lost with the identities of their rows.
  var losesDeletions: Bool {
    before.sync.isPushed && after.sync.isPushed && !keepsDeletedRows
  }

  /// Whether a stored row gets its identity from a random function, which the queue cannot repeat.
  var isRandom: Bool {
    after.identity.parts.contains { part in
      guard case .attribute(let index) = part else { return false }
      return members.identityBackfill(of: index, pairing).map { BackfillWords($0).isRandom }
        ?? false
    }
  }

  /// The SQL condition that an entry belongs to an old row that meets a condition.
  func isStored(where condition: String) -> String? {
    table.map { "EXISTS (\(selection("1", $0)) AND \(condition))" }
  }

  private func selection(_ value: String, _ table: TablePairing) -> String {
    "SELECT \(value) FROM \(table.old.name.quoted) WHERE \(isRow(of: table))"
  }

  /// The condition that an old row has the identity. It names the parts separately, because the
  /// table is indexed by them.
  private func isRow(of table: TablePairing) -> String {
    let names = table.old.key.map { "\(table.old.name.quoted).\($0.quoted)" }
    let id = "\(holder).\(column)"
    let parts = names.enumerated().map { place, name in
      "\(name) = " + (names.count == 1 ? id : "json_extract(\(id), '$[\(place)]')")
    }
    return parts.joined(separator: " AND ")
  }

  /// A part of the new identity as SQL over the old one.
  private struct Part {
    let sql: String
    let mayBeNull: Bool
  }

  /// All parts of the new identity; `nil` if the old one does not determine all of them.
  private var converted: [Part]? {
    let parts = after.identity.parts.map { part -> Part? in
      let (former, conversion) =
        switch part {
        case .attribute(let index): attribute(index)
        case .reference(let index): reference(index)
        }
      guard let former, conversion != .impossible else { return nil }
      return Part(sql: conversion.expression(former), mayBeNull: conversion.isLossy)
    }
    return parts.contains { $0 == nil } ? nil : parts.compactMap { $0 }
  }

  private func attribute(_ index: Int) -> (former: String?, ValueConversion) {
    if members.identityBackfill(of: index, pairing) != nil {
      // A `backfill` that depends only on the identity also applies to that of a deleted row.
      guard !before.identity.isComposite else { return (nil, .impossible) }
      let conversion = ReferenceConverter(pairing: pairing).conversion(
        from: members.old, to: members.new, column: column, table: SQLIdentifier(holder))
      return conversion.isLossy ? (nil, .impossible) : (column, conversion)
    }
    guard CompositeFollower(pairing: pairing, members: members).part(ofAttribute: index) == nil,
      let former = members.attributes.oldPositions[index],
      let place = before.identity.parts.firstIndex(of: .attribute(index: former))
    else { return (nil, .impossible) }
    let old = oldPart(place)
    return (
      old,
      ColumnConverter(pairing: pairing).conversion(
        from: before.attributes[former], to: after.attributes[index], column: old)
    )
  }

  private func reference(_ index: Int) -> (former: String?, ValueConversion) {
    guard let former = members.relations.oldPositions[index] else { return (nil, .impossible) }
    let place = before.identity.parts.firstIndex(of: .reference(relation: former))
    guard let old = place.map(oldPart) ?? (linked?.relation == index ? linked?.column : nil)
    else { return (nil, .impossible) }
    return (
      old,
      ReferenceConverter(pairing: pairing).conversion(
        from: before.relations[former].target, to: after.relations[index].target, column: old,
        table: SQLIdentifier(holder))
    )
  }

  private func oldPart(_ place: Int) -> String {
    before.identity.isComposite ? "json_extract(\(column), '$[\(place)]')" : column
  }

  private static func queued(_ parts: [String]) -> String {
    parts.count == 1 ? parts[0] : "json_array(\(parts.joined(separator: ", ")))"
  }
}

// MARK: Waiting links

extension QueuedIdentity {
  /// How the old identity is converted; `impossible` if it does not determine the new one.
  var conversion: ValueConversion {
    guard let converted else { return .impossible }
    let parts = converted.map(\.sql)
    if parts == before.identity.parts.indices.map(oldPart) { return .none }
    let lost = converted.filter(\.mayBeNull).map { "(\($0.sql)) IS NOT NULL" }
    let value = Self.queued(parts)
    return parts.count == 1 || lost.isEmpty
      ? .sql(value, isLossy: !lost.isEmpty)
      : .sql("CASE WHEN \(lost.joined(separator: " AND ")) THEN \(value) END", isLossy: true)
  }

  /// The identity of the stored row, which may be missing; `impossible` without a table.
  var lookup: ValueConversion {
    guard let table, !isRandom else { return .impossible }
    let parts = table.new.primaryKey.map(table.value)
    return .sql("(\(selection(Self.queued(parts), table)))", isLossy: true)
  }
}
