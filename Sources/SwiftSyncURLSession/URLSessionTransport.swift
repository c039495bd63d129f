#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif
public import SwiftSyncRuntime

/// Sends requests with `URLSession`, on Apple's platforms and with FoundationNetworking.
///
/// In a module of its own: on Linux FoundationNetworking brings thirty libraries along, for which each start of
/// a program that sends nothing, such as the tool, would wait.
///
/// With FoundationNetworking each request that is no GET has a connection of its own: the library under it would send
/// one again, unasked, where a kept connection turns out to be closed, and hang if it has a body.
public struct URLSessionTransport: Transport {
  private let session: URLSession

  /// - Parameter session: Whose cookies, caches, timeouts and redirections hold.
  public init(session: URLSession = .shared) {
    self.session = session
  }

  /// Sends a request; the session's task is cancelled with the caller's.
  ///
  /// - Throws: `CancellationError`, or the session's error if there is no answer.
  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let call = URLSessionCall()
    let session = self.session(for: request)
    defer { if session !== self.session { session.finishTasksAndInvalidate() } }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        call.start(
          session.dataTask(with: URLRequest(request)) { data, response, error in
            continuation.resume(with: Self.result(data, response, error))
          })
      }
    } onCancel: {
      call.cancel()
    }
  }

  /// The session, or one like it that has no connections yet.
  ///
  /// curl repeats a request by itself where a kept connection closes before the answer begins: a server that has carried
  /// the first one out would do it twice. A body cannot be read a second time there, so that the task would wait, with a
  /// busy core, until its timeout.
  private func session(for request: HTTPRequest) -> URLSession {
    #if canImport(FoundationNetworking)
      guard request.method != .get || request.body != nil else { return session }
      return URLSession(
        configuration: session.configuration, delegate: session.delegate,
        delegateQueue: session.delegateQueue)
    #else
      return session
    #endif
  }

  private static func result(
    _ data: Data?, _ response: URLResponse?, _ error: (any Error)?
  ) -> Result<HTTPResponse, any Error> {
    if let error {
      let isCancelled = (error as? URLError)?.code == .cancelled
      return .failure(isCancelled ? CancellationError() : error)
    }
    guard let response = response as? HTTPURLResponse else {
      return .failure(URLError(.badServerResponse))
    }
    return .success(HTTPResponse(response, data ?? Data()))
  }
}

/// A session's task that may be cancelled before it is there.
///
/// `@unchecked`: both members are touched under the lock only.
private final class URLSessionCall: @unchecked Sendable {
  private let lock = NSLock()
  private var task: URLSessionDataTask?
  private var isCancelled = false

  func start(_ task: URLSessionDataTask) {
    let isCancelled = lock.withLock {
      self.task = task
      return self.isCancelled
    }
    // A task that was cancelled before it is resumed ends with the error of a cancelled one, too.
    if isCancelled { task.cancel() }
    task.resume()
  }

  func cancel() {
    let task = lock.withLock {
      isCancelled = true
      return self.task
    }
    task?.cancel()
  }
}

extension URLRequest {
  fileprivate init(_ request: HTTPRequest) {
    self.init(url: request.url)
    httpMethod = request.method.rawValue
    httpBody = request.body
    for (name, value) in request.headers.sorted { setValue(value, forHTTPHeaderField: name) }
  }
}

extension HTTPResponse {
  fileprivate init(_ response: HTTPURLResponse, _ body: Data) {
    var headers = HTTPHeaders()
    for (name, value) in response.allHeaderFields {
      headers[String(describing: name)] = String(describing: value)
    }
    self.init(status: response.statusCode, headers: headers, body: body)
  }
}
