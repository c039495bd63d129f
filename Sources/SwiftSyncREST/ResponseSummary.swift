public import SwiftSyncFoundation

extension HTTP {
  /// The part of a response that an error keeps.
  public struct ResponseSummary: Hashable, Sendable {
    /// The number of body bytes that a description shows.
    static let shownBytes = 1024
    /// The number of body bytes that are kept.
    static let keptBytes = 1 << 20

    /// The status code.
    public let status: Int
    /// All header fields, e.g. `Retry-After`.
    public let headers: HTTP.Headers
    /// The first MiB of the body.
    public let body: Data
    /// The length of the whole body, in bytes.
    public let bodyLength: Int
    /// The body as decoded by the schema's `errors`.
    var typed = TypedErrorBody.undeclared
    private let secrets: Secrets

    /// Creates the summary of a response.
    public init(_ response: HTTP.Response) {
      status = response.status
      headers = response.headers
      // A copy, so that the rest of a long body is not kept in memory with its start.
      body =
        response.body.count > Self.keptBytes
        ? Data(response.body.prefix(Self.keptBytes)) : response.body
      bodyLength = FileBody.size(response.body, response.bodyFile)
      secrets = response.secrets
    }

    /// The first 1,024 bytes of the body.
    public var bodyStart: Data { Data(body.prefix(Self.shownBytes)) }

    /// The first MiB of the body as text; bytes that are not UTF-8 are replaced.
    public var text: String { String(decoding: body, as: UTF8.self) }

    /// The text without values that the schema marks as secret, and without the request's
    /// credentials.
    package func redacted(_ text: String) -> String { secrets.redacted(text) }

    /// Returns whether both have the same status, header fields and body.
    public static func == (left: Self, right: Self) -> Bool {
      left.status == right.status && left.headers == right.headers && left.body == right.body
        && left.bodyLength == right.bodyLength
    }

    /// Hashes the status and the body.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(status)
      hasher.combine(body)
    }
  }
}

extension HTTP.ResponseSummary: CustomStringConvertible, CustomReflectable {
  /// The start of the body and its length, without secrets.
  public var description: String {
    guard bodyLength > 0 else { return "an empty body" }
    guard bodyLength > Self.shownBytes else { return redacted(text) }
    // A secret that begins before the end is redacted as a whole.
    let start = redacted(
      String(decoding: body.prefix(Self.shownBytes + secrets.longestValue), as: UTF8.self))
    let shown = String(decoding: start.utf8.prefix(Self.shownBytes), as: UTF8.self)
    return "\(shown)… (\(bodyLength) bytes)"
  }

  /// The mirror for debuggers and `dump`: the status, the header fields and the start of the body,
  /// without secrets.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "status": status, "headers": redacted(headers.description), "body": description,
      ],
      displayStyle: .struct)
  }
}

/// The body of a failed response as decoded by the `errors` of its endpoint.
enum TypedErrorBody: Sendable {
  /// The endpoint declares no type for the status, or the request does not come from an endpoint.
  case undeclared
  /// The body does not have the declared type.
  case undecodable
  case value(any Sendable)
}

extension HTTP.ResponseSummary {
  /// Returns the body as the type that the endpoint declares for the status under `errors`.
  ///
  /// If the endpoint declares none, the body is decoded as the given type.
  ///
  /// - Returns: `nil` if the endpoint declares another type, or if the body cannot be decoded.
  ///   `text` contains the body in any case.
  public func body<Value: Decodable>(as type: Value.Type) -> Value? {
    switch typed {
    case .value(let value): value as? Value
    case .undecodable: nil
    case .undeclared: JSONValue.accept { try JSONDecoder().decode(Value.self, from: body) }
    }
  }
}

extension APIError {
  /// The response that the error describes, or `nil` if there is none.
  public var response: HTTP.ResponseSummary? {
    switch self {
    case .status(let response), .failed(let response, _), .contentType(let response),
      .undecodableBody(let response, _),
      .unexpectedShape(let response, _), .refusedRedirect(let response, _):
      response
    case .invalidURL, .invalidHeader, .invalidValue, .transportFailed, .tokenRefreshFailed,
      .limitExceeded, .store, .repeatedPage, .foreignPage, .tooManyPages, .cancelled:
      nil
    }
  }

  /// Returns the body of a failed response as the type that the endpoint declares for its status
  /// under `errors`.
  ///
  /// ```swift
  /// do {
  ///   try await api.updateTask(id: id, patch)
  /// } catch {
  ///   if let problem = error.body(as: Problem.self) { show(problem.detail) }
  /// }
  /// ```
  ///
  /// If the endpoint declares no type for the status, the body is decoded as the given type.
  ///
  /// - Returns: `nil` for another error or another type, and for a body that cannot be decoded.
  ///   `response?.text` contains the body as text.
  public func body<Value: Decodable>(as type: Value.Type) -> Value? {
    switch self {
    case .status(let response), .failed(let response, _): return response.body(as: type)
    default: return nil
    }
  }
}
