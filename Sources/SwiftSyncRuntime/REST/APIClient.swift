import SwiftSyncFoundation

/// Sends requests to one backend: the origin, and the way there through middleware and transport.
///
/// Generated clients and the upload of local changes have one each or share one.
public struct APIClient: Sendable {
  /// What every URL begins with, e.g. `https://api.example.com`.
  public let origin: String
  /// What a server can make this client do at most.
  public let limits: TransferLimits
  private let transport: any Transport
  private let middleware: [any Middleware]

  /// - Parameters:
  ///   - origin: Scheme and host, with a port or a path if there is one. If it makes no URL, each call
  ///     throws `APIError.invalidURL`.
  ///   - middleware: From the outermost to the one that stands before the transport.
  ///   - limits: What a server can make this client do at most.
  public init(
    origin: String, transport: any Transport, middleware: [any Middleware] = [],
    limits: TransferLimits = TransferLimits()
  ) {
    self.origin = origin
    self.limits = limits
    self.transport = transport
    self.middleware = middleware
  }

  /// Sends a request and returns a response whose status is a success and whose body, if it has one, is
  /// JSON by its content type.
  ///
  /// - Throws: `APIError.status` and `.contentType`, and all that `response(to:)` throws.
  public func send(_ request: EndpointRequest) async throws(APIError) -> HTTPResponse {
    let response = try await response(to: request)
    guard response.isSuccess else { throw .status(ResponseSummary(response)) }
    guard response.body.isEmpty || response.maySayJSON else {
      throw .contentType(ResponseSummary(response))
    }
    return response
  }

  /// Sends a request and returns the response, of whatever status.
  ///
  /// Redirects are followed as far as neither credentials nor writes get to another origin by them.
  ///
  /// - Throws: `APIError.invalidURL`, `.invalidHeader`, `.transportFailed`, `.refusedRedirect`, `.limitExceeded` or `.cancelled`.
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
