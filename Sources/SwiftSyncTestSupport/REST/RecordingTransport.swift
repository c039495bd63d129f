public import Foundation
public import SwiftSyncRuntime

/// A transport without a network, for tests. It records each request and returns the responses that
/// a test sets.
///
/// ```swift
/// let transport = RecordingTransport()
/// transport.respond(to: .post, "/api/v2/spend_cheer", json: #"{"balance": 900}"#)
/// let api = ShopAPI(baseURL: server, transport: transport)
/// #expect(try await api.spendCheer(amount: 100).balance == 900)
/// #expect(transport.requests[0].bodyText == #"{"amount":100}"#)
/// ```
///
/// It can be used from several tasks at once.
///
/// `@unchecked`: the lock protects all mutable state.
public final class RecordingTransport: Transport, @unchecked Sendable {
  /// A closure that returns the response to a request.
  public typealias Handler = @Sendable (HTTP.Request) async throws -> HTTP.Response

  private struct Route {
    let method: HTTP.Method
    let path: [Substring]
    var handlers: [Handler]
  }

  private let lock = NSLock()
  private var routes: [Route] = []
  private var recorded: [HTTP.Request] = []

  /// Creates a transport without responses: every request fails with `RecordingTransport.UnexpectedRequest`.
  public init() {}

  /// The requests so far, in order, including those without a response.
  public var requests: [HTTP.Request] { lock.withLock { recorded } }

  /// Adds a response to requests with a method and a path.
  ///
  /// Several responses to one path are used in the order in which they were added. The last one is
  /// repeated.
  ///
  /// - Parameters:
  ///   - method: The HTTP method.
  ///   - path: The URL's path, not percent-encoded, without the query. `*` matches one segment. If
  ///     several paths match a request, the one that was added first is used.
  ///   - handler: Returns the response, or throws the error of `send`.
  public func respond(to method: HTTP.Method, _ path: String, _ handler: @escaping Handler) {
    let segments = path.split(separator: "/", omittingEmptySubsequences: false)
    lock.withLock {
      if let known = routes.firstIndex(where: { $0.method == method && $0.path == segments }) {
        routes[known].handlers.append(handler)
      } else {
        routes.append(Route(method: method, path: segments, handlers: [handler]))
      }
    }
  }

  /// Adds a response with a JSON body. Paths work as in `respond(to:_:_:)`.
  public func respond(
    to method: HTTP.Method, _ path: String, status: Int = 200, headers: HTTP.Headers = [:],
    json: String
  ) {
    let headers = (["Content-Type": "application/json"] as HTTP.Headers).merging(headers)
    let response = HTTP.Response(status: status, headers: headers, body: Data(json.utf8))
    respond(to: method, path) { _ in response }
  }

  /// Adds an error to be thrown instead of a response. Paths work as in `respond(to:_:_:)`.
  public func fail(_ method: HTTP.Method, _ path: String, _ error: any Error) {
    respond(to: method, path) { _ in throw error }
  }

  /// Records the request and returns its response.
  ///
  /// - Throws: `RecordingTransport.UnexpectedRequest` if no response matches, `CancellationError` if the task was
  ///   cancelled, or the error that the response's handler throws.
  public func send(_ request: HTTP.Request) async throws -> HTTP.Response {
    let handler = lock.withLock {
      recorded.append(request)
      return next(for: request)
    }
    guard let handler else { throw RecordingTransport.UnexpectedRequest(request: request) }
    let response = try await handler(request)
    try Task.checkCancellation()
    return response
  }

  private func next(for request: HTTP.Request) -> Handler? {
    let segments = request.path.split(separator: "/", omittingEmptySubsequences: false)
    guard
      let index = routes.firstIndex(where: { route in
        route.method == request.method && route.path.count == segments.count
          && zip(route.path, segments).allSatisfy { $0 == "*" || $0 == $1 }
      })
    else { return nil }
    guard routes[index].handlers.count > 1 else { return routes[index].handlers.first }
    return routes[index].handlers.removeFirst()
  }
}

extension RecordingTransport {
  /// The error for a request that no response of a `RecordingTransport` matches.
  public struct UnexpectedRequest: Error, Equatable, Sendable, CustomStringConvertible {
    /// The request.
    public let request: HTTP.Request

    /// A description that contains the request.
    public var description: String { "no response was added for \(request)" }
  }
}

extension RecordingTransport.UnexpectedRequest: LocalizedError {
  /// A sentence that contains the request.
  public var errorDescription: String? { ErrorText.sentence(description) }

  /// A sentence that describes how to add a response.
  public var recoverySuggestion: String? {
    "Add a response: transport.respond(to: .\(request.method), \"\(request.path)\", json: \"…\")."
  }
}

extension HTTP.Request {
  /// The path without percent-encoding. That of a `URL` has no slash at its end.
  fileprivate var path: String {
    URLComponents(url: url, resolvingAgainstBaseURL: true)?.path ?? url.path
  }
}
