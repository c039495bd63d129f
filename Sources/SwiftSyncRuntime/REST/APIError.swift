public import SwiftSyncFoundation
import SwiftSyncValues

/// An error of a request to a backend, or of storing its response.
public enum APIError: Error, Equatable, Sendable {
  /// The origin and the path do not form a valid HTTP URL.
  case invalidURL(String, reason: String)
  /// A header field, by its name, is not valid in a request.
  case invalidHeader(String, reason: String)
  /// A value cannot be written as JSON or into a URL, e.g. NaN. The first value says where it is.
  case unsendableValue(String, reason: String)
  /// The request failed without a response, e.g. by a lost connection, a timeout or an error of middleware.
  case transportFailed(TransportFailure)
  /// The response's status is not between 200 and 299.
  case status(ResponseSummary)
  /// The response's content type is not JSON, e.g. because it comes from a proxy.
  case contentType(ResponseSummary)
  /// The response's body cannot be decoded as what the endpoint returns.
  case undecodableBody(ResponseSummary, reason: String)
  /// The body is JSON, but a value that the call needs is missing or has another type. The response was discarded.
  case unexpectedShape(ResponseSummary, reason: String)
  /// The server redirected the request to a URL that it must not be sent to.
  case refusedRedirect(ResponseSummary, reason: String)
  /// The response exceeds one of the client's `TransferLimits`.
  case limitExceeded(LimitExceeded)
  /// The store threw an error when it applied a valid response.
  case store(SyncError)
  /// The server returned the same page twice, so it ignores the page number.
  case repeatedPage(Int)
  /// The task was cancelled.
  case cancelled
}

extension APIError: CustomStringConvertible {
  /// A description for logs, in lower case and without a full stop.
  public var description: String {
    switch self {
    case .invalidURL(let text, let reason): "'\(text)' is not a valid URL: \(reason)"
    case .invalidHeader(let name, let reason): "the header '\(name)' cannot be sent: \(reason)"
    case .unsendableValue(let place, let reason): "\(place) cannot be sent: \(reason)"
    case .transportFailed(let failure): "the request failed without a response: \(failure)"
    case .status(let response): "the status is \(response.status), expected 200 to 299: \(response)"
    case .contentType(let response):
      "the content type is '\(response.headers["Content-Type"] ?? "")', expected JSON: \(response)"
    case .undecodableBody(let response, let reason):
      "the body cannot be read: \(reason): \(response)"
    case .unexpectedShape(let response, let reason):
      "the response does not match the protocol: \(reason): \(response)"
    case .refusedRedirect(let response, let reason):
      "the redirect with status \(response.status) was not followed: \(reason); configure the client with the "
        + "origin and path that the server redirects to"
    case .limitExceeded(let limit): limit.description
    case .store(let error): error.description
    case .repeatedPage(let page):
      "page \(page) is identical to the previous page; the server ignores the page parameter"
    case .cancelled: "the task was cancelled"
    }
  }
}

/// Why a request failed without a response.
public struct TransportFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// The error of the transport or of a middleware.
  public let cause: any Error

  /// Creates a failure, for tests.
  public init(_ cause: any Error) {
    self.cause = cause
  }

  /// The description of the cause, with users, passwords and query values removed from URLs.
  public var description: String { URLRedaction.redacted(String(describing: cause)) }

  /// Returns whether the descriptions of both causes are equal.
  public static func == (left: Self, right: Self) -> Bool {
    left.description == right.description
  }
}

extension APIError: LocalizedError {
  /// A sentence that describes the error for users. It does not contain the response's body.
  public var errorDescription: String? {
    switch self {
    case .transportFailed(let failure):
      "The server did not respond: \(failure.errorDescription ?? "")"
    case .status(let response): "The server responded with status \(response.status)."
    case .contentType(let response):
      "The server responded with '\(response.headers["Content-Type"] ?? "")' instead of JSON."
    case .undecodableBody(_, let reason):
      ErrorText.sentence("the server's response cannot be read: \(reason)")
    case .unexpectedShape(_, let reason):
      ErrorText.sentence("the server's response cannot be used: \(reason)")
    case .refusedRedirect(_, let reason):
      ErrorText.sentence("the server's redirect was not followed: \(reason)")
    case .store(let error): error.errorDescription
    case .invalidURL, .invalidHeader, .unsendableValue, .limitExceeded, .repeatedPage, .cancelled:
      ErrorText.sentence(description)
    }
  }

  /// A sentence that says how to recover, or `nil` if that is not known.
  public var recoverySuggestion: String? {
    switch self {
    case .transportFailed, .contentType: "Check the connection and try again."
    case .status(let response) where [401, 403].contains(response.status): "Sign in again."
    case .status where isTransient: "Try again later."
    case .store(let error): error.recoverySuggestion
    case .status, .undecodableBody, .unexpectedShape, .refusedRedirect, .limitExceeded, .invalidURL,
      .invalidHeader, .unsendableValue, .repeatedPage, .cancelled:
      nil
    }
  }
}

extension TransportFailure: LocalizedError {
  /// The description of the cause, as a sentence.
  public var errorDescription: String? {
    ErrorText.sentence(URLRedaction.redacted(ErrorText.words(of: cause)))
  }
}

extension APIError {
  /// Whether the same request may succeed later.
  ///
  /// This includes responses that cannot be read, which may be truncated or come from a captive portal.
  public var isTransient: Bool {
    switch self {
    case .transportFailed, .contentType, .undecodableBody: true
    case .status(let response): response.status >= 500 || [408, 425, 429].contains(response.status)
    case .limitExceeded(let limit): limit.isTransient
    case .invalidURL, .invalidHeader, .unsendableValue, .unexpectedShape, .refusedRedirect, .store,
      .repeatedPage, .cancelled:
      false
    }
  }

  /// The seconds to wait, from the `Retry-After` field; `nil` if the response has none.
  public var retryAfter: Double? {
    guard case .status(let response) = self, let text = response.headers["Retry-After"] else {
      return nil
    }
    let value = text.trimmedFieldValue
    // Digits only: `Double` would also read 0x10 and 1e9.
    if !value.isEmpty, value.utf8.allSatisfy(\.isDigit) {
      return Double(value).map { min($0, .greatestFiniteMagnitude) }
    }
    return HTTPDate.seconds(value).map {
      max(0, Date(timeIntervalSince1970: Double($0)).timeIntervalSinceNow)
    }
  }
}
