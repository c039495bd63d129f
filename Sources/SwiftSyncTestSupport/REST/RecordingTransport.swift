public import Foundation
public import SwiftSyncRuntime

/// A transport without a network: it keeps every request and gives the answers that a test states.
///
/// ```swift
/// let transport = RecordingTransport()
/// transport.answer(.post, "/api/v2/spend_cheer", json: #"{"balance": 900}"#)
/// let api = ShopAPI(origin: "https://shop.example", transport: transport)
/// #expect(try await api.spendCheer(amount: 100).balance == 900)
/// #expect(transport.requests[0].bodyText == #"{"amount":100}"#)
/// ```
///
/// It can be used from several tasks at once; requests are then kept in the order in which they came.
///
/// `@unchecked`: what is mutable is touched under the lock only.
public final class RecordingTransport: Transport, @unchecked Sendable {
  /// Makes the answer to a request.
  public typealias Answer = @Sendable (HTTPRequest) async throws -> HTTPResponse

  private struct Route {
    let method: HTTPMethod
    let path: [Substring]
    var answers: [Answer]
  }

  private let lock = NSLock()
  private var routes: [Route] = []
  private var recorded: [HTTPRequest] = []

  /// A transport that knows no answers yet.
  public init() {}

  /// The requests so far, in their order, those without an answer included.
  public var requests: [HTTPRequest] { lock.withLock { recorded } }

  /// States an answer to requests of a method to a path.
  ///
  /// Several answers to one path are given in the order in which they were stated; the last one stays.
  ///
  /// - Parameter path: The URL's path, not percent-encoded, without the query; `*` stands for one segment.
  ///   Of several that fit, the one that was stated first counts.
  public func answer(_ method: HTTPMethod, _ path: String, _ answer: @escaping Answer) {
    let segments = path.split(separator: "/", omittingEmptySubsequences: false)
    lock.withLock {
      if let known = routes.firstIndex(where: { $0.method == method && $0.path == segments }) {
        routes[known].answers.append(answer)
      } else {
        routes.append(Route(method: method, path: segments, answers: [answer]))
      }
    }
  }

  /// States an answer by its body; as `answer(_:_:_:)`.
  public func answer(
    _ method: HTTPMethod, _ path: String, status: Int = 200, headers: HTTPHeaders = [:],
    json: String
  ) {
    let headers = (["Content-Type": "application/json"] as HTTPHeaders).merging(headers)
    let response = HTTPResponse(status: status, headers: headers, body: Data(json.utf8))
    answer(method, path) { _ in response }
  }

  /// States that a path gives no answer but an error; as `answer(_:_:_:)`.
  public func fail(_ method: HTTPMethod, _ path: String, _ error: any Error) {
    answer(method, path) { _ in throw error }
  }

  /// Keeps the request and gives its answer.
  ///
  /// - Throws: `UnexpectedRequest` if no answer was stated, `CancellationError` if the task was cancelled, and
  ///   what an answer throws.
  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let answer = lock.withLock {
      recorded.append(request)
      return next(for: request)
    }
    guard let answer else { throw UnexpectedRequest(request: request) }
    let response = try await answer(request)
    try _Concurrency.Task.checkCancellation()
    return response
  }

  private func next(for request: HTTPRequest) -> Answer? {
    let segments = request.url.path.split(separator: "/", omittingEmptySubsequences: false)
    guard
      let index = routes.firstIndex(where: { route in
        route.method == request.method && route.path.count == segments.count
          && zip(route.path, segments).allSatisfy { $0 == "*" || $0 == $1 }
      })
    else { return nil }
    guard routes[index].answers.count > 1 else { return routes[index].answers.first }
    return routes[index].answers.removeFirst()
  }
}

/// A request for which a test has stated no answer.
public struct UnexpectedRequest: Error, Hashable, Sendable, CustomStringConvertible {
  /// The request.
  public let request: HTTPRequest

  /// Which request it was.
  public var description: String { "no answer was stated for \(request)" }
}

extension UnexpectedRequest: LocalizedError {
  /// Which request it was, as a sentence.
  public var errorDescription: String? { ErrorText.sentence(description) }

  /// How to state an answer.
  public var recoverySuggestion: String? {
    "State an answer: transport.answer(.\(request.method), \"\(request.url.path)\", json: \"…\")."
  }
}
