extension ApplyReport {
  /// The progress of a call that applies a payload. Pass it to the call, and iterate over it while
  /// the call runs.
  ///
  /// ```swift
  /// let progress = Progress()
  /// async let report = store.apply(.file(url), as: Todo.self, progress: progress)
  /// for await counts in progress { print(counts.rows) }
  /// print(try await report)
  /// ```
  ///
  /// There are at most 20 elements per second. A slow loop receives only the newest one. The last
  /// element contains the final counts, and the sequence ends when the call returns or throws. Use a
  /// progress for only one call and one loop.
  public struct Progress: AsyncSequence, Sendable {
    /// The counts of a running call. They are final when the call returns.
    public struct Counts: Hashable, Sendable {
      /// The number of rows read from the payload.
      public var rows = 0
      /// The number of new rows of the applied entity.
      public var inserted = 0
      /// The number of changed rows of the applied entity.
      public var updated = 0
      /// The number of unchanged rows of the applied entity.
      public var unchanged = 0
      /// The number of deleted rows of the applied entity. Missing rows are deleted at the end.
      public var deleted = 0
      /// The number of rejected rows, including nested rows.
      public var rejected = 0
      /// The number of bytes read from the payload.
      public var bytes = 0
      /// The size of the payload in bytes; `nil` for a stream.
      public var totalBytes: Int?

      /// Creates counts of zero.
      public init() {}
    }

    private let stream: AsyncStream<Counts>
    private let continuation: AsyncStream<Counts>.Continuation

    /// Creates the progress of one call.
    public init() {
      (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Returns the iterator of the loop.
    public func makeAsyncIterator() -> AsyncStream<Counts>.Iterator {
      stream.makeAsyncIterator()
    }

    func send(_ counts: Counts) {
      continuation.yield(counts)
    }

    package func finish() {
      continuation.finish()
    }
  }
}

extension ApplyReport.Progress.Counts: CustomStringConvertible {
  /// The counts on one line, e.g. `120 rows, 2 rejected, 4096 of 10000 bytes`.
  public var description: String {
    let refused = rejected > 0 ? ", \(rejected) rejected" : ""
    let size = totalBytes.map { "\(bytes) of \($0) bytes" } ?? "\(bytes) bytes"
    return "\(rows == 1 ? "1 row" : "\(rows) rows")\(refused), \(size)"
  }
}
