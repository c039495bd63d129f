/// Bounds on what a server can make a client do.
///
/// ```swift
/// var limits = TransferLimits()
/// limits.responseBytes = 8 << 20
/// let api = TrackerAPI(APIClient(origin: "https://tracker.example", limits: limits))
/// ```
///
/// A call that reaches one of them throws `APIError.limitExceeded`, and a payload that is applied while it arrives
/// `SyncError.interruptedPayload` with a `LimitExceeded`.
public struct TransferLimits: Hashable, Sendable {
  /// Bytes of a response's body, counted after decompression; 256 MiB by default.
  public var responseBytes: Int64 = 256 << 20
  /// Bytes of a payload that is applied while it arrives; 16 GiB by default.
  public var streamedBytes: Int64 = 16 << 30
  /// Seconds in which `idleBytes` have to be transferred, over and over until the response is complete; 60 by default.
  public var idleTime = 60.0
  /// Bytes that have to be transferred in every `idleTime`; 1,024 by default. Bytes that are sent count as well.
  public var idleBytes: Int64 = 1024
  /// Seconds from the start of a request to the end of its response; 1,800 by default.
  public var responseTime = 1_800.0
  /// Redirects that one request follows; 10 by default.
  public var redirects = 10
  /// Requests of one call: the pages of an endpoint, or the requests of a push; 10,000 by default.
  public var requestsPerRun = 10_000
  /// Seconds after which a call that sends many requests sends no further one; 3,600 by default.
  public var runTime = 3_600.0

  /// The default limits.
  public init() {}
}

/// A limit of `TransferLimits` that a server has reached.
public struct LimitExceeded: Error, Hashable, Sendable {
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

  /// Which limit.
  public let limit: Limit
  /// The limits of the call.
  public let limits: TransferLimits

  /// An error for a limit; transports throw it.
  public init(_ limit: Limit, of limits: TransferLimits) {
    self.limit = limit
    self.limits = limits
  }

  /// Whether the same request may succeed at another time: the network may have been slow.
  var isTransient: Bool { limit == .idleTime || limit == .responseTime }
}

extension LimitExceeded: CustomStringConvertible {
  /// What happened and which limit to raise; lower case, no full stop.
  public var description: String {
    "\(words); if that is expected, raise TransferLimits.\(limit.rawValue)"
  }

  private var words: String {
    switch limit {
    case .responseBytes: "the response has more than \(limits.responseBytes) bytes"
    case .streamedBytes: "the payload has more than \(limits.streamedBytes) bytes"
    case .idleTime:
      "fewer than \(limits.idleBytes) bytes were transferred in \(limits.idleTime) seconds"
    case .responseTime: "the response did not finish within \(limits.responseTime) seconds"
    case .redirects: "the request was redirected more than \(limits.redirects) times"
    case .requestsPerRun: "the call sent \(limits.requestsPerRun) requests without finishing"
    case .runTime: "the call did not finish within \(limits.runTime) seconds"
    }
  }
}

/// Counts the requests of a call that sends many.
struct RunBudget: Sendable {
  private let limits: TransferLimits
  private let start = ContinuousClock.now
  private var requests = 0

  init(_ limits: TransferLimits) {
    self.limits = limits
  }

  /// Notes that a request is about to be sent.
  mutating func spend() throws(APIError) {
    requests += 1
    if requests > limits.requestsPerRun {
      throw .limitExceeded(LimitExceeded(.requestsPerRun, of: limits))
    }
    if ContinuousClock.now - start > .seconds(limits.runTime) {
      throw .limitExceeded(LimitExceeded(.runTime, of: limits))
    }
  }
}
