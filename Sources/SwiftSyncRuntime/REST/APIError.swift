/// Everything that can go wrong between an endpoint's method and its result.
public enum APIError: Error, Hashable, Sendable {
  /// The origin and the endpoint's path make no URL of HTTP, for the reason given.
  case invalidURL(String, reason: String)
  /// A header field that a request cannot carry, by its name, for the reason given.
  case invalidHeader(String, reason: String)
  /// A value in Swift that a request cannot carry, e.g. NaN; with where it stands.
  case unsendableValue(String, reason: String)
  /// There was no response: no connection, a timeout, an error of a middleware.
  case transportFailed(TransportFailure)
  /// The response's status is not one of 200 to 299.
  case status(ResponseSummary)
  /// The response is not JSON by its content type, e.g. the page of a proxy.
  case contentType(ResponseSummary)
  /// The response's body is not what the endpoint returns, for the reason given.
  case undecodableBody(ResponseSummary, reason: String)
  /// The body is JSON, and what the call needs of it is missing or of another kind. Nothing of it was used.
  case unexpectedShape(ResponseSummary, reason: String)
  /// The server has redirected the request to where it must not go. Nothing was sent there.
  case refusedRedirect(ResponseSummary, reason: String)
  /// The server has reached a limit of the client's `TransferLimits`.
  case limitExceeded(LimitExceeded)
  /// The store did not take the rows of a response that was as it should be.
  case store(SyncError)
  /// A page of rows came a second time, so that counting pages up would not end.
  case repeatedPage(Int)
  /// The task was cancelled.
  case cancelled
}

extension APIError: CustomStringConvertible {
  /// What happened; lower case, no full stop.
  public var description: String {
    switch self {
    case .invalidURL(let text, let reason): "'\(text)' makes no URL: \(reason)"
    case .invalidHeader(let name, let reason): "the header '\(name)' cannot be sent: \(reason)"
    case .unsendableValue(let place, let reason): "\(place) cannot be sent: \(reason)"
    case .transportFailed(let failure): "there was no response: \(failure)"
    case .status(let response): "the status is \(response.status), expected 200 to 299: \(response)"
    case .contentType(let response):
      "the content type is '\(response.headers["Content-Type"] ?? "")', expected JSON: \(response)"
    case .undecodableBody(let response, let reason):
      "the body cannot be read: \(reason): \(response)"
    case .unexpectedShape(let response, let reason):
      "the response does not have the form that the protocol asks for: \(reason): \(response)"
    case .refusedRedirect(let response, let reason):
      "the redirect with status \(response.status) was not followed: \(reason); give the client the "
        + "origin and path that the server redirects to"
    case .limitExceeded(let limit): limit.description
    case .store(let error): error.description
    case .repeatedPage(let page):
      "page \(page) is the same as the one before it; the server does not count pages"
    case .cancelled: "the task was cancelled"
    }
  }
}

/// Why there was no response to a request.
public struct TransportFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The error of the transport or of a middleware.
  public let cause: any Error

  /// A failure; clients make them, and tests of apps may.
  public init(_ cause: any Error) {
    self.cause = cause
  }

  /// The error in its own words, without what may be secret in URLs: user, password, and values of queries.
  public var description: String { URLRedaction.redacted(String(describing: cause)) }

  /// Whether both have a cause of the same words.
  public static func == (left: Self, right: Self) -> Bool {
    left.description == right.description
  }

  /// Feeds the words of the cause.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(description)
  }
}
