import TestHelpers
import SyncGenSchema

/// Pending changes, and the expected entries in the next version.
struct QueueEntries {
  private struct Entry {
    let sequence: Int
    let entity: String
    let id: String
    var operation: String
    var fields: String
    let clock: String
    let isStored: Bool
    /// The quoted values of the row, by attribute and reference; empty if the row is not stored.
    let values: [String: String]
    /// The references whose rows are not stored.
    let dangling: Set<String>
  }

  /// An expected entry of the new version; `nil` for values that a change of types leaves open.
  private struct Expected {
    let entity: String
    let id: String?
    let operation: String
    let fields: String
    let clock: String?
    let isStored: Bool
  }

  private let first: RandomSchema
  private let second: RandomSchema
  private let entries: [Entry]

  init(
    from first: RandomSchema, to second: RandomSchema, old: Schema, _ database: Database
  ) throws {
    self.first = first
    self.second = second
    entries = try Self.read(database, old)
  }

  /// The differences from the expected entries.
  func differences(in database: Database, _ new: Schema) throws -> [String] {
    let found = Dictionary(
      uniqueKeysWithValues: try Self.read(database, new).map { ($0.sequence, $0) })
    var differences = found.keys.filter { sequence in
      !entries.contains { $0.sequence == sequence }
    }.map { "entry \($0) is new" }
    for entry in entries {
      let now = found[entry.sequence]
      guard let expected = expected(entry, now) else {
        if let now { differences.append("\(entry) is still there: \(now)") }
        continue
      }
      let isRight =
        now.map { now in
          now.entity == expected.entity && expected.id ?? now.id == now.id
            && now.operation == expected.operation && now.fields == expected.fields
            && expected.clock ?? now.clock == now.clock && now.isStored == expected.isStored
        } ?? false
      if !isRight {
        differences.append("\(entry): \(expected), not \(now.map { "\($0)" } ?? "gone")")
      }
    }
    return differences
  }

  // MARK: Expected entries

  private func expected(_ entry: Entry, _ now: Entry?) -> Expected? {
    guard let former = first.entities.first(where: { $0.name == entry.entity }),
      let entity = second.entity(former.key), entity.hasEntries
    else { return nil }
    let goes = isMarked(entry, former, entity)
    if goes, entry.operation != "delete" { return nil }
    var entry = entry
    if former.isPushed, !entity.isPushed {
      if entry.operation == "delete" { return nil }
      (entry.operation, entry.fields) = ("touch", ",")
    } else {
      let fields = fields(entry, now, former, entity)
      if entry.operation == "update", entry.fields != ",", fields == "," {
        if entity.clock == nil { return nil }
        entry.operation = "touch"
      }
      entry.fields = fields
    }
    let keepsClock = former.clock == nil || former.clock == entity.clock
    if entry.operation == "touch", !keepsClock { return nil }
    let keepsPart = entity.identityPart == nil || former.identityPart == entity.identityPart
    if !entry.isStored, !keepsPart { return nil }
    let isSameID = former.idType == entity.idType && former.identityPart == entity.identityPart
    return Expected(
      entity: entity.name, id: isSameID ? entry.id : nil, operation: entry.operation,
      fields: entry.fields, clock: clock(entry, former, entity, keepsClock),
      isStored: entry.isStored && !goes)
  }

  /// Whether a row is deleted because its tombstone is no longer kept: the deletion is pushed, or
  /// nothing.
  private func isMarked(
    _ entry: Entry, _ former: RandomSchema.Entity, _ entity: RandomSchema.Entity
  ) -> Bool {
    guard entry.isStored, let key = former.endedTombstone(in: entity),
      let mark = former.attributes.first(where: { $0.member.key == key })
    else { return false }
    return entry.values[mark.member.name, default: "NULL"] != "NULL"
  }

  private func clock(
    _ entry: Entry, _ former: RandomSchema.Entity, _ entity: RandomSchema.Entity, _ isKept: Bool
  ) -> String? {
    guard isKept else { return "NULL" }
    let storages = [former, entity].map { entity in
      entity.attributes.first { $0.member.key == former.clock }?.storage
    }
    return storages[0] == storages[1] ? entry.clock : nil
  }

  private func fields(
    _ entry: Entry, _ now: Entry?, _ former: RandomSchema.Entity, _ entity: RandomSchema.Entity
  ) -> String {
    let names = entry.fields.split(separator: ",").compactMap { name -> String? in
      let old = former.attributes.first { $0.member.name == name }
      guard let old else {
        let relation = former.relations.first { $0.member.name == name }
        let next = entity.relations.first { $0.member.key == relation?.member.key }
        guard let relation, let next, !isLost(relation, next, entry, now) else { return nil }
        return next.member.name
      }
      let new = entity.attributes.first { $0.member.key == old.member.key && entity.records($0) }
      return new.flatMap { isLost(old, $0, entry, now) ? nil : $0.member.name }
    }
    return "," + names.map { $0 + "," }.joined()
  }

  /// Whether the new type does not accept the value, which became null or the default without being
  /// written.
  private func isLost(
    _ old: RandomSchema.Attribute, _ new: RandomSchema.Attribute, _ entry: Entry, _ now: Entry?
  ) -> Bool {
    guard let before = entry.values[old.member.name] else { return false }
    let isNull = before == "NULL"
    // Only some types do not accept all values, and a null only gives way to the default of another
    // type; an entry that was removed shows no value.
    let mayNotFit = old.type != new.type || old.type == "Kind" && !isNull
    guard let after = now?.values[new.member.name] else { return mayNotFit && !isNull }
    if after == "NULL" { return !isNull }
    let isPushed = now?.fields.contains(",\(new.member.name),") == true
    return mayNotFit && after != before && !isPushed
  }

  /// Whether the step sets a reference to null, which nobody has written.
  private func isLost(
    _ old: RandomSchema.Relation, _ new: RandomSchema.Relation, _ entry: Entry, _ now: Entry?
  ) -> Bool {
    guard entry.values[old.member.name, default: "NULL"] != "NULL" else { return false }
    // An entry that was removed shows no value.
    guard let now else {
      return new.hasForeignKey && !old.hasForeignKey && entry.dangling.contains(old.member.name)
    }
    return now.values[new.member.name] == "NULL"
  }

  // MARK: Reading

  private static func read(_ database: Database, _ schema: Schema) throws -> [Entry] {
    try schema.entities.flatMap { try read(database, $0, in: schema) }
  }

  private static func read(
    _ database: Database, _ entity: Entity, in schema: Schema
  ) throws -> [Entry] {
    let key = entity.identity.columns.map { entity.columns[$0].name.quoted }
    let id = key.count == 1 ? key[0] : "json_array(\(key.joined(separator: ", ")))"
    func ofRow(_ expression: String) -> String {
      ", (SELECT \(expression) FROM \(entity.table.quoted) AS found "
        + "WHERE \(id) = swiftsync_changes.id)"
    }
    let references = entity.references
    let members =
      entity.attributes.map { ($0.name.name, $0.columns[0]) }
      + references.map { ($0.name, $0.column) }
    let values = members.map { ofRow("quote(\(entity.columns[$0.1].name.quoted))") }
    let dangling = references.map { reference in
      let target = schema[reference.target]
      let id = target.columns[target.identity.columns[0]].name.quoted
      return ofRow(
        "NOT EXISTS (SELECT 1 FROM \(target.table.quoted) AS target "
          + "WHERE target.\(id) = found.\(entity.columns[reference.column].name.quoted))")
    }
    return try database.rows(
      """
      SELECT sequence, entity, quote(swiftsync_changes.id), operation, fields, quote(clock),
        EXISTS (SELECT 1 FROM (SELECT \(id) AS row_id FROM \(entity.table.quoted))
          WHERE row_id = swiftsync_changes.id)\((values + dangling).joined())
      FROM swiftsync_changes WHERE entity = '\(entity.name.name)'
      """
    ).map { row in
      let found = zip(members, row.dropFirst(7)).compactMap { member, value in
        value.map { (member.0, $0) }
      }
      let missing = zip(references, row.dropFirst(7 + members.count)).filter { $0.1 == "1" }
      return Entry(
        sequence: Int(row[0] ?? "") ?? 0, entity: row[1] ?? "", id: row[2] ?? "",
        operation: row[3] ?? "", fields: row[4] ?? "", clock: row[5] ?? "", isStored: row[6] == "1",
        values: Dictionary(uniqueKeysWithValues: found),
        dangling: Set(missing.map(\.0.name)))
    }
  }
}

extension Entity {
  /// The references, each with its first column.
  fileprivate var references: [(name: String, column: Int, target: EntityID)] {
    var names: Set<String> = []
    return columns.indices.compactMap { column in
      guard case .reference(let index) = columns[column].source,
        names.insert(relations[index].name.name).inserted
      else { return nil }
      return (relations[index].name.name, column, relations[index].target)
    }
  }
}

extension RandomSchema.Entity {
  fileprivate func records(_ attribute: RandomSchema.Attribute) -> Bool {
    !attribute.isLocal && attribute.member.key != identityPart
  }
}
