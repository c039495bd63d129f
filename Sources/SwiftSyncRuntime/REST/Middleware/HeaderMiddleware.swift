/// Gives every request header fields, e.g. those of authentication.
///
/// ```swift
/// HeaderMiddleware { ["Authorization": "Bearer \(try await session.token())"] }
/// ```
public struct HeaderMiddleware: Middleware {
  private let headers: @Sendable () async throws -> HTTPHeaders

  /// Fields that are asked for before each request. They take the place of the request's own.
  public init(_ headers: @escaping @Sendable () async throws -> HTTPHeaders) {
    self.headers = headers
  }

  /// The same fields for all requests.
  public init(_ headers: HTTPHeaders) {
    self.headers = { headers }
  }

  /// Adds the fields.
  public func send(_ request: HTTPRequest, next: Next) async throws -> HTTPResponse {
    var request = request
    request.headers = request.headers.merging(try await headers())
    return try await next(request)
  }
}
