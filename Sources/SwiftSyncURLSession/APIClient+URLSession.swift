public import SwiftSyncREST

extension APIClient {
  /// Creates a client that sends requests with `URLSession`.
  ///
  /// - Parameters:
  ///   - origin: The scheme and host, optionally with a port or a path. If they do not form a valid
  ///     URL, each call throws `APIError.invalidURL`.
  ///   - middleware: The middleware, the outermost first.
  ///   - limits: The limits on what a server can make this client receive, wait for and follow.
  public init(
    origin: String, middleware: [any Middleware] = [], limits: TransferLimits = TransferLimits()
  ) {
    self.init(
      origin: origin, transport: URLSessionTransport(), middleware: middleware, limits: limits)
  }
}
