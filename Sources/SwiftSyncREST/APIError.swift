@_spi(Generated) public import SwiftSyncCoding
public import SwiftSyncFoundation
import SwiftSyncValues

/// An error of a request to a backend, or of storing its response.
public indirect enum APIError: Error, Equatable, Sendable {
  /// The base URL and the path do not form a valid HTTP URL.
  case invalidURL(String, reason: String)
  /// The header field with this name is not valid in a request.
  case invalidHeader(String, reason: String)
  /// A value cannot be written as JSON or into a URL, e.g. NaN. The first value is its place.
  case invalidValue(String, reason: String)
  /// The request failed without a response, e.g. because of a lost connection, a timeout or an error of middleware.
  case transportFailed(TransportFailure)
  /// The token could not be refreshed, so the request was either not sent or refused with status
  /// 401.
  case tokenRefreshFailed(TransportFailure)
  /// The response's status is not between 200 and 299.
  case status(HTTP.ResponseSummary)
  /// The status is between 200 and 299, but the body reports that the request failed (`fails` in a
  /// schema), with a code.
  case failed(HTTP.ResponseSummary, code: String?)
  /// The response's content type is not JSON, e.g. because it comes from a proxy.
  case contentType(HTTP.ResponseSummary)
  /// The response's body cannot be decoded as the endpoint's response type.
  case undecodableBody(HTTP.ResponseSummary, reason: String)
  /// The body is JSON, but a value that the call needs is missing or has another type. The response was discarded.
  case unexpectedShape(HTTP.ResponseSummary, reason: String)
  /// The server redirected the request to a URL that the request must not be sent to.
  case refusedRedirect(HTTP.ResponseSummary, reason: String)
  /// The response exceeds one of the client's `TransferLimits`.
  case limitExceeded(TransferLimits.Exceeded)
  /// The store threw an error while applying a valid response.
  case store(SyncError)
  /// A page repeats an earlier one of the call: it is identical to the previous page, or its next
  /// page was already requested. The value is the number of pages received.
  case repeatedPage(Int)
  /// The next page is at this origin, which the schema does not allow.
  case foreignPage(String)
  /// The list has more pages than the limit. The pages up to the limit remain applied.
  case tooManyPages(Int)
  /// The task was cancelled.
  case cancelled
}

extension APIError: CustomStringConvertible {
  /// A description for logs, in lower case and without a full stop.
  public var description: String { words.log }
}

extension APIError: LocalizedError {
  /// A sentence that describes the error for users. It does not contain the response's body.
  public var errorDescription: String? { words.sentence }

  /// A sentence that describes how to recover, or `nil` if that is not known.
  public var recoverySuggestion: String? { words.suggestion }
}

extension APIError {
  /// What is said about each error. Only logs contain the response's body.
  private var words: ErrorWords {
    switch self {
    case .invalidURL(let text, let reason): "'\(text)' is not a valid URL: \(reason)"
    case .invalidHeader(let name, let reason): "the header '\(name)' cannot be sent: \(reason)"
    case .invalidValue(let place, let reason): "\(place) cannot be sent: \(reason)"
    case .transportFailed(let failure):
      ErrorWords(
        "the request failed without a response: \(failure)",
        sentence: "The server did not respond: \(failure.errorDescription ?? "")",
        suggestion: "Check the connection and try again.")
    case .tokenRefreshFailed(let failure):
      ErrorWords(
        "the token cannot be refreshed: \(failure)",
        sentence: "The access token could not be renewed: \(failure.errorDescription ?? "")",
        suggestion: isTransient ? "Try again later." : "Sign in again.")
    case .status(let response): status(of: response)
    case .failed(let response, let code): Self.failed(response, code)
    case .contentType(let response): Self.contentType(of: response)
    case .undecodableBody(let response, let reason):
      Self.unusable(response, "the body cannot be read", "read", reason)
    case .unexpectedShape(let response, let reason):
      Self.unusable(response, "the response does not match the protocol", "used", reason)
    case .refusedRedirect(let response, let reason): Self.redirect(response, reason)
    case .limitExceeded(let limit): ErrorWords(limit.description)
    case .store(let error):
      ErrorWords(
        error.description, sentence: error.errorDescription, suggestion: error.recoverySuggestion)
    case .repeatedPage(let page):
      Self.page(
        "page \(page) repeats a page that was received before or refers to one; the server ignores "
          + "the page parameter, or its next-page links form a loop",
        "The server sent a page of a list twice.")
    case .foreignPage(let origin):
      Self.page(
        "the next page is at another origin, \(origin); if it can be trusted, add it to 'origins' "
          + "under 'page' of the endpoint in the schema",
        "The server continued a list at another address, \(origin).")
    case .tooManyPages(let count):
      Self.page(
        "there are more than \(count) pages; if that is expected, raise 'max-pages' under 'page' of "
          + "the endpoint in the schema",
        "The server's list has more than \(count) pages.")
    case .cancelled: "the task was cancelled"
    }
  }

  private func status(of response: HTTP.ResponseSummary) -> ErrorWords {
    let mustSignIn = [401, 403].contains(response.status)
    return ErrorWords(
      "the status is \(response.status), expected 200 to 299: \(response)",
      sentence: "The server responded with status \(response.status).",
      suggestion: mustSignIn ? "Sign in again." : isTransient ? "Try again later." : nil)
  }

  private static func failed(_ response: HTTP.ResponseSummary, _ code: String?) -> ErrorWords {
    let code = code.map { " with '\(response.redacted($0))'" } ?? ""
    return ErrorWords(
      "the server says that the request failed\(code): \(response)",
      sentence: "The server refused the request\(code).")
  }

  private static func contentType(of response: HTTP.ResponseSummary) -> ErrorWords {
    let type = response.headers["Content-Type"] ?? ""
    return ErrorWords(
      "the content type is '\(type)', expected JSON: \(response)",
      sentence: "The server responded with '\(type)' instead of JSON.",
      suggestion: "Check the connection and try again.")
  }

  private static func unusable(
    _ response: HTTP.ResponseSummary, _ problem: String, _ verb: String, _ reason: String
  ) -> ErrorWords {
    let reason = response.redacted(reason)
    return ErrorWords(
      "\(problem): \(reason): \(response)",
      sentence: ErrorText.sentence("the server's response cannot be \(verb): \(reason)"))
  }

  private static func redirect(_ response: HTTP.ResponseSummary, _ reason: String) -> ErrorWords {
    ErrorWords(
      "the redirect with status \(response.status) was not followed: \(reason); configure the "
        + "client with the base URL to which the server redirects",
      sentence: ErrorText.sentence("the server's redirect was not followed: \(reason)"))
  }

  private static func page(_ problem: String, _ sentence: String) -> ErrorWords {
    ErrorWords(
      problem, sentence: sentence,
      suggestion: "Update the app, or report the problem to its developer.")
  }
}

extension APIError: CustomReflectable {
  /// The mirror for debuggers and `dump`: the description, which contains no secrets.
  public var customMirror: Mirror {
    Mirror(self, children: ["error": description], displayStyle: .enum)
  }
}

extension APIError {
  /// The reason why a request failed without a response.
  public struct TransportFailure: Error, Equatable, Sendable, CustomStringConvertible {
    /// The error of the transport or of a middleware.
    public let cause: any Error
    private let secrets: Secrets
    /// Whether middleware threw the error before the request reached a transport.
    package let isUnsentByMiddleware: Bool

    /// Creates a failure, for tests.
    public init(_ cause: any Error) {
      self.init(cause, hiding: Secrets())
    }

    init(_ cause: any Error, hiding secrets: Secrets, isUnsent: Bool = false) {
      self.cause = cause
      self.secrets = secrets
      isUnsentByMiddleware = isUnsent
    }

    /// The description of the cause, with users, passwords and query values removed from URLs.
    public var description: String {
      secrets.redacted(URLRedaction.redacted(String(describing: cause)))
    }

    /// Returns whether the descriptions of both causes are equal.
    public static func == (left: Self, right: Self) -> Bool {
      left.description == right.description
    }
  }
}

extension APIError.TransportFailure: CustomReflectable {
  /// The mirror for debuggers and `dump`: the description.
  public var customMirror: Mirror {
    Mirror(self, children: ["cause": description], displayStyle: .struct)
  }
}

extension APIError.TransportFailure: LocalizedError {
  /// The description of the cause, as a sentence.
  public var errorDescription: String? {
    ErrorText.sentence(secrets.redacted(URLRedaction.redacted(ErrorText.words(of: cause))))
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
    case .tokenRefreshFailed(let failure): (failure.cause as? APIError)?.isTransient ?? false
    case .limitExceeded(let limit): limit.isTransient
    case .failed, .invalidURL, .invalidHeader, .invalidValue, .unexpectedShape, .refusedRedirect,
      .store, .repeatedPage, .foreignPage, .tooManyPages, .cancelled:
      false
    }
  }

  /// The time to wait, from the `Retry-After` field; `nil` if the response has none.
  public var retryAfter: Duration? {
    guard case .status(let response) = self else { return nil }
    return response.headers.retryAfter
  }
}

extension HTTP.Headers {
  /// The longest time that is read, so that sums of times cannot overflow: more than 30,000 years.
  private static let longestWait: Int64 = 1 << 40

  /// The time to wait, from `Retry-After`, which states a number of seconds or a date (RFC 9110,
  /// 10.2.3).
  var retryAfter: Duration? {
    guard let text = self["Retry-After"] else { return nil }
    let value = text.trimmedFieldValue
    // Digits only: `Int64` would also read a sign. A number that it cannot represent is a long time.
    if !value.isEmpty, value.utf8.allSatisfy(\.isDigit) {
      return .seconds(min(Int64(value) ?? Self.longestWait, Self.longestWait))
    }
    return HTTPDate.seconds(value).map {
      .seconds(max(0, Date(timeIntervalSince1970: Double($0)).timeIntervalSinceNow))
    }
  }
}
