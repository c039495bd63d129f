extension Middleware where Self == APIClient.HeaderMiddleware {
  /// Adds header fields to every request, e.g. for authentication. They replace those of the request.
  ///
  /// ```swift
  /// .headers { ["Authorization": "Bearer \(try await session.token())"] }
  /// ```
  ///
  /// - Parameters:
  ///   - secret: The names of fields whose values errors and logs must not show, besides
  ///     `Authorization`, `Proxy-Authorization` and `Cookie`.
  ///   - headers: Returns the fields. It is called before each request.
  public static func headers(
    secret: [String] = [], _ headers: @escaping @Sendable () async throws -> HTTP.Headers
  ) -> Self {
    Self(secret: secret, headers: headers)
  }

  /// Adds the same header fields to every request. They replace those of the request.
  ///
  /// ```swift
  /// .headers(["X-API-Key": key], secret: ["X-API-Key"])
  /// ```
  ///
  /// - Parameters:
  ///   - headers: The fields.
  ///   - secret: The names of fields whose values errors and logs must not show, besides
  ///     `Authorization`, `Proxy-Authorization` and `Cookie`.
  public static func headers(_ headers: HTTP.Headers, secret: [String] = []) -> Self {
    Self(secret: secret) { headers }
  }
}

extension APIClient {
  /// The middleware that `Middleware.headers(secret:_:)` creates.
  public struct HeaderMiddleware: Middleware {
    let secret: [String]
    let headers: @Sendable () async throws -> HTTP.Headers

    /// Adds the fields and passes the request on.
    public func send(_ request: HTTP.Request, next: Next) async throws -> HTTP.Response {
      var request = request
      var headers = try await headers()
      for name in secret { headers.hide(name) }
      request.headers = request.headers.merging(headers)
      return try await next(request)
    }
  }
}
