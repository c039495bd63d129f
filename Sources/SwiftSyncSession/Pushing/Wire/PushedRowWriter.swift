@_spi(Generated) public import SwiftSyncStore
import SwiftSyncValues

/// Writes the rows of pending changes of one entity as JSON. The rows must be stored.
final class PushedRowWriter {
  private let schema: SchemaPlan
  private let plan: EntityPlan
  private let connection: Connection
  private let output: ExportOutput
  /// The exports by the members that they write, and by whether these are all members of a row.
  private var exports: [Members: ExportRun] = [:]
  private var lookup: Statement?
  /// The exported attributes and references, by name.
  private let ownFields: Set<String>

  private struct Members: Hashable {
    let fields: QueuedFields
    let isWhole: Bool
    let omitted: Set<String>
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

  /// Writes the whole row, with the locally written lists. Other lists are left out, because they
  /// would undo changes made elsewhere.
  ///
  /// - Parameter omitted: References to leave out.
  /// - Returns: Whether the row is stored.
  func writeWhole(
    _ change: QueuedChange, besides omitted: Set<String> = []
  ) throws(SyncError) -> Bool {
    try write(change, export(change.fields, isWhole: true, besides: omitted))
  }

  /// Writes the identity and the locally written fields.
  ///
  /// - Returns: Whether the row is stored.
  func writeChanged(_ change: QueuedChange) throws(SyncError) -> Bool {
    try write(change, export(change.fields, isWhole: false))
  }

  /// Writes the identity and the tombstone, if the entity has one.
  func writeDeleted(_ change: QueuedChange) throws(SyncError) {
    let tombstone = plan.metadata.sync.tombstone.map { plan.metadata.attributes[$0] }
    let export = try export(QueuedFields(tombstone.map { [$0.name] } ?? []), isWhole: false)
    // A soft-deleted row contains its tombstone itself.
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

  /// A row with the columns of the table, from parameters.
  private var rowOfParameters: String {
    let parameters = plan.metadata.columns.indices.map { "?\($0 + 1)" }
    return "SELECT 0, \(parameters.joined(separator: ", "))"
  }

  /// The time of the deletion, in the form of the tombstone's column.
  private func time(of change: QueuedChange, in tombstone: AttributeMetadata) -> StoredValue {
    var text = change.changedAt
    let time = text.withUTF8 { DateText.microseconds(JSONSlice($0)) } ?? 0
    switch tombstone.type {
    case .date: return .date(time, in: plan.metadata.columns[tombstone.column].storage)
    case .bool, .int: return 1
    default: return .text(change.changedAt)
    }
  }

  private func export(
    _ fields: QueuedFields, isWhole: Bool, besides omitted: Set<String> = []
  ) throws(SyncError) -> ExportRun {
    let members = Members(fields: fields, isWhole: isWhole, omitted: omitted)
    if let known = exports[members] { return known }
    let names = isWhole ? ownFields.union(fields.names) : fields.names
    let plan = ExportPlan(
      schema, plan, ExportOptions(), members: names.subtracting(omitted))
    let export = try ExportRun(plan, on: connection, to: output)
    exports[members] = export
    return export
  }
}

/// A row by its entity's position in the schema and its identity.
struct PushedKey: Hashable, Sendable {
  let entity: Int
  let key: RowKey

  /// The identity as text, with its parts joined by `/`.
  var text: String { key.map(\.text).joined(separator: "/") }
}

/// A pending change that is being sent to an endpoint.
struct PushedChange: Hashable, Sendable {
  let entity: Int
  let change: QueuedChange
  /// The references of a new row that are sent in a later update, because they close a cycle of
  /// new rows.
  var postponed: Set<String> = []

  var key: PushedKey { PushedKey(entity: entity, key: change.key) }
}

/// An entity whose local changes are sent to a push endpoint.
@_spi(Generated)
public struct PushedEntity: Hashable, Sendable {
  /// The entity's name.
  public let name: String
  /// The key of the entity's rows in the `batch` protocol.
  public let key: String

  /// Creates an entity of an endpoint.
  ///
  /// - Parameters:
  ///   - entity: The type of the rows.
  ///   - key: The key of the rows in the `batch` protocol; by default the name of the table.
  public init<Entity: SyncedEntity>(_ entity: Entity.Type, key: String? = nil) {
    self.init(Entity.metadata, key: key)
  }

  /// Like `init(_:key:)`, for an entity that is known at run time.
  public init(_ metadata: EntityMetadata, key: String? = nil) {
    name = metadata.name
    self.key = key ?? metadata.table
  }
}
