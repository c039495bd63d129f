/// Limits on what a server can make a client receive, wait for and follow.
///
/// ```swift
/// let limits = TransferLimits(responseBytes: 8 << 20, responseTime: .seconds(300))
/// let api = TrackerAPI(APIClient(baseURL: server, limits: limits))
/// ```
///
/// A call that reaches a limit throws `APIError.limitExceeded`, or, for a payload that is applied while it
/// arrives, `SyncError.interruptedPayload` with a `TransferLimits.Exceeded`.
public struct TransferLimits: Hashable, Sendable {
  /// The maximum size of a response's body in bytes, after decompression; 256 MiB by default.
  public var responseBytes: Int64
  /// The maximum size in bytes of a payload that is applied while it arrives; 16 GiB by default.
  public var streamedBytes: Int64
  /// The period in which at least `idleBytes` must be transferred, until the response is complete; 60 seconds by
  /// default.
  public var idleTime: Duration
  /// The number of bytes that must be transferred in every `idleTime`; 1,024 by default. Sent bytes count too.
  public var idleBytes: Int64
  /// The maximum time from the start of a request to the end of its response; half an hour by default.
  public var responseTime: Duration
  /// The maximum number of redirects that one request follows; 10 by default.
  public var redirects: Int
  /// The maximum number of requests of one call: the pages of an endpoint, or the requests of a
  /// push; 10,000 by default. An endpoint's `max-pages` raises it for that endpoint.
  public var requestsPerRun: Int
  /// The time after which a call sends no further request; an hour by default. A loop over pages has no such limit,
  /// because the app decides when it asks for the next page.
  public var runTime: Duration
  /// Whether an endpoint states `responseTime`.
  private(set) var isTimeStated = false

  /// Creates limits; those that are left out have their defaults.
  public init(
    responseBytes: Int64 = 256 << 20, streamedBytes: Int64 = 16 << 30,
    idleTime: Duration = .seconds(60), idleBytes: Int64 = 1024,
    responseTime: Duration = .seconds(1_800), redirects: Int = 10, requestsPerRun: Int = 10_000,
    runTime: Duration = .seconds(3_600)
  ) {
    self.responseBytes = responseBytes
    self.streamedBytes = streamedBytes
    self.idleTime = idleTime
    self.idleBytes = idleBytes
    self.responseTime = responseTime
    self.redirects = redirects
    self.requestsPerRun = requestsPerRun
    self.runTime = runTime
  }
}

extension TransferLimits {
  /// Returns the limits of an endpoint that states how long a response may take.
  ///
  /// The endpoint may transfer nothing for this time, because the server may need it.
  package func allowing(_ timeout: Duration?) -> TransferLimits {
    guard let timeout else { return self }
    var limits = self
    limits.responseTime = timeout
    limits.idleTime = max(idleTime, timeout)
    limits.isTimeStated = true
    return limits
  }
}

/// Compares the bytes of a transfer at the end of each `TransferLimits.idleTime`.
package struct IdleCheck {
  private let least: Int64
  private var before: Int64 = 0

  /// Creates a check of a transfer that begins.
  package init(_ limits: TransferLimits) {
    least = limits.idleBytes
  }

  /// - Parameter total: The bytes transferred since the beginning.
  /// - Returns: Whether fewer than `idleBytes` of them were transferred since the last call.
  package mutating func isTooSlow(_ total: Int64) -> Bool {
    defer { before = total }
    return total - before < least
  }
}

extension TransferLimits {
  /// A limit of `TransferLimits` that a server has reached.
  public struct Exceeded: Error, Equatable, Sendable {
    /// The members of `TransferLimits` that can be reached.
    public enum Limit: String, CaseIterable, Hashable, Sendable {
      /// See `TransferLimits.responseBytes`.
      case responseBytes
      /// See `TransferLimits.streamedBytes`.
      case streamedBytes
      /// See `TransferLimits.idleTime` and `TransferLimits.idleBytes`.
      case idleTime
      /// See `TransferLimits.responseTime`.
      case responseTime
      /// See `TransferLimits.redirects`.
      case redirects
      /// See `TransferLimits.requestsPerRun`.
      case requestsPerRun
      /// See `TransferLimits.runTime`.
      case runTime
    }

    /// The limit.
    public let limit: Limit
    /// The limits of the call.
    public let limits: TransferLimits

    /// Creates an error, for transports.
    public init(_ limit: Limit, of limits: TransferLimits) {
      self.limit = limit
      self.limits = limits
    }

    /// Whether the same request may succeed later, because the network may have been slow.
    package var isTransient: Bool { limit == .idleTime || limit == .responseTime }
  }
}

extension TransferLimits.Exceeded: CustomStringConvertible {
  /// A description that names the limit to raise, in lower case and without a full stop.
  public var description: String {
    "\(words); if that is expected, raise \(setting)"
  }

  private var setting: String {
    limit == .responseTime && limits.isTimeStated
      ? "'timeout' of the endpoint in the schema" : "TransferLimits.\(limit.rawValue)"
  }

  private var words: String {
    switch limit {
    case .responseBytes: "the response has more than \(limits.responseBytes) bytes"
    case .streamedBytes: "the payload has more than \(limits.streamedBytes) bytes"
    case .idleTime:
      "fewer than \(limits.idleBytes) bytes were transferred in \(limits.idleTime)"
    case .responseTime: "the response did not finish within \(limits.responseTime)"
    case .redirects: "the request was redirected more than \(limits.redirects) times"
    case .requestsPerRun: "the call sent \(limits.requestsPerRun) requests without finishing"
    case .runTime: "the call did not finish within \(limits.runTime)"
    }
  }
}
