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
/// It follows no redirects: the client decides about them. The limits of a request hold while the response arrives.
///
/// With FoundationNetworking each request that is not a GET has a connection of its own: the library under it would send
/// one again, unasked, where a kept connection turns out to be closed, and hang if it has a body.
public struct URLSessionTransport: Transport {
  private let sessions: TransportSessions

  /// - Parameter session: Whose cookies, caches and timeouts hold. With FoundationNetworking its configuration is
  ///   used, and its delegate is not.
  public init(session: URLSession = .shared) {
    sessions = TransportSessions(session)
  }

  /// Sends a request; the session's task is cancelled with the caller's.
  ///
  /// - Throws: `CancellationError`, `LimitExceeded`, or the session's error if the server does not respond.
  public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let call = URLSessionCall(request.limits)
    return try await withThrowingTaskGroup(of: HTTPResponse.self) { group in
      defer { group.cancelAll() }
      group.addTask { try await send(request, call) }
      group.addTask { throw try await call.idled() }
      guard let first = try await group.next() else { throw CancellationError() }
      return first
    }
  }

  private func send(_ request: HTTPRequest, _ call: URLSessionCall) async throws -> HTTPResponse {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let (task, own) = sessions.task(for: request, call)
        call.start(task, continuation)
        own?.finishTasksAndInvalidate()
      }
    } onCancel: {
      call.cancel()
    }
  }
}

extension URLRequest {
  init(_ request: HTTPRequest) {
    self.init(url: request.url)
    httpMethod = request.method.rawValue
    httpBody = request.body
    httpShouldHandleCookies = !request.isOfOtherOrigin
    for (name, value) in request.headers.sorted { setValue(value, forHTTPHeaderField: name) }
  }
}
