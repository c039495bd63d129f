/// The progress of a response's body. Pass it to a call, and iterate over it while the call runs.
///
/// ```swift
/// let progress = DownloadProgress()
/// async let photo = api.photo(id: 7, progress: progress)
/// for await counts in progress { print(counts.receivedBytes, counts.totalBytes ?? 0) }
/// print(try await photo)
/// ```
///
/// A slow loop receives only the newest counts. The sequence ends when the call returns or throws.
/// Use a progress for only one call and one loop. If middleware sends the request again, the counts
/// start over.
public struct DownloadProgress: AsyncSequence, Hashable, Sendable {
  /// The counts of a running call.
  public struct Counts: Hashable, Sendable {
    /// The number of bytes that were received.
    public var receivedBytes: Int64
    /// The size of the body in bytes; `nil` if the server does not state it, or if it compresses the
    /// body.
    public var totalBytes: Int64?

    /// Creates counts.
    public init(receivedBytes: Int64, totalBytes: Int64? = nil) {
      self.receivedBytes = receivedBytes
      self.totalBytes = totalBytes
    }

    /// The part of the body that was received, from 0 to 1; `nil` if its size is not known.
    public var fraction: Double? {
      totalBytes.map { $0 > 0 ? Swift.min(1, Double(receivedBytes) / Double($0)) : 1 }
    }
  }

  private let channel = ProgressChannel<Counts>()

  /// Creates the progress of one call.
  public init() {}

  /// Returns the iterator of the loop.
  public func makeAsyncIterator() -> AsyncStream<Counts>.Iterator {
    channel.stream.makeAsyncIterator()
  }

  /// Reports counts. Called by transports for responses with a status from 200 to 299. When the
  /// whole body has arrived, the client reports its size.
  public func report(_ counts: Counts) {
    channel.continuation.yield(counts)
  }

  /// Reports the size of a whole body.
  func report(_ response: HTTP.Response) {
    guard response.isSuccess else { return }
    let size = Int64(FileBody.size(response.body, response.bodyFile))
    report(Counts(receivedBytes: size, totalBytes: size))
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
