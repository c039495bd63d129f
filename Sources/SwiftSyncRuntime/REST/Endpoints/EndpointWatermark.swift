/// The newest clock that an endpoint has sent, kept in `swiftsync_watermarks`.
///
/// Each path and each query has its own: what one project's tasks are known up to says nothing of another's.
struct EndpointWatermark: Sendable {
  /// By how many seconds a date goes back, so that rows of the same second as the newest known one are not skipped.
  private static let overlap = 1.0

  /// A watermark that is known.
  struct Value: Sendable {
    let clock: StoredValue
    /// As a query has it.
    let text: String
  }

  let entity: String
  /// The request without watermark and page.
  let source: String

  init(of entity: String, from request: EndpointRequest) {
    self.entity = entity
    source = "\(request.method.rawValue) \(request.path)\(request.queryText)"
  }

  /// The value to be sent; `nil` if everything is to be fetched.
  func value(_ schema: SchemaPlan, on connection: Connection) throws(SyncError) -> Value? {
    guard let plan = schema.entity(entity), let column = plan.clockColumn,
      let clock = try Watermarks(schema.metadata, on: connection).clock(of: plan, from: source)
    else { return nil }
    let start = clock.earlier(
      by: Self.overlap, of: plan.fields[column].type, in: plan.metadata.columns[column].storage)
    let output = ExportOutput()
    try output.append(start, column: column, of: plan)
    let json = String(decoding: output.data, as: UTF8.self)
    let text = json.hasPrefix("\"") ? String(json.dropFirst().dropLast()) : json
    return Value(clock: clock, text: text)
  }

  /// Notes that all rows are here that are newer than a value.
  ///
  /// - Parameters:
  ///   - newest: The clocks among them. Rows that wait for others are to come again.
  ///   - start: The value that was asked with. If the store has forgotten it meanwhile, everything is to be fetched.
  func raise(
    to newest: NewestClock, from start: StoredValue?, _ schema: SchemaPlan,
    on connection: Connection
  ) throws(SyncError) {
    guard let plan = schema.entity(entity) else { return }
    let watermarks = Watermarks(schema.metadata, on: connection)
    let known = try watermarks.clock(of: plan, from: source)
    guard start == nil || known != nil else { return }
    if let start, newest.plausible?.includes(start, of: plan) == false {
      // Nothing newer can have come; an older version of this library has let such clocks pass.
      return try watermarks.forget(plan, from: source)
    }
    if let newest = newest.watermark(of: plan) {
      try watermarks.raise(newest, of: plan, from: source)
    } else {
      try watermarks.confirm(of: plan, from: source)
    }
  }
}

extension SyncStore {
  func value(of watermark: EndpointWatermark) async throws(SyncError) -> EndpointWatermark.Value? {
    try await read { [metadata] (connection) throws(SyncError) in
      try watermark.value(SchemaPlan(metadata), on: connection)
    }
  }

  func raise(
    _ watermark: EndpointWatermark, to newest: NewestClock, from start: StoredValue?
  ) async throws(SyncError) {
    try await write(operation: "sync \(watermark.entity)") { (writer) throws(SyncError) in
      try writer.transaction { (_) throws(SyncError) in
        try watermark.raise(to: newest, from: start, writer.plan, on: writer.connection)
        return ((), .commit)
      }
    }
  }
}
