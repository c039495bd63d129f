import SwiftSyncFoundation

/// A client of one backend, which sends requests through middleware to a transport.
///
/// Generated clients and push endpoints can share one.
public struct APIClient: Sendable {
  /// The start of every URL, e.g. `https://api.example.com`.
  public let origin: String
  /// The limits on what a server can make this client receive, wait for and follow.
  public let limits: TransferLimits
  private let transport: any Transport
  private let middleware: [any Middleware]

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - origin: The scheme and host, optionally with a port or a path. If they do not form a valid URL, each
  ///     call throws `APIError.invalidURL`.
  ///   - transport: The transport that sends the requests.
  ///   - middleware: The middleware, the outermost first.
  ///   - limits: The limits on what a server can make this client receive, wait for and follow.
  public init(
    origin: String, transport: any Transport, middleware: [any Middleware] = [],
    limits: TransferLimits = TransferLimits()
  ) {
    self.origin = origin
    self.limits = limits
    self.transport = transport
    self.middleware = middleware
  }

  /// Sends a request and returns its response, which has a status from 200 to 299 and, if it has a body, the
  /// content type JSON.
  ///
  /// - Throws: `APIError.status`, `.contentType`, and the errors of `response(to:)`.
  public func send(_ request: EndpointRequest) async throws(APIError) -> HTTPResponse {
    let response = try await response(to: request)
    guard response.isSuccess else { throw .status(ResponseSummary(response)) }
    guard response.body.isEmpty || response.maySayJSON else {
      throw .contentType(ResponseSummary(response))
    }
    return response
  }

  /// Sends a request and returns the response, whatever its status.
  ///
  /// Follows redirects, except those that would send credentials or writes to another origin.
  ///
  /// - Throws: `APIError.invalidURL`, `.invalidHeader`, `.transportFailed`, `.refusedRedirect`, `.limitExceeded` or
  ///   `.cancelled`.
  public func response(to request: EndpointRequest) async throws(APIError) -> HTTPResponse {
    var message = HTTPRequest(request.method, try request.url(from: origin))
    message.limits = limits
    message.headers["Accept"] = "application/json"
    if let body = request.body {
      message.headers["Content-Type"] = "application/json"
      message.body = body
    }
    message.headers = message.headers.merging(request.headers)
    do {
      try Task.checkCancellation()
      return try await pass(message, through: middleware[...])
    } catch {
      throw Self.error(error)
    }
  }

  private func pass(
    _ request: HTTPRequest, through rest: ArraySlice<any Middleware>
  ) async throws -> HTTPResponse {
    guard let first = rest.first else {
      return try await RequestDelivery(transport: transport).send(request)
    }
    return try await first.send(request) { try await pass($0, through: rest.dropFirst()) }
  }

  private static func error(_ error: any Error) -> APIError {
    if error is CancellationError || Task.isCancelled { return .cancelled }
    if let limit = error as? LimitExceeded { return .limitExceeded(limit) }
    return error as? APIError ?? .transportFailed(TransportFailure(error))
  }
}
