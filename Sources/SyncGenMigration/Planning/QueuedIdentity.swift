import SyncGenSchema

/// The identity of an entity as the queue of local writes holds it, `json_array(…)` of several parts.
struct QueuedIdentity {
  let pairing: SchemaPairing
  let members: SchemaPairing.Members
  let table: TablePairing?

  private var before: Entity { pairing.old[members.old] }
  private var after: Entity { pairing.new[members.new] }

  /// Whether entries name rows in another way from now on.
  var needsConversion: Bool {
    guard let table else { return false }
    return table.new.primaryKey.count != table.old.primaryKey.count
      || zip(table.new.primaryKey, table.old.primaryKey).contains { new, old in
        table.sources[new].oldColumn != old || table.sources[new].expression != nil
      }
  }

  /// Entries of rows that are there take the identity that the row gets. Those of deleted rows are
  /// converted by themselves where that can be, and have lost what they name where it cannot.
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
        ?? source.oldColumn.map { table.old.columns[$0].name.quoted } ?? "NULL"
    }
    let ofDeleted: [MigrationOperation] =
      converted.map { [update("NOT \(isStored)", Self.queued($0))] }
      ?? [.deleteFromQueue(QueueSelection(entity: name, condition: "NOT \(isStored)"))]
    return ofDeleted + [update(isStored, "(\(selection(Self.queued(parts), table)))")]
  }

  /// Whether the identity of a deleted row is still known.
  var keepsDeletedRows: Bool { converted != nil }

  private func selection(_ value: String, _ table: TablePairing) -> String {
    let key = table.old.primaryKey.map {
      "\(table.old.name.quoted).\(table.old.columns[$0].name.quoted)"
    }
    return "SELECT \(value) FROM \(table.old.name.quoted) WHERE \(Self.queued(key)) = "
      + "swiftsync_changes.id"
  }

  /// The parts of the new identity as SQL over the old one; `nil` if it has not all of them.
  private var converted: [String]? {
    let parts = after.identity.parts.map { part -> String? in
      switch part {
      case .attribute(let index):
        guard let former = members.attributes.oldPositions[index],
          let place = before.identity.parts.firstIndex(of: .attribute(index: former))
        else { return nil }
        let old = oldPart(place)
        return expression(
          ValueConverter(pairing: pairing).conversion(
            from: before.attributes[former], to: after.attributes[index], column: old), old)
      case .reference(let index):
        guard let former = members.relations.oldPositions[index],
          let place = before.identity.parts.firstIndex(of: .reference(relation: former))
        else { return nil }
        let old = oldPart(place)
        return expression(
          ReferenceConverter(pairing: pairing).conversion(
            from: before.relations[former].target, to: after.relations[index].target, column: old,
            table: SQLIdentifier("swiftsync_changes")), old)
      }
    }
    return parts.contains(nil) ? nil : parts.compactMap { $0 }
  }

  private func oldPart(_ place: Int) -> String {
    before.identity.isComposite ? "json_extract(id, '$[\(place)]')" : "id"
  }

  /// A conversion that does not stand every value may have to look a row up that is gone.
  private func expression(_ conversion: ValueConversion, _ column: String) -> String? {
    conversion == .impossible || conversion.narrows ? nil : conversion.expression(column)
  }

  private static func queued(_ parts: [String]) -> String {
    parts.count == 1 ? parts[0] : "json_array(\(parts.joined(separator: ", ")))"
  }
}
