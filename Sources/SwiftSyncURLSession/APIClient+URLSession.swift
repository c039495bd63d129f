public import SwiftSyncRuntime

extension APIClient {
  /// A client that sends with `URLSession`.
  ///
  /// - Parameters:
  ///   - origin: Scheme and host, with a port or a path if there is one. If it makes no URL, each call
  ///     throws `APIError.invalidURL`.
  ///   - middleware: From the outermost to the one that stands before the transport.
  ///   - limits: What a server can make this client do at most.
  public init(
    origin: String, middleware: [any Middleware] = [], limits: TransferLimits = TransferLimits()
  ) {
    self.init(
      origin: origin, transport: URLSessionTransport(), middleware: middleware, limits: limits)
  }
}
