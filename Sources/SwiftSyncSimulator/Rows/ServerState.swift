@_spi(Generated) import SwiftSyncRuntime
import SwiftSyncValues

/// The rows of the server, with the tombstones of deleted ones.
final class ServerState {
  let schema: SchemaPlan
  private let tables: ServerTables
  private var store: SyncStore { tables.store }
  private var rows: [Int: [ServerKey: ServerRow]] = [:]
  private var clock = ServerClock()
  /// The number of changes so far.
  private var sequence = 0
  /// The server's identity for a temporary one, by the position of the entity.
  private(set) var replaced: [Int: [StoredValue: StoredValue]] = [:]

  /// - Parameter load: Stores the first rows.
  init(
    _ metadata: SchemaMetadata, _ store: SyncStore, load: (SyncTransaction) throws -> Void
  ) throws {
    schema = SchemaPlan(metadata)
    tables = ServerTables(store: store, schema: schema)
    try tables.recordChanges()
    try store.transactionInPlace(load)
    try settle(keepsClocks: true)
  }

  var reader: RowJSONReader { RowJSONReader(schema: schema, replaced: replaced) }
  var writer: RowJSONWriter {
    RowJSONWriter(schema: schema) { identity, plan in
      self.row(identity, plan).map { !self.isDeleted($0, plan) } ?? true
    }
  }

  func row(_ identity: ServerKey, _ plan: EntityPlan) -> ServerRow? {
    rows[plan.index]?[identity]
  }

  /// The rows of an entity, including tombstones, in the order of their creation.
  func rows(_ plan: EntityPlan) -> [ServerRow] {
    (rows[plan.index] ?? [:]).values.sorted { $0.created < $1.created }
  }

  func plan(_ entity: String) throws -> EntityPlan {
    guard let plan = schema.entity(entity) else { throw NoAnswer("there is no entity \(entity)") }
    return plan
  }

  func identity(_ row: ServerRow, _ plan: EntityPlan) -> ServerKey {
    plan.identity.map { row.values[$0] }
  }

  /// The server's value for a temporary one in a column of an identity or a reference.
  func current(_ value: StoredValue, _ column: Int, of plan: EntityPlan) -> StoredValue {
    if let part = plan.temporaryPart, plan.identity[part] == column {
      return replaced[plan.index]?[value] ?? value
    }
    for relation in plan.metadata.relations {
      guard case .toOne(let reference) = relation.kind, reference.column == column,
        let target = schema.entity(relation.target), let new = replaced[target.index]?[value]
      else { continue }
      return new
    }
    return value
  }

  /// Whether a row is deleted, or soft-deleted.
  func isDeleted(_ row: ServerRow, _ plan: EntityPlan) -> Bool {
    row.isDeleted || plan.isMarked(row.values)
  }

  // MARK: - Writing

  /// Runs writes of another device in one transaction.
  func edit(_ body: (SyncTransaction) throws -> Void) throws {
    try store.transactionInPlace(body)
    try replaceTemporaryIDs()
    try settle()
  }

  /// Creates a row, with the identity that the server makes if a part of it is temporary or missing.
  ///
  /// - Throws: `Refusal` if the row is invalid.
  func create(_ stated: StatedRow, _ plan: EntityPlan) throws -> ServerRow {
    let (row, temporary) = try completed(stated, plan)
    if let refusal = row.refusal { throw refusal }
    let identity = plan.identity.compactMap { row.values[$0] }
    if let known = self.row(identity, plan), !known.isDeleted {
      // A device that deletes a row and inserts it again has a row, where the server has a
      // soft-deleted one.
      if isDeleted(known, plan) { return try update(identity, stated, restores: true, plan) }
      throw Refusal(
        409, "conflict", "there is already a \(plan.metadata.name) \(Self.text(identity))")
    }
    try refusing(plan) {
      try store.transactionInPlace { transaction in
        let settings = row.values.sorted { $0.key < $1.key }.map {
          RowWriter.Setting(column: $0.key, value: $0.value)
        }
        try transaction.call(for: plan.metadata.name).editor.insert(settings)
        try write(row.lists, identity, plan, in: transaction)
      }
    }
    if let temporary, let part = plan.temporaryPart {
      replaced[plan.index, default: [:]][temporary] = identity[part]
    }
    try settle()
    return try current(identity, plan)
  }

  /// Changes a row that is not deleted.
  func update(
    _ identity: ServerKey, _ stated: StatedRow, restores: Bool = false, _ plan: EntityPlan
  ) throws -> ServerRow {
    if let refusal = stated.refusal { throw refusal }
    var values = stated.values.filter { !plan.identity.contains($0.key) }
    if restores, let tombstone = plan.tombstoneColumn {
      values[tombstone] = plan.metadata.columns[tombstone].isRequired ? .integer(0) : .null
    }
    try refusing(plan) {
      try store.transactionInPlace { transaction in
        let settings = values.sorted { $0.key < $1.key }.map {
          RowWriter.Setting(column: $0.key, value: $0.value)
        }
        _ = try transaction.call(for: plan.metadata.name).editor.update(identity, settings, [])
        try write(stated.lists, identity, plan, in: transaction)
      }
    }
    try settle()
    return try current(identity, plan)
  }

  /// Deletes a row with what `on-delete` of the references to it says.
  ///
  /// - Returns: The tombstone, if the entity has one.
  func delete(_ identity: ServerKey, _ plan: EntityPlan) throws -> ServerRow? {
    try refusing(plan) {
      try store.transactionInPlace { transaction in
        _ = try transaction.call(for: plan.metadata.name).editor.deleteOrMark(identity)
      }
    }
    try settle()
    return row(identity, plan)
  }

  /// Puts a deleted row back with the values that it had.
  func restore(_ row: ServerRow, _ plan: EntityPlan) throws {
    var stated = StatedRow()
    for column in row.values.indices where !plan.metadata.columns[column].isVirtual {
      stated.values[column] = row.values[column]
    }
    if let tombstone = plan.tombstoneColumn {
      stated.values[tombstone] = plan.metadata.columns[tombstone].isRequired ? .integer(0) : .null
    }
    _ = try create(stated, plan)
  }

  private func write(
    _ lists: [Int: [ServerKey]], _ identity: ServerKey, _ plan: EntityPlan,
    in transaction: SyncTransaction
  ) throws {
    try transaction.settleEdits()
    for (index, list) in lists {
      try tables.write(list, of: plan.metadata.relations[index], identity, in: transaction)
    }
  }

  private func current(_ identity: ServerKey, _ plan: EntityPlan) throws -> ServerRow {
    guard let row = row(identity, plan) else {
      throw NoAnswer("\(plan.metadata.name) \(Self.text(identity)) was not stored")
    }
    return row
  }

  static func text(_ identity: ServerKey) -> String {
    identity.map(\.text).joined(separator: "/")
  }

  // MARK: - Values of new rows

  /// The row with everything that the server sets, and the temporary id that was sent.
  private func completed(
    _ stated: StatedRow, _ plan: EntityPlan
  ) throws -> (row: StatedRow, temporary: StoredValue?) {
    var row = stated
    var temporary: StoredValue?
    for attribute in plan.metadata.attributes {
      let column = attribute.column
      if attribute.generatedDefault == .temporary {
        let value = row.values[column]
        guard value == nil || value.map({ plan.isTemporary($0, in: column) }) == true else {
          continue
        }
        if plan.identity.contains(column) { temporary = value }
        row.values[column] = try clock.made(in: column, of: plan)
      } else if row.values[column] == nil {
        try complete(attribute, plan, in: &row)
      }
    }
    for relation in plan.metadata.relations {
      guard case .toOne(let reference) = relation.kind, !reference.isOptional,
        reference.parts.isEmpty, !plan.metadata.columns[reference.column].isVirtual,
        row.values[reference.column] == nil
      else { continue }
      let path = (relation.ids + relation.objects).first ?? relation.name
      if row.problems[path] == nil { row.problems[path] = ["is required"] }
    }
    return (row, temporary)
  }

  private func complete(
    _ attribute: AttributeMetadata, _ plan: EntityPlan, in row: inout StatedRow
  ) throws {
    let column = attribute.column
    if column == plan.clockColumn {
      row.values[column] = try clock.value(in: column, of: plan)
      return
    }
    switch attribute.generatedDefault {
    case .now: row.values[column] = clock.date(clock.time(), in: column, of: plan)
    case .newUUID: row.values[column] = try ServerClock.uuid(in: column, of: plan)
    case .temporary: break
    case nil:
      for (offset, value) in attribute.defaultValues.enumerated() {
        row.values[column + offset] = value
      }
      guard attribute.defaultValues.isEmpty, !attribute.isOptional else { return }
      try noteMissing(attribute, plan, in: &row)
    }
  }

  private func noteMissing(
    _ attribute: AttributeMetadata, _ plan: EntityPlan, in row: inout StatedRow
  ) throws {
    guard attribute.direction.isPushed else {
      throw NoAnswer(
        "a new \(plan.metadata.name) needs '\(attribute.name)', which only the server sets, and "
          + "the schema has no default for it")
    }
    let path = attribute.remote.first ?? attribute.name
    if row.problems[path] == nil { row.problems[path] = ["is required"] }
  }

  // MARK: - Changes

  /// Takes note of what has changed in the tables.
  ///
  /// - Parameter keepsClocks: Whether rows keep the clocks that they have.
  private func settle(keepsClocks: Bool = false) throws {
    try store.transactionInPlace { transaction in
      for change in try tables.takeChanges(transaction) {
        try settle(change, keepsClocks, in: transaction)
      }
      // The server's own clocks and tombstones.
      _ = try tables.takeChanges(transaction)
    }
  }

  private func settle(
    _ change: ServerTables.Change, _ keepsClocks: Bool, in transaction: SyncTransaction
  ) throws {
    let plan = schema.entities[change.entity]
    let known = row(change.identity, plan)
    guard let values = try tables.values(change.identity, plan, in: transaction) else {
      if let known, !known.isDeleted { try bury(known, change.identity, plan) }
      return
    }
    let lists = try tables.lists(change.identity, plan, in: transaction)
    if let known, !known.isDeleted, known.values == values, known.lists == lists { return }
    sequence += 1
    var row = ServerRow(
      values: values, lists: lists, created: known?.created ?? sequence, changed: sequence)
    try setMadeValues(of: &row, change.identity, plan, in: transaction)
    if plan.isMarked(values), !plan.metadata.sync.keepsTombstones {
      try tables.remove(change.identity, plan, in: transaction)
      return try bury(row, change.identity, plan)
    }
    if let column = plan.clockColumn {
      if keepsClocks, values[column] != .null {
        clock.note(values[column], in: column, of: plan)
      } else {
        row.values[column] = try clock.value(in: column, of: plan)
        try tables.set(column, to: row.values[column], change.identity, plan, in: transaction)
      }
    }
    rows[plan.index, default: [:]][change.identity] = row
  }

  /// Replaces temporary values of attributes besides the identity, which another device has made.
  private func setMadeValues(
    of row: inout ServerRow, _ identity: ServerKey, _ plan: EntityPlan,
    in transaction: SyncTransaction
  ) throws {
    for column in plan.identity { clock.note(row.values[column], in: column, of: plan) }
    for attribute in plan.metadata.attributes where attribute.generatedDefault == .temporary {
      let column = attribute.column
      guard !plan.identity.contains(column) else { continue }
      if plan.isTemporary(row.values[column], in: column) {
        row.values[column] = try clock.made(in: column, of: plan)
        try tables.set(column, to: row.values[column], identity, plan, in: transaction)
      }
      clock.note(row.values[column], in: column, of: plan)
    }
  }

  /// Replaces a row by its tombstone, if the entity has one.
  private func bury(_ row: ServerRow, _ identity: ServerKey, _ plan: EntityPlan) throws {
    guard let tombstone = plan.tombstoneColumn else {
      rows[plan.index]?[identity] = nil
      return
    }
    var row = row
    sequence += 1
    row.changed = sequence
    row.isDeleted = true
    row.lists = [:]
    if !plan.isMarked(row.values) {
      row.values[tombstone] = try clock.tombstone(in: tombstone, of: plan)
    }
    if let column = plan.clockColumn {
      row.values[column] = try clock.value(in: column, of: plan)
    }
    rows[plan.index, default: [:]][identity] = row
  }

  /// Gives rows that another device has created the server's identities.
  private func replaceTemporaryIDs() throws {
    try store.transactionInPlace { transaction in
      for plan in schema.entities {
        guard let part = plan.temporaryPart else { continue }
        let column = plan.identity[part]
        for identity in try tables.identities(plan, in: transaction)
        where plan.isTemporary(identity[part], in: column) {
          var new = identity
          new[part] = try clock.made(in: column, of: plan)
          let plan = try transaction.session().entity(plan.metadata.name)
          _ = try transaction.replaceTemporaryID(identity, with: new, of: plan)
        }
      }
    }
  }

  // MARK: - Errors

  /// Runs a write whose errors the server tells the device.
  private func refusing(_ plan: EntityPlan, _ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as SyncError {
      if let refusal = Refusal(error, plan) { throw refusal }
      throw error
    }
  }
}

extension EntityPlan {
  /// Whether a row has a tombstone.
  func isMarked(_ values: [StoredValue]) -> Bool {
    guard let column = tombstoneColumn else { return false }
    return values[column] != .null && values[column] != .integer(0)
  }
}
