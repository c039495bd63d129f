import SwiftSyncFoundation

/// A sequence of chunks that a payload is read from, regardless of its type.
struct ChunkFeed: Sendable {
  private let limits: TransferLimits
  private let fill: @Sendable (ChunkStream) async throws -> Void

  init<Chunks: AsyncSequence & Sendable>(
    _ chunks: Chunks, _ limits: TransferLimits
  ) where Chunks.Element: DataProtocol & Sendable {
    self.limits = limits
    fill = { try await Self.put(chunks, into: $0, limits) }
  }

  /// Reads the sequence in a separate task while `body` consumes its chunks.
  func run<Value: Sendable>(
    _ body: (SyncPayload) async throws(SyncError) -> Value
  ) async throws(SyncError) -> Value {
    let stream = ChunkStream()
    let feeder = CallGate.$feedsCall.withValue(true) {
      Task { [fill] in
        do {
          try await fill(stream)
          stream.finish()
        } catch {
          stream.finish(.interruptedPayload(SyncError.PayloadInterruption(error)))
        }
      }
    }
    let watch = Task { [limits] in await Self.watch(stream, limits) }
    defer {
      stream.abandon()
      feeder.cancel()
      watch.cancel()
    }
    return try await body(.chunks(stream))
  }

  private static func put<Chunks: AsyncSequence>(
    _ chunks: Chunks, into stream: ChunkStream, _ limits: TransferLimits
  ) async throws where Chunks.Element: DataProtocol {
    var total: Int64 = 0
    for try await chunk in chunks {
      total += Int64(chunk.count)
      guard total <= limits.streamedBytes else {
        throw TransferLimits.Exceeded(.streamedBytes, of: limits)
      }
      guard await stream.put(Data(chunk)) else { return }
    }
  }

  /// Interrupts a payload that arrives too slowly or takes too long, because the writing thread
  /// waits for it.
  private static func watch(_ stream: ChunkStream, _ limits: TransferLimits) async {
    let start = ContinuousClock.now
    var check = IdleCheck(limits)
    var wasStarved = true
    while let now = await state(of: stream, after: limits.idleTime) {
      // A reader that always had data to read has not waited for the sequence.
      let isSlow = check.isTooSlow(now.received) && wasStarved && now.isStarved
      let limit: TransferLimits.Exceeded.Limit? =
        isSlow ? .idleTime : ContinuousClock.now - start > limits.runTime ? .runTime : nil
      if let limit {
        let error = TransferLimits.Exceeded(limit, of: limits)
        return stream.finish(.interruptedPayload(SyncError.PayloadInterruption(error)))
      }
      wasStarved = now.isStarved
    }
  }

  /// `nil` at the end of the stream or of the task.
  private static func state(
    of stream: ChunkStream, after period: Duration
  ) async -> (received: Int64, isStarved: Bool)? {
    do {
      try await Task.sleep(for: period)
    } catch {
      return nil
    }
    return stream.state
  }
}

extension PayloadSource {
  /// Passes the payload to `body`, together with the chunks that a sequence yields while `body`
  /// runs.
  func read<Value: Sendable>(
    _ body: (SyncPayload) async throws(SyncError) -> Value
  ) async throws(SyncError) -> Value {
    if case .stream(let feed) = content { return try await feed.run(body) }
    return try await body(.source(self))
  }
}
