/// How far a call is that applies a payload: pass it to the call, and iterate over it meanwhile.
///
/// ```swift
/// let progress = SyncProgress()
/// async let report = store.sync(contentsOf: file, as: Task.self, progress: progress)
/// for await counts in progress { print(counts.rows) }
/// print(try await report)
/// ```
///
/// There are at most 20 elements a second; who is slower gets the newest. The last one has the counts at
/// the end of the payload, and the sequence ends with the call, whatever happens to it. It serves one
/// call and one loop.
public struct SyncProgress: AsyncSequence, Sendable {
  /// What has been done so far. Nothing of it is final before the call returns.
  public struct Counts: Hashable, Sendable {
    /// Rows of the payload's list that were read.
    public var rows = 0
    /// New rows of the applied entity.
    public var inserted = 0
    /// Rows of the applied entity that have changed.
    public var updated = 0
    /// Rows of the applied entity that stayed as they were.
    public var unchanged = 0
    /// Rows of the applied entity that are gone; missing rows go at the end.
    public var deleted = 0
    /// Rejected rows, nested ones included.
    public var rejected = 0
    /// Bytes of the payload that were read.
    public var bytes = 0
    /// Bytes that the payload has; `nil` for a sequence of chunks.
    public var totalBytes: Int?

    /// No rows.
    public init() {}
  }

  private let stream: AsyncStream<Counts>
  private let continuation: AsyncStream<Counts>.Continuation

  /// Progress of a call that has not begun.
  public init() {
    (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Begins the loop.
  public func makeAsyncIterator() -> AsyncStream<Counts>.Iterator {
    stream.makeAsyncIterator()
  }

  func send(_ counts: Counts) {
    continuation.yield(counts)
  }

  func finish() {
    continuation.finish()
  }
}

extension SyncProgress.Counts: CustomStringConvertible {
  /// The counts in one line, e.g. `120 rows, 2 rejected, 4096 of 10000 bytes`.
  public var description: String {
    let refused = rejected > 0 ? ", \(rejected) rejected" : ""
    let size = totalBytes.map { "\(bytes) of \($0) bytes" } ?? "\(bytes) bytes"
    return "\(rows == 1 ? "1 row" : "\(rows) rows")\(refused), \(size)"
  }
}
