/// What stands between a client and its transport: it changes requests and responses, or sends a request again.
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
  /// Write `next: Next` in a conforming type. The spelled-out function type means another type in modules
  /// that are compiled with `NonisolatedNonsendingByDefault`, and does not match this requirement there.
  typealias Next = @Sendable (HTTPRequest) async throws -> HTTPResponse

  /// Passes a request on and its response back, or responds in its place.
  ///
  /// - Parameter next: The rest of the way; it may be called several times, or not at all.
  /// - Throws: What `next` throws, or an error of its own, which the client passes on as
  ///   `APIError.transportFailed`.
  func send(_ request: HTTPRequest, next: Next) async throws -> HTTPResponse
}
