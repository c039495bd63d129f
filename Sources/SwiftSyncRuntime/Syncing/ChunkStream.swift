import SwiftSyncFoundation
import SwiftSyncThreads
import SwiftSyncValues
@_spi(Generated) import SwiftSyncREST

/// A payload that arrives in pieces: a task puts them in, the writing thread takes them out.
///
/// Between the two lie at most `capacity` bytes and one piece. It cannot be read again.
///
/// `@unchecked`: what is mutable is touched under the condition's lock only, except for `position`,
/// which is the reader's.
final class ChunkStream: ByteStream, @unchecked Sendable {
  private enum End {
    /// The payload is complete.
    case complete
    case failed(SyncError)
    /// No one reads any more.
    case abandoned
  }

  private static let capacity = 1 << 20

  let file: String? = nil
  let isVolatile = true
  private let condition = ThreadCondition()
  private var chunks: [Data] = []
  /// Bytes that wait in `chunks`.
  private var count = 0
  /// Bytes that were put in.
  private var received: Int64 = 0
  private var end: End?
  private var waitingTask: CheckedContinuation<Void, Never>?
  /// The chunk that is being read and how much of it was.
  private var chunk = Data()
  private var position = 0

  /// Adds a piece, and waits until there is room for the next one.
  ///
  /// - Returns: Whether more is wanted.
  func put(_ data: Data) async -> Bool {
    condition.withLock {
      chunks.append(data)
      count += data.count
      received += Int64(data.count)
      condition.broadcast()
    }
    await withCheckedContinuation { continuation in
      let hasRoom = condition.withLock {
        guard count > Self.capacity, end == nil else { return true }
        waitingTask = continuation
        return false
      }
      if hasRoom { continuation.resume() }
    }
    return condition.withLock { end == nil }
  }

  /// How many bytes have arrived, and whether the reader has taken all of them; `nil` at the end.
  var state: (received: Int64, isStarved: Bool)? {
    condition.withLock { end == nil ? (received, chunks.isEmpty) : nil }
  }

  /// Says that the payload is complete, or what has broken it off.
  func finish(_ error: SyncError? = nil) {
    close(error.map { .failed($0) } ?? .complete)
  }

  /// Says that no one reads any more.
  func abandon() {
    close(.abandoned)
  }

  private func close(_ end: End) {
    let task = condition.withLock {
      if self.end == nil { self.end = end }
      condition.broadcast()
      defer { waitingTask = nil }
      return waitingTask
    }
    task?.resume()
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(SyncError) -> Int {
    while position == chunk.count {
      guard let next = try next() else { return 0 }
      chunk = next
      position = 0
    }
    let count = min(buffer.count, chunk.count - position)
    let first = chunk.startIndex + position
    chunk.copyBytes(to: buffer, from: first..<first + count)
    position += count
    return count
  }

  /// Waits for the next piece; `nil` after the last one.
  private func next() throws(SyncError) -> Data? {
    let (result, task) = take()
    task?.resume()
    return try result.get()
  }

  private func take() -> (Result<Data?, SyncError>, CheckedContinuation<Void, Never>?) {
    condition.withLock {
      while chunks.isEmpty, end == nil { condition.wait() }
      if case .failed(let error) = end { return (.failure(error), nil) }
      guard !chunks.isEmpty else { return (.success(nil), nil) }
      let data = chunks.removeFirst()
      count -= data.count
      guard count <= Self.capacity else { return (.success(data), nil) }
      defer { waitingTask = nil }
      return (.success(data), waitingTask)
    }
  }

  func position(of offset: Int) -> TextPosition? { nil }
}
