#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif
public import SwiftSyncREST

/// A transport that sends requests with `URLSession`, on Apple platforms and with
/// FoundationNetworking.
///
/// It has its own module because FoundationNetworking loads thirty libraries on Linux, which would
/// slow down the start of every program that sends nothing, such as the tool.
///
/// It does not follow redirects, because the client does. It enforces the limits of a request while
/// the response arrives.
///
/// With FoundationNetworking, each request other than a GET opens a new connection. Otherwise curl
/// would repeat a request whose kept-alive connection was closed, and hang if the request has a
/// body.
public struct URLSessionTransport: Transport {
  private let sessions: TransportSessions

  /// Whether the transport streams files. It is true, so memory use does not depend on their size.
  public var streamsFiles: Bool { true }

  /// Creates a transport.
  ///
  /// - Parameter session: The session, with its cookies, caches and timeouts. With
  ///   FoundationNetworking, only its configuration is used, not its delegate.
  public init(session: URLSession = .shared) {
    sessions = TransportSessions(session)
  }

  /// Sends a request. If the caller's task is cancelled, the request is cancelled too.
  ///
  /// - Throws: `CancellationError`, `TransferLimits.Exceeded`, or the session's error if the server does not
  ///   respond.
  public func send(_ request: HTTP.Request) async throws -> HTTP.Response {
    #if canImport(FoundationNetworking)
      try await CompressedBody.check(limited(CompressedBody.avoided(by: request)), to: request)
    #else
      try await limited(request)
    #endif
  }

  private func limited(_ request: HTTP.Request) async throws -> HTTP.Response {
    let call = URLSessionCall(request)
    return try await withThrowingTaskGroup(of: HTTP.Response.self) { group in
      defer { group.cancelAll() }
      group.addTask { try await send(request, call) }
      group.addTask { throw try await call.idled() }
      return try await group.firstResponse()
    }
  }

  private func send(_ request: HTTP.Request, _ call: URLSessionCall) async throws -> HTTP.Response {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        if call.begin(continuation) { sessions.start(request, call) }
      }
    } onCancel: {
      sessions.cancel(call)
    }
  }
}

extension URLRequest {
  init(_ request: HTTP.Request) {
    self.init(url: request.url)
    httpMethod = request.method.rawValue
    httpBody = request.body
    httpShouldHandleCookies = !request.isOfOtherOrigin
    // A second more, so that the client's own limit, which has a clearer error, is reached first.
    if let timeout = request.timeout {
      timeoutInterval = TimeInterval(timeout.components.seconds + 1)
    }
    for (name, value) in request.headers.sorted { setValue(value, forHTTPHeaderField: name) }
  }
}
