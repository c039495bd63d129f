public import SwiftSyncFoundation

extension APIError: LocalizedError {
  /// What happened, as a sentence for people; the response's body is not in it.
  public var errorDescription: String? {
    switch self {
    case .transportFailed(let failure):
      "The server did not response: \(failure.errorDescription ?? "")"
    case .status(let response): "The server responded with status \(response.status)."
    case .contentType(let response):
      "The server responded with '\(response.headers["Content-Type"] ?? "")' instead of JSON."
    case .undecodableBody(_, let reason):
      ErrorText.sentence("the response of the server cannot be read: \(reason)")
    case .unexpectedShape(_, let reason):
      ErrorText.sentence("the server's response cannot be used: \(reason)")
    case .refusedRedirect(_, let reason):
      ErrorText.sentence("the server's redirect was not followed: \(reason)")
    case .store(let error): error.errorDescription
    case .invalidURL, .invalidHeader, .unsendableValue, .limitExceeded, .repeatedPage, .cancelled:
      ErrorText.sentence(description)
    }
  }

  /// What can be done about it, as a sentence, where that is known.
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
  /// The error in its own words, as a sentence.
  public var errorDescription: String? {
    ErrorText.sentence(URLRedaction.redacted(ErrorText.words(of: cause)))
  }
}
