import SyncGenSchema

/// The entries of an entity that is recorded in both versions.
struct EntityQueue {
  let pairing: SchemaPairing
  let members: SchemaPairing.Members
  let table: TablePairing?

  var before: Entity { pairing.old[members.old] }
  var after: Entity { pairing.new[members.new] }
  private var oldName: String { before.name.name }
  var newName: String { after.name.name }

  /// The entity's name in the entries after `operations`.
  var nameAfterwards: String {
    identity.needsConversion ? QueueSelection.waiting(newName) : oldName
  }

  var operations: [MigrationOperation] {
    endedDeletions + (before.sync.isPushed && !after.sync.isPushed ? retirement : fields) + clock
      + identity.operations(from: oldName, to: nameAfterwards)
  }

  /// Rows that are dropped because their mark is given up are pushed as deleted, or not at all.
  private var endedDeletions: [MigrationOperation] {
    guard let kept = table?.condition,
      let isSoftDeleted = QueuedIdentity(pairing: pairing, members: members, table: table)
        .isStored(where: "NOT (\(kept.sql))")
    else { return [] }
    return [
      .deleteFromQueue(
        QueueSelection(entity: oldName, condition: "operation <> 'delete' AND \(isSoftDeleted)"))
    ]
  }

  // MARK: Fields

  private var fields: [MigrationOperation] {
    let (old, new) = (pairing.old.recordedNames(of: members.old), newFields)
    let renames = old.compactMap { field -> (old: String, new: String)? in
      guard let name = new[field.key], name != field.value else { return nil }
      return (field.value, name)
    }.sorted { $0.old < $1.old }
    let drops = old.filter { new[$0.key] == nil }.map(\.value).sorted()
    guard !renames.isEmpty || !drops.isEmpty else { return followed + losses }
    return followed + losses + emptied(by: drops)
      + [
        update(
          nil,
          ["fields", "sent_fields"].map { column in
            (column, Self.renaming(renames, in: Self.dropping(drops, from: column)))
          })
      ]
  }

  /// A local write to a part of a reference to a composite identity that gets other parts is a write
  /// to all of them. If the reference becomes null because its row is not stored, nothing is pushed.
  private var followed: [MigrationOperation] {
    let follower = CompositeFollower(pairing: pairing, members: members)
    let (old, new) = (
      pairing.old.recordedNames(of: members.old), pairing.new.recordedNames(of: members.new)
    )
    return members.relations.pairs.flatMap { pair -> [MigrationOperation] in
      guard let form = follower.form(ofRelation: pair.new),
        let from = before.relations[pair.old].reference,
        let to = after.relations[pair.new].reference
      else { return [] }
      let former = from.parts.compactMap { before.columns[$0].attribute }
        .compactMap { old[.attribute($0)] }
      let parts = to.parts.compactMap { after.columns[$0].attribute }
        .compactMap { new[.attribute($0)] }
      guard !former.isEmpty, !parts.isEmpty else { return [] }
      return lostReferences(from, form, former) + [update(nil, Self.replacing(former, by: parts))]
    }
  }

  /// Removes the parts of references that become null.
  private func lostReferences(
    _ reference: Relation.Reference, _ form: CompositeFollower.Form, _ names: [String]
  ) -> [MigrationOperation] {
    guard form.isLossy, let value = form.expressions.compactMap(\.self).first else { return [] }
    let set = reference.parts.map {
      "\(before.table.quoted).\(before.columns[$0].name.quoted) IS NOT NULL"
    }
    let isLost = QueuedIdentity(pairing: pairing, members: members, table: table)
      .isStored(where: "\(set.joined(separator: " AND ")) AND (\(value)) IS NULL")
    return names.flatMap { removal(of: $0, where: isLost ?? "0") }
  }

  /// Replaces all of some fields by others in entries that have one of them.
  private static func replacing(
    _ names: [String], by others: [String]
  ) -> [(String, String)] {
    let all = SQLText.string(others.map { $0 + "," }.joined())
    return ["fields", "sent_fields"].map { column in
      let isWritten = names.map { "instr(\(column), \(SQLText.string(",\($0),"))) > 0" }
      return (
        column,
        "CASE WHEN \(isWritten.joined(separator: " OR ")) "
          + "THEN \(dropping(names, from: column)) || \(all) ELSE \(column) END"
      )
    }
  }

  /// Removes a field from entries. An update of nothing else has nothing left to push.
  func removal(of field: String, where condition: String) -> [MigrationOperation] {
    let mark = SQLText.string(",\(field),")
    let only =
      "operation = 'update' AND sent_revision IS NULL AND fields = \(mark) AND \(condition)"
    return [
      after.sync.clock == nil
        ? .deleteFromQueue(QueueSelection(entity: oldName, condition: only))
        : update(only, [("operation", "'touch'")]),
      update(
        "(instr(fields, \(mark)) > 0 OR instr(sent_fields, \(mark)) > 0) AND \(condition)",
        ["fields", "sent_fields"].map { ($0, Self.dropping([field], from: $0)) }),
    ]
  }

  /// The recorded members of the new version with their former names.
  private var newFields: [Schema.Member: String] {
    var fields: [Schema.Member: String] = [:]
    for (member, name) in pairing.new.recordedNames(of: members.new) {
      switch member {
      case .attribute(let index):
        if let old = members.attributes.oldPositions[index],
          !isReset(after.attributes[index].columns)
        {
          fields[.attribute(old)] = name
        }
      case .relation(let index):
        if let old = members.relations.oldPositions[index], keepsMemberships(index),
          !isReset(after.relations[index].reference?.columns ?? [])
        {
          fields[.relation(old)] = name
        }
      }
    }
    return fields
  }

  /// Whether the step drops the old values of columns, for example because they have another type.
  /// The null or the default that replaces them is not a local write.
  private func isReset(_ columns: [Int]) -> Bool {
    guard let table, !columns.isEmpty else { return false }
    return columns.allSatisfy { table.sources[$0] == .fresh }
  }

  /// Whether the rows of a list's join table are kept; if not, there is nothing to push.
  private func keepsMemberships(_ index: Int) -> Bool {
    guard case .manyToMany(let new) = after.relations[index].kind,
      let former = members.relations.oldPositions[index],
      case .manyToMany(let old) = before.relations[former].kind,
      pairing.old.joinTables[old.joinTable].through == nil
    else { return true }
    let pairer = TablePairer(pairing: pairing)
    return pairing.new.joinTables[new.joinTable].through == nil
      ? pairer.transition(ofJoinTable: new.joinTable) != nil
      : pairer.takenTables.contains {
        $0.transition.new == new.joinTable && $0.obstacle == nil
      }
  }

  /// An update of dropped fields only has nothing left to push.
  private func emptied(by drops: [String]) -> [MigrationOperation] {
    guard !drops.isEmpty else { return [] }
    let condition =
      "operation = 'update' AND sent_revision IS NULL AND fields <> ',' AND "
      + "\(Self.dropping(drops, from: "fields")) = ','"
    return [
      after.sync.clock == nil
        ? .deleteFromQueue(QueueSelection(entity: oldName, condition: condition))
        : update(condition, [("operation", "'touch'")])
    ]
  }

  private static func dropping(_ names: [String], from column: String) -> String {
    names.reduce(column) { "replace(\($0), \(SQLText.string(",\($1),")), ',')" }
  }

  /// Fields that exchange their names are renamed through temporary ones.
  private static func renaming(_ names: [(old: String, new: String)], in list: String) -> String {
    let isFree = Set(names.map(\.old)).isDisjoint(with: names.map(\.new))
    let mark = isFree ? "" : "swiftsync_new_"
    let renamed = names.reduce(list) { text, name in
      let (old, new) = (SQLText.string(",\(name.old),"), SQLText.string(",\(mark)\(name.new),"))
      return "replace(\(text), \(old), \(new))"
    }
    return isFree ? renamed : "replace(\(renamed), ',\(mark)', ',')"
  }

  // MARK: Sync

  /// An entity that is no longer pushed: its entries only keep the server's clock.
  private var retirement: [MigrationOperation] {
    let nothing = ["sent_revision", "sent_operation", "sent_fields", "last_error"]
    return [
      .deleteFromQueue(QueueSelection(entity: oldName, condition: "operation = 'delete'")),
      update(
        nil,
        [("operation", "'touch'"), ("fields", "','")] + nothing.map { ($0, "NULL") }
          + [("attempts", "0"), ("is_quarantined", "0")]),
    ]
  }

  private var clock: [MigrationOperation] {
    guard let old = before.sync.clock else { return [] }
    if let new = after.sync.clock, members.attributes.oldPositions[new] == old {
      let conversion = ColumnConverter(pairing: pairing).conversion(
        from: before.attributes[old], to: after.attributes[new], column: "clock")
      switch conversion {
      case .none: return []
      case .sql(let expression, _): return [update(nil, [("clock", expression)])]
      case .impossible: break
      }
    }
    // The state of another clock does not concern this one, and an entry may have no other use.
    return [
      .deleteFromQueue(QueueSelection(entity: oldName, condition: "operation = 'touch'")),
      update(nil, [("clock", "NULL")]),
    ]
  }

  private func update(
    _ condition: String?, _ values: [(column: String, expression: String)]
  ) -> MigrationOperation {
    .updateQueue(
      QueueSelection(entity: oldName, condition: condition),
      values.map {
        MigrationOperation.Copy(column: SQLIdentifier($0.column), expression: $0.expression)
      })
  }

  private var identity: QueuedIdentity {
    QueuedIdentity(pairing: pairing, members: members, table: table)
  }
}

extension Schema {
  /// A member of an entity by its position.
  enum Member: Hashable {
    case attribute(Int)
    case relation(Int)

    init(_ member: RecordedMember) {
      switch member {
      case .attribute(let index): self = .attribute(index)
      case .reference(let index): self = .relation(index)
      }
    }
  }

  /// The names of an entity's recorded members in the queue's `fields`.
  func recordedNames(of id: EntityID) -> [Member: String] {
    var names: [Member: String] = [:]
    for member in self[id].recordedMembers {
      switch member {
      case .attribute(let index):
        names[.attribute(index)] = self[id].attributes[index].name.name
      case .reference(let index): names[.relation(index)] = self[id].relations[index].name.name
      }
    }
    for (index, relation) in self[id].relations.enumerated() {
      guard case .manyToMany(let membership) = relation.kind else { continue }
      let table = joinTables[membership.joinTable]
      let isRecorded = recordedSides(of: table).contains { side in
        (side == .left ? table.left : table.right).relation == relationID(id, index)
      }
      if isRecorded { names[.relation(index)] = relation.name.name }
    }
    return names
  }
}
