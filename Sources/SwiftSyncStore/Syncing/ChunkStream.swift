import SwiftSyncFoundation
import SwiftSyncThreads
package import SwiftSyncValues

/// A payload that arrives in pieces: a task puts them in, and the writing thread takes them out.
///
/// At most `capacity` bytes and one piece are buffered. It can be read only once.
///
/// `@unchecked`: the condition's lock protects all mutable state except `position`, which only the
/// reader uses.
package final class ChunkStream: ByteStream, @unchecked Sendable {
  private enum End {
    /// The payload is complete.
    case complete
    case failed(SyncError)
    /// The reader has stopped.
    case abandoned
  }

  private static let capacity = 1 << 20

  package let file: String? = nil
  package let isVolatile = true
  private let condition = ThreadCondition()
  private var chunks: [Data] = []
  /// The number of buffered bytes in `chunks`.
  private var count = 0
  /// The number of bytes that were put in.
  private var received: Int64 = 0
  private var end: End?
  private var waitingTask: CheckedContinuation<Void, Never>?
  /// The chunk that is being read, and how much of it has been read.
  private var chunk = Data()
  private var position = 0

  /// Adds a piece, and waits until there is room for the next one.
  ///
  /// - Returns: Whether more pieces are wanted.
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

  /// The number of received bytes, and whether the reader has consumed all of them; `nil` at the
  /// end.
  var state: (received: Int64, isStarved: Bool)? {
    condition.withLock { end == nil ? (received, chunks.isEmpty) : nil }
  }

  /// Marks the payload as complete, or as interrupted by an error.
  func finish(_ error: SyncError? = nil) {
    close(error.map { .failed($0) } ?? .complete)
  }

  /// Marks the stream as no longer read.
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

  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(SyncError) -> Int {
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

  package func position(of offset: Int) -> TextPosition? { nil }
}
