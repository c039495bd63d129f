import SwiftSyncFoundation
@_spi(Generated) import SwiftSyncStore
import SwiftSyncValues

/// The rows of a request, written one by one in the order in which they are leased.
///
/// In the `batch` protocol, they are grouped by entity afterwards, so that a request can end after
/// any row.
final class PushedRows {
  /// The position of a row, or of an operation, in the output.
  struct Row {
    let change: PushedChange
    fileprivate let bytes: Range<Int>
  }

  private let endpoint: PushEndpoint
  private let schema: SchemaPlan
  private let connection: Connection
  private let output = ExportOutput()
  /// The writers by entity.
  private var writers: [Int: PushedRowWriter] = [:]
  private(set) var rows: [Row] = []
  /// Changes that the protocol cannot push, with the reasons.
  private(set) var refused: [PushedChange: ProblemReason] = [:]

  init(_ endpoint: PushEndpoint, _ schema: SchemaPlan, on connection: Connection) {
    self.endpoint = endpoint
    self.schema = schema
    self.connection = connection
  }

  var byteCount: Int { output.count }

  /// Writes the row or operation that pushes a change.
  ///
  /// - Returns: Whether there is a row to send. A deletion does not need one.
  func write(_ pushed: PushedChange) throws(SyncError) -> Bool {
    let plan = schema.entities[pushed.entity]
    guard
      endpoint.wireProtocol == .operations || pushed.change.operation != .delete
        || plan.tombstoneColumn != nil
    else {
      refused[pushed] = ProblemReason(
        "'\(plan.metadata.name)' has no tombstone, so a deletion cannot be pushed")
      return true
    }
    let start = output.count
    guard try append(pushed, of: plan, writer(of: plan)) else {
      output.clear(from: start)
      return false
    }
    rows.append(Row(change: pushed, bytes: start..<output.count))
    return true
  }

  /// Appends some of the rows, separated by commas.
  func append(_ rows: [Row], to other: ExportOutput) {
    for (index, row) in rows.enumerated() {
      if index > 0 { other.append(literal: ",") }
      other.append(output, row.bytes)
    }
  }

  private func writer(of plan: EntityPlan) -> PushedRowWriter {
    if let known = writers[plan.index] { return known }
    let writer = PushedRowWriter(schema, plan, on: connection, to: output)
    writers[plan.index] = writer
    return writer
  }

  private func append(
    _ pushed: PushedChange, of plan: EntityPlan, _ writer: PushedRowWriter
  ) throws(SyncError) -> Bool {
    switch endpoint.wireProtocol {
    case .batch, .rest: return try append(pushed, writer, isWhole: endpoint.rows == .whole)
    case .operations:
      try appendHead(of: pushed.change, plan)
      guard try append(pushed, writer, isWhole: false) else { return false }
      output.append(literal: "}")
      return true
    }
  }

  private func append(
    _ pushed: PushedChange, _ writer: PushedRowWriter, isWhole: Bool
  ) throws(SyncError) -> Bool {
    let change = pushed.change
    switch change.operation {
    case .insert: return try writer.writeWhole(change, besides: pushed.postponed)
    case .update where isWhole: return try writer.writeWhole(change)
    case .update: return try writer.writeChanged(change)
    case .delete:
      try writer.writeDeleted(change)
      return true
    }
  }

  // MARK: - Operations

  /// Appends an operation up to its data.
  private func appendHead(of change: QueuedChange, _ plan: EntityPlan) throws(SyncError) {
    let isDeletion = change.operation == .delete
    output.append(literal: isDeletion ? #"{"operation":"delete""# : #"{"operation":"upsert""#)
    output.append(literal: #","type":"#)
    output.append(text: plan.metadata.remoteName)
    output.append(literal: #","id":"#)
    try appendIdentity(of: change, plan)
    if let clock = plan.clockColumn {
      output.append(literal: #","updatedAt":"#)
      try output.append(base(of: change, plan), column: clock, of: plan)
    }
    output.append(literal: #","data":"#)
  }

  private func appendIdentity(of change: QueuedChange, _ plan: EntityPlan) throws(SyncError) {
    guard plan.identity.count == 1 else {
      return output.append(text: change.key.map(\.text).joined(separator: "/"))
    }
    try output.append(change.key[0], column: plan.identity[0], of: plan)
  }

  /// The clock of the server's row that a change is based on, so that the clocks of devices decide
  /// nothing; otherwise the clock of the stored row.
  ///
  /// A new row that may have arrived has none: it was not based on a row of the server, so if there
  /// is one by now, that row is newer, whatever the device's clock shows, and contains what others
  /// have done to it.
  private func base(of change: QueuedChange, _ plan: EntityPlan) throws(SyncError) -> StoredValue {
    if change.operation == .insert, change.isRepeated { return .null }
    guard change.clock == .null, let clock = plan.clockColumn else { return change.clock }
    let query = try connection.statement(plan.sql.lookup)
    defer { query.reset() }
    query.reset()
    query.bind(change.key)
    return try query.step() ? query.value(Int32(clock + 1)).stored : .null
  }
}

extension ExportOutput {
  /// Appends a stored value in its exported form.
  func append(
    _ value: StoredValue, column: Int, of plan: EntityPlan
  ) throws(SyncError) {
    var text: [UInt8] = []
    let type = plan.fields[column].type
    guard value.withBound({ JSONText.append($0, of: type, form: .export(dates: nil), to: &text) })
    else {
      throw .invalidStoredValue(
        entity: plan.metadata.name, column: plan.metadata.columns[column].name,
        expected: plan.fields[column].expectation, found: value.text)
    }
    append(text)
  }

  func append(key: String) {
    append(text: key)
    append(literal: ":")
  }

  func append(text: String) {
    var bytes: [UInt8] = []
    JSONText.append(string: text, to: &bytes)
    append(bytes)
  }
}
