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

  let entity: String
  /// The request without watermark and page.
  let source: String

  init(of entity: String, from request: EndpointRequest) {
    self.entity = entity
    source = request.source
  }

  /// The value to send; `nil` if all rows must be fetched.
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

  /// Records that all rows newer than the start value have been received.
  ///
  /// - Parameters:
  ///   - newest: The clocks of these rows. Rows that wait for others must be sent again.
  ///   - start: The value that was sent. If the store has since forgotten it, all rows must be
  ///     fetched.
  func raise(
    to newest: NewestClock, from start: StoredValue?, _ schema: SchemaPlan,
    on connection: Connection
  ) throws(SyncError) {
    guard let plan = schema.entity(entity) else { return }
    let overflow = try StoredRejections(on: connection).add(
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
  func value(of watermark: EndpointWatermark) async throws(SyncError) -> EndpointWatermark.Value? {
    try await readPlanned { (connection, schema) throws(SyncError) in
      try watermark.value(schema, on: connection)
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

extension PlausibleClocks {
  /// The clocks that are plausible: up to a day after the response's `Date` or, without one, the
  /// device's time.
  init(_ response: HTTPResponse) {
    let date = response.headers["Date"].flatMap { HTTPDate.seconds($0.trimmedFieldValue) }
    self.init(now: date.map(Double.init) ?? Date().timeIntervalSince1970)
  }
}
