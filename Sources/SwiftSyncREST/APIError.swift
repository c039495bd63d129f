@_spi(Generated) public import SwiftSyncCoding
public import SwiftSyncFoundation
import SwiftSyncValues

/// An error of a request to a backend, or of storing its response.
public indirect enum APIError: Error, Equatable, Sendable {
  /// The origin and the path do not form a valid HTTP URL.
  case invalidURL(String, reason: String)
  /// The header field with this name is not valid in a request.
  case invalidHeader(String, reason: String)
  /// A value cannot be written as JSON or into a URL, e.g. NaN. The first value is its place.
  case unsendableValue(String, reason: String)
  /// The request failed without a response, e.g. because of a lost connection, a timeout or an error of middleware.
  case transportFailed(TransportFailure)
  /// The token could not be refreshed, so the request was either not sent or refused with status
  /// 401.
  case tokenRefreshFailed(TransportFailure)
  /// The response's status is not between 200 and 299.
  case status(ResponseSummary)
  /// The status is between 200 and 299, but the body reports that the request failed (`fails` in a
  /// schema), with a code.
  case failed(ResponseSummary, code: String?)
  /// The response's content type is not JSON, e.g. because it comes from a proxy.
  case contentType(ResponseSummary)
  /// The response's body cannot be decoded as the endpoint's response type.
  case undecodableBody(ResponseSummary, reason: String)
  /// The body is JSON, but a value that the call needs is missing or has another type. The response was discarded.
  case unexpectedShape(ResponseSummary, reason: String)
  /// The server redirected the request to a URL that the request must not be sent to.
  case refusedRedirect(ResponseSummary, reason: String)
  /// The response exceeds one of the client's `TransferLimits`.
  case limitExceeded(LimitExceeded)
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
  public var description: String {
    switch self {
    case .invalidURL(let text, let reason): "'\(text)' is not a valid URL: \(reason)"
    case .invalidHeader(let name, let reason): "the header '\(name)' cannot be sent: \(reason)"
    case .unsendableValue(let place, let reason): "\(place) cannot be sent: \(reason)"
    case .transportFailed(let failure): "the request failed without a response: \(failure)"
    case .tokenRefreshFailed(let failure): "the token cannot be refreshed: \(failure)"
    case .status(let response): "the status is \(response.status), expected 200 to 299: \(response)"
    case .failed(let response, let code):
      "the server says that the request failed\(code.map { " with '\(response.redacted($0))'" } ?? ""): \(response)"
    case .contentType(let response):
      "the content type is '\(response.headers["Content-Type"] ?? "")', expected JSON: \(response)"
    case .undecodableBody(let response, let reason):
      "the body cannot be read: \(response.redacted(reason)): \(response)"
    case .unexpectedShape(let response, let reason):
      "the response does not match the protocol: \(response.redacted(reason)): \(response)"
    case .refusedRedirect(let response, let reason):
      "the redirect with status \(response.status) was not followed: \(reason); configure the client with the "
        + "origin and path that the server redirects to"
    case .limitExceeded(let limit): limit.description
    case .store(let error): error.description
    case .repeatedPage(let page):
      "page \(page) repeats a page that was received before or refers to one; the server ignores the page "
        + "parameter, or its next-page links form a loop"
    case .foreignPage(let origin):
      "the next page is at another origin, \(origin); if it can be trusted, add it to 'origins' under 'page' of the "
        + "endpoint in the schema"
    case .tooManyPages(let count):
      "there are more than \(count) pages; if that is expected, raise 'max-pages' under 'page' of the endpoint in the "
        + "schema"
    case .cancelled: "the task was cancelled"
    }
  }
}

extension APIError: CustomReflectable {
  /// The mirror for debuggers and `dump`: the description, which contains no secrets.
  public var customMirror: Mirror {
    Mirror(self, children: ["error": description], displayStyle: .enum)
  }
}

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

extension TransportFailure: CustomReflectable {
  /// The mirror for debuggers and `dump`: the description.
  public var customMirror: Mirror {
    Mirror(self, children: ["cause": description], displayStyle: .struct)
  }
}

extension APIError: LocalizedError {
  /// A sentence that describes the error for users. It does not contain the response's body.
  public var errorDescription: String? {
    switch self {
    case .transportFailed(let failure):
      "The server did not respond: \(failure.errorDescription ?? "")"
    case .tokenRefreshFailed(let failure):
      "The access token could not be renewed: \(failure.errorDescription ?? "")"
    case .status(let response): "The server responded with status \(response.status)."
    case .failed(let response, let code):
      "The server refused the request\(code.map { " with '\(response.redacted($0))'" } ?? "")."
    case .contentType(let response):
      "The server responded with '\(response.headers["Content-Type"] ?? "")' instead of JSON."
    case .undecodableBody(let response, let reason):
      ErrorText.sentence("the server's response cannot be read: \(response.redacted(reason))")
    case .unexpectedShape(let response, let reason):
      ErrorText.sentence("the server's response cannot be used: \(response.redacted(reason))")
    case .refusedRedirect(_, let reason):
      ErrorText.sentence("the server's redirect was not followed: \(reason)")
    case .store(let error): error.errorDescription
    case .repeatedPage: "The server sent a page of a list twice."
    case .foreignPage(let origin): "The server continued a list at another address, \(origin)."
    case .tooManyPages(let count): "The server's list has more than \(count) pages."
    case .invalidURL, .invalidHeader, .unsendableValue, .limitExceeded, .cancelled:
      ErrorText.sentence(description)
    }
  }

  /// A sentence that describes how to recover, or `nil` if that is not known.
  public var recoverySuggestion: String? {
    switch self {
    case .transportFailed, .contentType: "Check the connection and try again."
    case .status(let response) where [401, 403].contains(response.status): "Sign in again."
    case .status where isTransient: "Try again later."
    case .repeatedPage, .foreignPage, .tooManyPages:
      "Update the app, or report the problem to its developer."
    case .tokenRefreshFailed: isTransient ? "Try again later." : "Sign in again."
    case .store(let error): error.recoverySuggestion
    case .status, .failed, .undecodableBody, .unexpectedShape, .refusedRedirect, .limitExceeded,
      .invalidURL,
      .invalidHeader, .unsendableValue, .cancelled:
      nil
    }
  }
}

extension TransportFailure: LocalizedError {
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
    case .failed, .invalidURL, .invalidHeader, .unsendableValue, .unexpectedShape, .refusedRedirect,
      .store, .repeatedPage, .foreignPage, .tooManyPages, .cancelled:
      false
    }
  }

  /// The number of seconds to wait, from the `Retry-After` field; `nil` if the response has none.
  public var retryAfter: Double? {
    guard case .status(let response) = self else { return nil }
    return response.headers.retryAfter
  }
}

extension HTTPHeaders {
  /// The number of seconds to wait, from `Retry-After`, which states a number or a date (RFC 9110,
  /// 10.2.3).
  var retryAfter: Double? {
    guard let text = self["Retry-After"] else { return nil }
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
