import SwiftSyncValues

/// The queue entries of one entity, whose rows get other identities.
struct QueuedIdentities {
  /// An entry of the queue.
  struct Entry {
    let sequence: Int64
    let operation: String
    /// The fields written since the entry was leased, or all written fields.
    let fields: Set<String>
    /// The operation of the entry when it was leased; `nil` if it is not being sent.
    let sentOperation: String?
    let sentFields: Set<String>
  }

  private let plan: EntityPlan
  private let connection: Connection

  init(_ plan: EntityPlan, on connection: Connection) {
    self.plan = plan
    self.connection = connection
  }

  func entry(of key: RowKey) throws(SyncError) -> Entry? {
    let query = try connection.statement(
      "SELECT sequence, operation, fields, sent_operation, sent_fields FROM swiftsync_changes "
        + "WHERE entity = ?1 AND id = \(TemporaryIDs.id(key))")
    defer { query.reset() }
    query.bind(1, plan.metadata.name)
    bind(key, from: 2, to: query)
    guard try query.step() else { return nil }
    func names(_ column: Int32) -> Set<String> {
      Set((query.text(column) ?? "").split(separator: ",").map(String.init))
    }
    return Entry(
      sequence: query.integer(0), operation: query.text(1) ?? "", fields: names(2),
      sentOperation: query.text(3), sentFields: names(4))
  }

  func drop(_ entry: Entry) throws(SyncError) {
    try run("DELETE FROM swiftsync_changes WHERE sequence = ?1", [.integer(entry.sequence)])
  }

  /// Moves an entry to the row with another identity, which may have its own entry.
  func move(_ entry: Entry, to key: RowKey) throws(SyncError) {
    guard let other = try self.entry(of: key) else { return try rename(entry, to: key) }
    if other.operation == "touch" {
      try run(
        "UPDATE swiftsync_changes SET clock = (SELECT clock FROM swiftsync_changes "
          + "WHERE sequence = ?2) WHERE sequence = ?1",
        [.integer(entry.sequence), .integer(other.sequence)])
      try drop(other)
      return try rename(entry, to: key)
    }
    if entry.operation != "touch" { try join(entry, to: other) }
    try drop(entry)
  }

  private func rename(_ entry: Entry, to key: RowKey) throws(SyncError) {
    let id = TemporaryIDs.id(key)
    try run(
      "UPDATE swiftsync_changes SET id = \(id) WHERE sequence = ?1",
      [.integer(entry.sequence)] + key)
  }

  /// Adds the unconfirmed changes of an entry to another one, as if they had been written there.
  private func join(_ entry: Entry, to other: Entry) throws(SyncError) {
    // The row was deleted here and inserted again with all its values.
    let isBack = other.operation == "delete"
    let fields = isBack ? plan.exportedFields : entry.unconfirmedFields(of: plan)
    guard !fields.isEmpty else { return }
    try run(
      "UPDATE swiftsync_changes SET operation = ?2, fields = ?3, revision = revision + 1, "
        + "changed_at = max(changed_at, (SELECT changed_at FROM swiftsync_changes "
        + "WHERE sequence = ?4)) WHERE sequence = ?1",
      [
        .integer(other.sequence), .text(isBack ? "update" : other.operation),
        .text(Self.list(fields.union(other.fields))), .integer(entry.sequence),
      ])
  }

  /// Changes the entry of a row that the server has created to an update.
  ///
  /// Changes that are being sent remain so, and changes that were never leased must still be sent.
  func noteCreated(_ key: RowKey) throws(SyncError) {
    guard let entry = try entry(of: key), entry.operation == "insert" else { return }
    let isSent = entry.sentOperation == "insert"
    let all = Self.list(plan.exportedFields.union(isSent ? entry.sentFields : entry.fields))
    try run(
      "UPDATE swiftsync_changes SET operation = 'update', fields = ?2, sent_operation = ?3, "
        + "sent_fields = ?4 WHERE sequence = ?1",
      [
        .integer(entry.sequence), .text(isSent ? Self.list(entry.fields) : all),
        isSent ? .text("update") : .null, isSent ? .text(all) : .null,
      ])
  }

  private static func list(_ names: Set<String>) -> String {
    names.isEmpty ? "," : ",\(names.compactlySorted().joined(separator: ",")),"
  }

  private func run(_ sql: String, _ values: [StoredValue]) throws(SyncError) {
    let statement = try connection.statement(sql)
    bind(values, from: 1, to: statement)
    try statement.run()
  }

  private func bind(_ values: [StoredValue], from first: Int, to statement: Statement) {
    for (index, value) in values.enumerated() { statement.bind(Int32(first + index), value) }
  }
}

extension QueuedIdentities.Entry {
  /// The fields that the server may not have yet.
  ///
  /// A new row that is being sent has arrived if the server gives it an identity.
  func unconfirmedFields(of plan: EntityPlan) -> Set<String> {
    switch operation {
    case "insert": sentOperation == "insert" ? fields : plan.exportedFields.union(fields)
    case "update": fields.union(sentFields)
    default: []
    }
  }
}

extension EntityPlan {
  /// The names of all attributes and to-one relationships that a push sends, except the identity.
  var exportedFields: Set<String> {
    let attributes = metadata.attributes.filter {
      $0.direction.isPushed && !identity.contains($0.column)
    }.map(\.name)
    let references = references.filter {
      !identity.contains($0.column) && $0.column < sql.storedCount
    }
    .map { metadata.relations[$0.relation] }.filter(\.direction.isPushed).map(\.name)
    return Set(attributes + references)
  }

  /// The columns of the table for some fields.
  func columns(of fields: Set<String>) -> [Int] {
    var columns: Set<Int> = []
    for attribute in metadata.attributes where fields.contains(attribute.name) {
      columns.formUnion(
        attribute.isAmount ? [attribute.column, attribute.column + 1] : [attribute.column])
    }
    for reference in references
    where fields.contains(metadata.relations[reference.relation].name) {
      columns.insert(reference.column)
      if let position = reference.positionColumn { columns.insert(position) }
    }
    return columns.filter { $0 < sql.storedCount && !identity.contains($0) }.compactlySorted()
  }
}
