extension UploadFile {
  /// The progress of a request's body. Pass it to a call, and iterate over it while the call runs.
  ///
  /// ```swift
  /// let progress = Progress()
  /// async let photo = api.addPhoto(title: "Lake", photo: UploadFile(url), progress: progress)
  /// for await counts in progress { print(counts.sentBytes, counts.totalBytes) }
  /// print(try await photo)
  /// ```
  ///
  /// A slow loop receives only the newest counts. The sequence ends when the call returns or throws.
  /// Use a progress for only one call and one loop. If middleware sends the request again, the counts
  /// start over.
  public struct Progress: AsyncSequence, Hashable, Sendable {
    /// The counts of a running call.
    public struct Counts: Hashable, Sendable {
      /// The number of bytes that were sent.
      public var sentBytes: Int64
      /// The size of the body in bytes.
      public var totalBytes: Int64

      /// Creates counts.
      public init(sentBytes: Int64, totalBytes: Int64) {
        self.sentBytes = sentBytes
        self.totalBytes = totalBytes
      }
    }

    private let channel = ProgressChannel<Counts>()

    /// Creates the progress of one call.
    public init() {}

    /// Returns the iterator of the loop.
    public func makeAsyncIterator() -> AsyncStream<Counts>.Iterator {
      channel.stream.makeAsyncIterator()
    }

    /// Reports counts. Called by transports.
    public func report(_ counts: Counts) {
      channel.continuation.yield(counts)
    }

    func finish() {
      channel.continuation.finish()
    }

    /// Returns whether both are the progress of the same call.
    public static func == (left: Self, right: Self) -> Bool { left.channel === right.channel }

    /// Hashes the identity of the progress.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(ObjectIdentifier(channel))
    }
  }
}
