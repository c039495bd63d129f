import SwiftSyncValues
@_spi(Generated) import SwiftSyncREST

/// Writes the rows of queued changes of one entity as JSON; the rows must be there.
final class PushedRowWriter {
  private let schema: SchemaPlan
  private let plan: EntityPlan
  private let connection: Connection
  private let output: ExportOutput
  /// By the members that they write, and whether these are a whole row's.
  private var exports: [Members: ExportRun] = [:]
  private var lookup: Statement?
  /// Attributes and references that are exported, by their names.
  private let ownFields: Set<String>

  private struct Members: Hashable {
    let fields: QueuedFields
    let isWhole: Bool
  }

  init(
    _ schema: SchemaPlan, _ plan: EntityPlan, on connection: Connection, to output: ExportOutput
  ) {
    self.schema = schema
    self.plan = plan
    self.connection = connection
    self.output = output
    let references = Set(plan.references.map { plan.metadata.relations[$0.relation].name })
    ownFields = references.union(plan.metadata.attributes.map(\.name))
  }

  /// Writes the whole row, with the lists that were written here. Other lists are left out: they would undo what was
  /// done to them elsewhere.
  ///
  /// - Returns: Whether there is a row.
  func writeWhole(_ change: QueuedChange) throws(SyncError) -> Bool {
    try write(change, export(change.fields, isWhole: true))
  }

  /// Writes the identity and the fields that were written here.
  ///
  /// - Returns: Whether there is a row.
  func writeChanged(_ change: QueuedChange) throws(SyncError) -> Bool {
    try write(change, export(change.fields, isWhole: false))
  }

  /// Writes the identity and the tombstone, if the entity has one.
  func writeDeleted(_ change: QueuedChange) throws(SyncError) {
    let tombstone = plan.metadata.sync.tombstone.map { plan.metadata.attributes[$0] }
    let export = try export(QueuedFields(tombstone.map { [$0.name] } ?? []), isWhole: false)
    // A soft-deleted row has its tombstone itself.
    if plan.metadata.sync.keepsTombstones, try write(change, export) { return }
    let row = try connection.statement(rowOfParameters)
    defer { row.reset() }
    for (index, column) in plan.identity.enumerated() {
      row.bind(Int32(column + 1), change.key[index])
    }
    if let tombstone { row.bind(Int32(tombstone.column + 1), time(of: change, in: tombstone)) }
    guard try row.step() else { return }
    try export.writeTop(row)
  }

  /// Writes the stored row, and returns whether there is one.
  private func write(_ change: QueuedChange, _ export: ExportRun) throws(SyncError) -> Bool {
    let row = try keptLookup()
    defer { row.reset() }
    row.reset()
    row.bind(change.key)
    guard try row.step() else { return false }
    try export.writeTop(row)
    return true
  }

  private func keptLookup() throws(SyncError) -> Statement {
    if let lookup { return lookup }
    let prepared = try connection.statement(plan.sql.lookup)
    lookup = prepared
    return prepared
  }

  /// A row with the columns of the table.
  private var rowOfParameters: String {
    let parameters = plan.metadata.columns.indices.map { "?\($0 + 1)" }
    return "SELECT 0, \(parameters.joined(separator: ", "))"
  }

  /// When the row was deleted, as the tombstone's column stores it.
  private func time(of change: QueuedChange, in tombstone: AttributeMetadata) -> StoredValue {
    var text = change.changedAt
    let time = text.withUTF8 { DateText.microseconds(JSONSlice($0)) } ?? 0
    switch tombstone.type {
    case .date: return .date(time, in: plan.metadata.columns[tombstone.column].storage)
    case .bool, .int: return 1
    default: return .text(change.changedAt)
    }
  }

  private func export(_ fields: QueuedFields, isWhole: Bool) throws(SyncError) -> ExportRun {
    let members = Members(fields: fields, isWhole: isWhole)
    if let known = exports[members] { return known }
    let names = isWhole ? ownFields.union(fields.names) : fields.names
    let plan = ExportPlan(schema, plan, ExportOptions(), members: names)
    let export = try ExportRun(plan, on: connection, to: output)
    exports[members] = export
    return export
  }
}

/// A row by its entity's position in the schema and its identity.
struct PushedKey: Hashable, Sendable {
  let entity: Int
  let key: RowKey

  /// The identity as text, its parts joined by `/`.
  var text: String { key.map(\.text).joined(separator: "/") }
}

/// A queued change on its way to an endpoint.
struct PushedChange: Hashable, Sendable {
  let entity: Int
  let change: QueuedChange

  var key: PushedKey { PushedKey(entity: entity, key: change.key) }
}

/// An entity whose local changes are sent to a push endpoint.
public struct PushedEntity: Hashable, Sendable {
  /// The entity's name.
  public let name: String
  /// The key of its rows in the protocol `batch`.
  public let key: String

  /// Names an entity.
  ///
  /// - Parameters:
  ///   - entity: The type of the rows.
  ///   - key: The key of its rows in the protocol `batch`; by default the name of the table.
  public init<Entity: SyncedEntity>(_ entity: Entity.Type, key: String? = nil) {
    self.init(Entity.metadata, key: key)
  }

  /// As `init(_:key:)`, for an entity that is known at run time.
  @_spi(Generated)
  public init(_ metadata: EntityMetadata, key: String? = nil) {
    name = metadata.name
    self.key = key ?? metadata.table
  }
}
