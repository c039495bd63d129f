public import Foundation
public import SwiftSyncREST

extension APIClient {
  /// Creates a client that sends requests with `URLSession`.
  ///
  /// - Parameters:
  ///   - baseURL: The scheme and host, optionally with a port and a path. If it is not a URL of HTTP,
  ///     or has a query or a fragment, each call throws `APIError.invalidURL`.
  ///   - middleware: The middleware, the outermost first.
  ///   - limits: The limits on what a server can make this client receive, wait for and follow.
  public init(
    baseURL: URL, middleware: [any Middleware] = [], limits: TransferLimits = TransferLimits()
  ) {
    self.init(
      baseURL: baseURL, transport: URLSessionTransport(), middleware: middleware, limits: limits)
  }
}
