/// What stands between a client and its transport: it changes requests and answers, or sends a request again.
///
/// ```swift
/// struct Authentication: Middleware {
///   let session: Session
///
///   func send(
///     _ request: HTTPRequest, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
///   ) async throws -> HTTPResponse {
///     var request = request
///     request.headers["Authorization"] = "Bearer \(try await session.token())"
///     return try await next(request)
///   }
/// }
/// ```
///
/// The first of a client's middleware gets a request first and its answer last.
public protocol Middleware: Sendable {
  /// Passes a request on and its answer back, or answers in another way.
  ///
  /// - Parameter next: The rest of the way; it may be called several times, or not at all.
  /// - Throws: What `next` throws, or an error of its own, which the client passes on as
  ///   `APIError.noAnswer`.
  func send(
    _ request: HTTPRequest, next: @Sendable (HTTPRequest) async throws -> HTTPResponse
  ) async throws -> HTTPResponse
}
