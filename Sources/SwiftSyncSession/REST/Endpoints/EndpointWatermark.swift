import SwiftSyncFoundation
@_spi(Generated) import SwiftSyncStore

/// The newest clock that an endpoint has sent, stored in `swiftsync_watermarks`.
///
/// Each path, query and body has its own, since the watermark of one project's tasks does not apply
/// to another's.
struct EndpointWatermark: Sendable {
  /// The number of seconds by which a date is set back, so that rows of the same second as the
  /// newest known one are not skipped.
  private static let overlap = 1.0

  /// A known watermark.
  struct Value: Sendable {
    let clock: StoredValue
    /// The watermark as it appears in a query.
    let text: String
  }

  /// The start of a pull.
  struct Start: Sendable {
    /// The watermark to send; `nil` if all rows must be fetched.
    let value: Value?
    /// How often the entity's watermarks had been reset.
    fileprivate let resets: Int64
  }

  let entity: String
  /// The request without watermark and page.
  let source: String
  /// Whether rows that the store misses are fetched one by one.
  let fetchesRows: Bool

  init(of entity: String, from request: EndpointRequest, fetchesRows: Bool) {
    self.entity = entity
    source = request.source
    self.fetchesRows = fetchesRows
  }

  func start(_ schema: SchemaPlan, on connection: Connection) throws(SyncError) -> Start {
    guard let plan = schema.entity(entity) else { return Start(value: nil, resets: 0) }
    let resets = try Watermarks(schema.metadata, on: connection).resets(of: plan)
    return Start(value: try value(of: plan, schema, on: connection), resets: resets)
  }

  private func value(
    of plan: EntityPlan, _ schema: SchemaPlan, on connection: Connection
  ) throws(SyncError) -> Value? {
    guard let column = plan.clockColumn,
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

  /// Records that all rows newer than the start value have been received.
  ///
  /// - Parameters:
  ///   - newest: The clocks of these rows. Rows that wait for others must be sent again.
  ///   - start: The start of the pull. If the store has since forgotten its value, all rows must be
  ///     fetched.
  /// - Returns: Whether the store has all rows that the source has sent. Otherwise, all rows must
  ///   be fetched at once.
  func raise(
    to newest: NewestClock, from start: Start, _ schema: SchemaPlan, on connection: Connection
  ) throws(SyncError) -> Bool {
    guard let plan = schema.entity(entity) else { return true }
    if !fetchesRows {
      let refetched = try RefetchedRows(schema, on: connection).take(from: source)
      if refetched.contains(plan.index) { return false }
    }
    let resets = try Watermarks(schema.metadata, on: connection).resets(of: plan)
    if start.value == nil, resets != start.resets { return false }
    try raise(to: newest, from: start.value?.clock, plan, schema, on: connection)
    return true
  }

  private func raise(
    to newest: NewestClock, from start: StoredValue?, _ plan: EntityPlan, _ schema: SchemaPlan,
    on connection: Connection
  ) throws(SyncError) {
    let overflow = try UnreadableRows(on: connection).add(
      newest.rejected, of: plan, from: source, version: schema.metadata.version)
    for row in overflow { newest.hold(row.clock) }
    let watermarks = Watermarks(schema.metadata, on: connection)
    let known = try watermarks.clock(of: plan, from: source)
    guard start == nil || known != nil else { return }
    if let start, newest.plausible?.includes(start, of: plan) == false {
      // Nothing newer can have been sent. An older version of this library accepted such clocks.
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
  func start(of watermark: EndpointWatermark) async throws(SyncError) -> EndpointWatermark.Start {
    try await readPlanned { (connection, schema) throws(SyncError) in
      try watermark.start(schema, on: connection)
    }
  }

  func raise(
    _ watermark: EndpointWatermark, to newest: NewestClock, from start: EndpointWatermark.Start
  ) async throws(SyncError) -> Bool {
    try await write(operation: "sync \(watermark.entity)") { (writer) throws(SyncError) in
      try writer.transaction { (_) throws(SyncError) in
        let isRaised = try watermark.raise(
          to: newest, from: start, writer.plan, on: writer.connection)
        return (isRaised, .commit)
      }
    }
  }
}

extension PlausibleClocks {
  /// The clocks that are plausible: up to a day after the response's `Date` or, without one, the
  /// device's time.
  init(_ response: HTTP.Response) {
    let date = response.headers["Date"].flatMap { HTTPDate.seconds($0.trimmedFieldValue) }
    self.init(now: date.map(Double.init) ?? Date().timeIntervalSince1970)
  }
}
