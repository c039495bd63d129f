/// A type that changes requests and responses between a client and its transport, or sends requests again.
///
/// ```swift
/// struct Authentication: Middleware {
///   let session: Session
///
///   func send(_ request: HTTPRequest, next: Next) async throws -> HTTPResponse {
///     var request = request
///     request.headers["Authorization"] = "Bearer \(try await session.token())"
///     return try await next(request)
///   }
/// }
/// ```
///
/// The first of a client's middleware gets a request first and its response last.
public protocol Middleware: Sendable {
  /// The rest of the chain: later middleware, then the transport.
  ///
  /// Write `next: Next` in a conforming type. The spelled-out function type is a different type in
  /// modules that are compiled with `NonisolatedNonsendingByDefault`, where it does not match this
  /// requirement.
  typealias Next = @Sendable (HTTPRequest) async throws -> HTTPResponse

  /// Passes a request on and returns its response, or returns another response.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - next: The rest of the chain. It may be called several times, or not at all.
  /// - Throws: The error of `next`, or another error, which the client throws as `APIError.transportFailed`.
  func send(_ request: HTTPRequest, next: Next) async throws -> HTTPResponse
}

/// A middleware that adds header fields to every request, e.g. for authentication.
///
/// ```swift
/// HeaderMiddleware { ["Authorization": "Bearer \(try await session.token())"] }
/// HeaderMiddleware(["X-API-Key": key], secret: ["X-API-Key"])
/// ```
public struct HeaderMiddleware: Middleware {
  private let headers: @Sendable () async throws -> HTTPHeaders
  private let secret: [String]

  /// Creates a middleware that calls a closure before each request. The closure's fields replace
  /// those of the request.
  ///
  /// - Parameters:
  ///   - secret: The names of fields whose values errors and logs must not show, besides
  ///     `Authorization`, `Proxy-Authorization` and `Cookie`.
  ///   - headers: Returns the fields.
  public init(
    secret: [String] = [], _ headers: @escaping @Sendable () async throws -> HTTPHeaders
  ) {
    self.headers = headers
    self.secret = secret
  }

  /// Creates a middleware that adds the same fields to every request.
  ///
  /// - Parameters:
  ///   - headers: The fields.
  ///   - secret: The names of fields whose values errors and logs must not show, besides
  ///     `Authorization`, `Proxy-Authorization` and `Cookie`.
  public init(_ headers: HTTPHeaders, secret: [String] = []) {
    self.init(secret: secret) { headers }
  }

  /// Adds the fields and passes the request on.
  public func send(_ request: HTTPRequest, next: Next) async throws -> HTTPResponse {
    var request = request
    var headers = try await headers()
    for name in secret { headers.hide(name) }
    request.headers = request.headers.merging(headers)
    return try await next(request)
  }
}
