import SwiftSyncFoundation

extension APIError {
  /// Whether the same request may be answered at another time.
  ///
  /// A response that cannot be read counts: it may have been cut off, or be the page of a network that wants a login.
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

  /// After how many seconds the server wants to be asked again: `Retry-After`, as seconds or as a date (RFC 9110, 10.2.3).
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
