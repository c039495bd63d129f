public import Foundation
public import SwiftSyncRuntime

/// A transport without a network: it keeps every request and gives the responses that a test states.
///
/// ```swift
/// let transport = RecordingTransport()
/// transport.respond(to: .post, "/api/v2/spend_cheer", json: #"{"balance": 900}"#)
/// let api = ShopAPI(origin: "https://shop.example", transport: transport)
/// #expect(try await api.spendCheer(amount: 100).balance == 900)
/// #expect(transport.requests[0].bodyText == #"{"amount":100}"#)
/// ```
///
/// It can be used from several tasks at once; requests are then kept in the order in which they came.
///
/// `@unchecked`: what is mutable is touched under the lock only.
public final class RecordingTransport: Transport, @unchecked Sendable {
  /// Makes the response to a request.
  public typealias Response = @Sendable (HTTPRequest) async throws -> HTTPResponse

  private struct Route {
    let method: HTTPMethod
    let path: [Substring]
    var responses: [Response]
  }

  private let lock = NSLock()
  private var routes: [Route] = []
  private var recorded: [HTTPRequest] = []

  /// A transport that knows no responses yet.
  public init() {}

  /// The requests so far, in their order, those without a response included.
  public var requests: [HTTPRequest] { lock.withLock { recorded } }

  /// States a response to requests of a method to a path.
  ///
  /// Several responses to one path are given in the order in which they were stated; the last one stays.
  ///
  /// - Parameter path: The URL's path, not percent-encoded, without the query; `*` stands for one segment.
  ///   Of several that fit, the one that was stated first counts.
  public func respond(to method: HTTPMethod, _ path: String, _ response: @escaping Response) {
    let segments = path.split(separator: "/", omittingEmptySubsequences: false)
    lock.withLock {
      if let known = routes.firstIndex(where: { $0.method == method && $0.path == segments }) {
        routes[known].responses.append(response)
      } else {
        routes.append(Route(method: method, path: segments, responses: [response]))
      }
    }
  }

  /// States a response by its body; as `respond(to:_:_:)`.
  public func response(
    _ method: HTTPMethod, _ path: String, status: Int = 200, headers: HTTPHeaders = [:],
    json: String
  ) {
    let headers = (["Content-Type": "application/json"] as HTTPHeaders).merging(headers)
    let response = HTTPResponse(status: status, headers: headers, body: Data(json.utf8))
    response(method, path) { _ in response }
  }

  /// States that a path gives no response but an error; as `respond(to:_:_:)`.
  public func fail(_ method: HTTPMethod, _ path: String, _ error: any Error) {
    response(method, path) { _ in throw error }
  }

  /// Keeps the request and gives its response.
  ///
  /// - Throws: `UnexpectedRequest` if no response was stated, `CancellationError` if the task was cancelled, and
  ///   what a response throws.
  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let response = lock.withLock {
      recorded.append(request)
      return next(for: request)
    }
    guard let response else { throw UnexpectedRequest(request: request) }
    let response = try await response(request)
    try _Concurrency.Task.checkCancellation()
    return response
  }

  private func next(for request: HTTPRequest) -> Response? {
    let segments = request.url.path.split(separator: "/", omittingEmptySubsequences: false)
    guard
      let index = routes.firstIndex(where: { route in
        route.method == request.method && route.path.count == segments.count
          && zip(route.path, segments).allSatisfy { $0 == "*" || $0 == $1 }
      })
    else { return nil }
    guard routes[index].responses.count > 1 else { return routes[index].responses.first }
    return routes[index].responses.removeFirst()
  }
}

/// A request for which a test has stated no response.
public struct UnexpectedRequest: Error, Hashable, Sendable, CustomStringConvertible {
  /// The request.
  public let request: HTTPRequest

  /// Which request it was.
  public var description: String { "no response was stated for \(request)" }
}

extension UnexpectedRequest: LocalizedError {
  /// Which request it was, as a sentence.
  public var errorDescription: String? { ErrorText.sentence(description) }

  /// How to state a response.
  public var recoverySuggestion: String? {
    "State a response: transport.respond(to: .\(request.method), \"\(request.url.path)\", json: \"…\")."
  }
}
