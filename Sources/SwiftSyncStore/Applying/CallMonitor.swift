import SwiftSyncValues

/// Connects a call that applies a payload with the waiting task: passes on the progress of the
/// call, and the cancellation of the task (A19).
final class CallMonitor {
  /// The number of rows between two checks, so that checking costs nothing in comparison.
  private static let stride = 64
  private static let interval = Duration.milliseconds(50)

  private let token: CancellationToken
  private let progress: ApplyReport.Progress?
  private let totalBytes: Int?
  /// Receives the clocks of the payload's rows.
  let newestClock: NewestClock?
  private var bytesBefore = 0
  private var bytes = 0
  private var latest = ContinuousClock.now

  init(
    _ token: CancellationToken, _ progress: ApplyReport.Progress?, totalBytes: Int?,
    newestClock: NewestClock? = nil
  ) {
    self.newestClock = newestClock
    self.token = token
    self.progress = progress
    self.totalBytes = totalBytes
  }

  /// Records that a row of the payload is applied.
  @inline(__always)
  func note(_ call: ApplyCall, _ window: PayloadWindow) throws(SyncError) {
    bytes = window.offset
    if call.state.topRows.count % Self.stride == 0 { try look(at: call) }
  }

  /// Records that one of several streams is read.
  func finishStream(_ window: PayloadWindow) {
    bytesBefore += window.offset
    bytes = 0
  }

  /// Records that all rows are read.
  func finishRows(_ call: ApplyCall) throws(SyncError) {
    try token.check()
    send(call)
  }

  private func look(at call: ApplyCall) throws(SyncError) {
    try token.check()
    guard progress != nil, ContinuousClock.now - latest > Self.interval else { return }
    send(call)
    latest = ContinuousClock.now
  }

  /// Sends the counts at the end of the call.
  func finish(_ call: ApplyCall) {
    send(call)
  }

  private func send(_ call: ApplyCall) {
    guard let progress else { return }
    var counts = ApplyReport.Progress.Counts()
    counts.rows = call.state.topRows.count
    for plan in call.call.targets {
      let done = call.state.tallies.counts(of: plan.index)
      counts.inserted += done.inserted
      counts.updated += done.updated
      counts.unchanged += done.unchanged
      counts.deleted += done.deleted
    }
    counts.rejected = call.state.rejections.count
    counts.bytes = bytesBefore + bytes
    counts.totalBytes = totalBytes
    progress.send(counts)
  }
}

/// A payload whose reading ends when the waiting task is cancelled.
final class CancellableStream: ByteStream {
  private let stream: any ByteStream
  private let token: CancellationToken

  init(_ stream: any ByteStream, _ token: CancellationToken) {
    self.stream = stream
    self.token = token
  }

  var file: String? { stream.file }
  var isVolatile: Bool { stream.isVolatile }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(SyncError) -> Int {
    try token.check()
    return try stream.read(into: buffer)
  }

  func position(of offset: Int) throws(SyncError) -> TextPosition? {
    try stream.position(of: offset)
  }
}
