import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif
import SwiftSyncREST

/// The sessions that a transport sends requests with.
///
/// A request to an origin that the app has not named, to which a redirect points, has its own
/// session, without the app's header fields, cookies and credentials.
final class TransportSessions: Sendable {
  private let session: URLSession

  #if canImport(FoundationNetworking)
    /// FoundationNetworking sends a task's own delegate only some of the messages, so the session's
    /// delegate forwards them.
    private let router = URLSessionRouter()
    private let queue = DispatchQueue(label: "SwiftSync.URLSession")

    init(_ session: URLSession) {
      self.session = URLSession(
        configuration: session.configuration, delegate: router, delegateQueue: nil)
    }

    deinit {
      session.finishTasksAndInvalidate()
    }
  #else
    init(_ session: URLSession) {
      self.session = session
    }
  #endif

  /// Starts a task whose events are sent to `call`.
  func start(_ request: HTTP.Request, _ call: URLSessionCall) {
    enqueue { [self] in
      if call.isOver { return }
      let (task, own) = task(for: request, call)
      call.start(task)
      own?.finishTasksAndInvalidate()
    }
  }

  func cancel(_ call: URLSessionCall) {
    guard let task = call.cancel() else { return }
    enqueue { task.cancel() }
  }

  /// Carries out work that may have to wait for the session.
  ///
  /// All sessions of FoundationNetworking share a queue, which is blocked while a server sends
  /// header fields without end. A call that is waiting for this queue could not end.
  private func enqueue(_ work: @escaping @Sendable () -> Void) {
    #if canImport(FoundationNetworking)
      queue.async(execute: work)
    #else
      work()
    #endif
  }

  /// - Returns: A task that has not been started and, if it has its own session, that session,
  ///   which must be invalidated once the task is started.
  private func task(
    for request: HTTP.Request, _ call: URLSessionCall
  ) -> (task: URLSessionDataTask, own: URLSession?) {
    guard let configuration = ownConfiguration(for: request) else {
      let task = Self.task(for: request, in: session)
      #if canImport(FoundationNetworking)
        router.add(call, for: task)
      #else
        task.delegate = call
      #endif
      return (task, nil)
    }
    let session = URLSession(configuration: configuration, delegate: call, delegateQueue: nil)
    return (Self.task(for: request, in: session), session)
  }

  private static func task(for request: HTTP.Request, in session: URLSession) -> URLSessionDataTask
  {
    guard let file = request.bodyFile else { return session.dataTask(with: URLRequest(request)) }
    return session.uploadTask(with: URLRequest(request), fromFile: file)
  }

  /// The configuration of a session for this request alone; `nil` if the shared session can be
  /// used.
  private func ownConfiguration(for request: HTTP.Request) -> URLSessionConfiguration? {
    if request.isOfOtherOrigin { return Self.anonymous(session.configuration) }
    #if canImport(FoundationNetworking)
      // curl repeats a request by itself if a kept-alive connection closes before the response
      // begins, so a server that has carried out the first request would do it twice. curl cannot
      // read a body a second time there, so the task would wait until its timeout with a busy core.
      if request.method != .get || request.body != nil || request.savesResponse {
        return session.configuration
      }
    #endif
    return nil
  }

  private static func anonymous(_ other: URLSessionConfiguration) -> URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = other.timeoutIntervalForRequest
    configuration.timeoutIntervalForResource = other.timeoutIntervalForResource
    configuration.allowsCellularAccess = other.allowsCellularAccess
    configuration.httpCookieStorage = nil
    configuration.urlCredentialStorage = nil
    return configuration
  }
}

#if canImport(FoundationNetworking)
  /// Forwards the messages of a session to the call that each task belongs to.
  ///
  /// `@unchecked`: the lock protects the calls.
  private final class URLSessionRouter: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private let lock = NSLock()
    private var calls: [Int: URLSessionCall] = [:]

    func add(_ call: URLSessionCall, for task: URLSessionTask) {
      lock.withLock { calls[task.taskIdentifier] = call }
    }

    private func call(of task: URLSessionTask) -> URLSessionCall? {
      lock.withLock { calls[task.taskIdentifier] }
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask,
      willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
      completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
      completionHandler(nil)
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didSendBodyData count: Int64,
      totalBytesSent total: Int64, totalBytesExpectedToSend expected: Int64
    ) {
      call(of: task)?.urlSession(
        session, task: task, didSendBodyData: count, totalBytesSent: total,
        totalBytesExpectedToSend: expected)
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
      completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      guard let call = call(of: task) else {
        return completionHandler(.cancelAuthenticationChallenge, nil)
      }
      call.urlSession(
        session, task: task, didReceive: challenge, completionHandler: completionHandler)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      call(of: dataTask)?.urlSession(session, dataTask: dataTask, didReceive: data)
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
      let call = lock.withLock { calls.removeValue(forKey: task.taskIdentifier) }
      call?.urlSession(session, task: task, didCompleteWithError: error)
    }
  }
#endif
