/// A type that changes requests and responses between a client and its transport, or sends requests again.
///
/// ```swift
/// struct Authentication: Middleware {
///   let session: Session
///
///   func send(_ request: HTTP.Request, next: Next) async throws -> HTTP.Response {
///     var request = request
///     request.headers["Authorization"] = "Bearer \(try await session.token())"
///     return try await next(request)
///   }
/// }
/// ```
///
/// The first of a client's middleware gets a request first and its response last.
///
/// Static members create those that are built in:
///
/// ```swift
/// let api = TrackerAPI(
///   baseURL: server,
///   middleware: [.retry(), .headers(["X-API-Key": key], secret: ["X-API-Key"]), .log()])
/// ```
public protocol Middleware: Sendable {
  /// The rest of the chain: later middleware, then the transport.
  ///
  /// Write `next: Next` in a conforming type. The spelled-out function type is a different type in
  /// modules that are compiled with `NonisolatedNonsendingByDefault`, where it does not match this
  /// requirement.
  typealias Next = @Sendable (HTTP.Request) async throws -> HTTP.Response

  /// Passes a request on and returns its response, or returns another response.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - next: The rest of the chain. It may be called several times, or not at all.
  /// - Throws: The error of `next`, or another error, which the client throws as `APIError.transportFailed`.
  func send(_ request: HTTP.Request, next: Next) async throws -> HTTP.Response
}
