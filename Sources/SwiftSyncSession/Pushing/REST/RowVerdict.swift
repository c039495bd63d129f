import SwiftSyncFoundation
@_spi(Generated) import SwiftSyncREST

/// The meaning of a response, or of its absence, for the request of one row.
enum RowVerdict: Sendable {
  /// The server has carried out the request.
  case accepted(HTTP.Response)
  /// The server does not have the row.
  case gone(APIError)
  /// The server's row has changed in the meantime.
  case outdated
  /// The server has not carried out the request and never will, for the given reason.
  case rejected(ProblemReason)
  /// The server may have carried out the request.
  case lost(APIError)
  /// The server has not carried out the request and may do so later.
  case notYet(APIError)
  /// The server limits requests for some time.
  case limited(APIError, for: Duration?)
  /// Every other request would fail too.
  case stopped(APIError)

  /// Whether the server has responded to the request.
  var isAnswered: Bool {
    switch self {
    case .accepted, .gone, .outdated: true
    case .rejected(let reason): reason.status != nil
    case .lost(let error), .notYet(let error), .limited(let error, _), .stopped(let error):
      error.response != nil
    }
  }

  init(_ result: Result<HTTP.Response, APIError>, to request: RowRequest) {
    switch result {
    case .success(let response): self = Self.verdict(response, request)
    case .failure(let error): self = Self.verdict(error)
    }
  }

  private static func verdict(_ error: APIError) -> RowVerdict {
    switch error {
    case .transportFailed(let failure): failure.isUnsent ? .notYet(error) : .lost(error)
    // A server may redirect to the row that it has created.
    case .limitExceeded, .cancelled, .refusedRedirect: .lost(error)
    case .invalidURL, .invalidHeader, .invalidValue: .rejected(ProblemReason(error))
    default: .stopped(error)
    }
  }

  private static func verdict(_ response: HTTP.Response, _ request: RowRequest) -> RowVerdict {
    let error = APIError.status(HTTP.ResponseSummary(response))
    // The first request may have created the row, whatever the server responds to this one, unless
    // it has read the body.
    let isRepeated = request.isCreation && request.pushed.change.isRepeated
    switch response.status {
    case 200...299:
      let isRead = request.endpoint.returns != .nothing && !response.body.isEmpty
      guard !isRead || response.maySayJSON else {
        return .lost(.contentType(HTTP.ResponseSummary(response)))
      }
      guard let failure = request.endpoint.request.failure?.error(response) else {
        return .accepted(response)
      }
      return request.purpose == .change ? .rejected(ProblemReason(failure)) : .notYet(failure)
    case 401: return .stopped(error)
    case 404 where !request.isCreation, 410 where !request.isCreation: return .gone(error)
    // Servers respond with this status to a repeated creation while they still process the first one.
    case 409 where isRepeated && request.hasKey: return .lost(error)
    case 412 where !request.isCreation, 428 where !request.isCreation: return .outdated
    case 425: return .notYet(error)
    case 429: return .limited(error, for: error.retryAfter ?? response.timeToReset)
    case 403 where error.retryAfter != nil || response.hasNoRequestsLeft:
      return .limited(error, for: error.retryAfter ?? response.timeToReset)
    case 408, 500...: return .lost(error)
    case _ where request.purpose != .change: return .notYet(error)
    case 400, 409, 422: return .rejected(ProblemReason(error))
    case _ where isRepeated: return .lost(error)
    default: return .rejected(ProblemReason(error))
    }
  }
}

extension HTTP.Response {
  fileprivate var hasNoRequestsLeft: Bool {
    headers["X-RateLimit-Remaining"]?.trimmedFieldValue == "0"
  }

  /// The time until the rate limit is reset, from a header with the Unix time of the reset.
  fileprivate var timeToReset: Duration? {
    guard hasNoRequestsLeft, let text = headers["X-RateLimit-Reset"]?.trimmedFieldValue,
      let time = Int64(text)
    else { return nil }
    return .seconds(max(0, Double(time) - Date().timeIntervalSince1970))
  }
}

extension APIError.TransportFailure {
  /// Whether the server never received the request, because the connection or middleware before it
  /// failed.
  var isUnsent: Bool {
    // The codes of `URLError`. Some platforms have this type only in a networking library.
    let codes: Set<Int> = [
      -1000, -1002, -1003, -1004, -1006, -1009, -1018, -1019, -1020, -1022, -1200, -1201, -1202,
      -1203, -1204, -1205, -1206,
    ]
    return isUnsentByMiddleware
      || cause._domain == "NSURLErrorDomain" && codes.contains(cause._code)
  }
}
