import Foundation
import SwiftSyncREST

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One request, which receives the response as it arrives and enforces the request's limits.
///
/// `@unchecked`: the lock protects all mutable state.
final class URLSessionCall: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  private let limits: TransferLimits
  private let progress: UploadFile.Progress?
  private let downloadProgress: DownloadProgress?
  /// The file for the body of a successful response; `nil` to keep it in memory.
  private let file: ResponseFile?
  private let lock = NSLock()
  private var continuation: CheckedContinuation<HTTP.Response, any Error>?
  private var task: URLSessionDataTask?
  private var isCancelled = false
  private var hasEnded = false
  private var body = Data()
  private var received: Int64 = 0
  private var sent: Int64 = 0

  init(_ request: HTTP.Request) {
    limits = request.limits
    progress = request.progress
    downloadProgress = request.downloadProgress
    file = request.savesResponse ? ResponseFile() : nil
  }

  // MARK: - Beginning and end

  /// - Returns: Whether the call may send its request: it may have been cancelled already.
  func begin(_ continuation: CheckedContinuation<HTTP.Response, any Error>) -> Bool {
    let isCancelled = lock.withLock {
      self.continuation = continuation
      return self.isCancelled
    }
    if isCancelled { finish(.failure(CancellationError())) }
    return !isCancelled
  }

  /// Whether the call has its result, so that it needs no task.
  var isOver: Bool { lock.withLock { hasEnded } }

  /// Starts a task, even if the call was cancelled before the task existed.
  func start(_ task: URLSessionDataTask) {
    let hasEnded = lock.withLock {
      self.task = task
      return self.hasEnded
    }
    // A task that was never resumed would keep its session alive.
    if hasEnded { task.cancel() }
    task.resume()
  }

  /// Ends the call at once. The session's answer to a cancelled task may take as long as the server
  /// keeps sending.
  ///
  /// - Returns: The task to cancel.
  func cancel() -> URLSessionDataTask? {
    let task = lock.withLock {
      isCancelled = true
      return self.task
    }
    finish(.failure(CancellationError()))
    return task
  }

  /// Ends the call once. Later results are ignored.
  private func finish(_ result: Result<HTTP.Response, any Error>) {
    let continuation: CheckedContinuation<HTTP.Response, any Error>? = lock.withLock {
      // Without a continuation, the call has not begun or has ended.
      guard let continuation = self.continuation else { return nil }
      self.continuation = nil
      hasEnded = true
      body = Data()
      if case .failure = result { file?.remove() }
      return continuation
    }
    continuation?.resume(with: result)
  }

  // MARK: - Limits

  /// Waits until the transfer is too slow.
  ///
  /// - Returns: The limit that the transfer has reached.
  /// - Throws: `CancellationError` when the task is cancelled.
  func idled() async throws -> TransferLimits.Exceeded {
    var check = IdleCheck(limits)
    while true {
      try await Task.sleep(for: limits.idleTime)
      let (transferred, hasEnded) = lock.withLock { (received + sent, self.hasEnded) }
      // A response that has arrived may have to wait for the task that receives it.
      if check.isTooSlow(transferred), !hasEnded {
        return TransferLimits.Exceeded(.idleTime, of: limits)
      }
    }
  }

  // MARK: - The session's messages

  /// Follows no redirect, because the client decides which redirects are followed.
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
    let hasEnded = lock.withLock {
      sent = total
      return self.hasEnded
    }
    if hasEnded { return }
    progress?.report(UploadFile.Progress.Counts(sentBytes: total, totalBytes: max(total, expected)))
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let response = dataTask.response as? HTTPURLResponse
    let status = response?.statusCode ?? 0
    let (failure, total) = lock.withLock { () -> ((any Error)?, Int64) in
      let failure = take(data, status)
      return (failure, received)
    }
    guard let failure else {
      if (200...299).contains(status) { report(total, of: response) }
      return
    }
    // Fails at once. Data that the session has already decompressed still arrives and is dropped.
    finish(.failure(failure))
    dataTask.cancel()
  }

  /// - Parameter received: The bytes of the body so far, after decompression.
  private func report(_ received: Int64, of response: HTTPURLResponse?) {
    guard let downloadProgress else { return }
    let isCompressed = response?.value(forHTTPHeaderField: "Content-Encoding") != nil
    let expected = isCompressed ? -1 : response?.expectedContentLength ?? -1
    downloadProgress.report(
      .init(receivedBytes: received, totalBytes: expected >= received ? expected : nil))
  }

  /// Keeps the data that has arrived. Called under the lock.
  ///
  /// - Returns: The reason why no more data is accepted, or `nil`.
  private func take(_ data: Data, _ status: Int) -> (any Error)? {
    guard continuation != nil else { return CancellationError() }
    received += Int64(data.count)
    guard let file, (200...299).contains(status) else {
      guard received <= limits.responseBytes else {
        return TransferLimits.Exceeded(.responseBytes, of: limits)
      }
      body.append(data)
      return nil
    }
    guard received <= limits.streamedBytes else {
      return TransferLimits.Exceeded(.streamedBytes, of: limits)
    }
    do {
      try file.append(data)
      return nil
    } catch {
      return error
    }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    if let error { return finish(.failure(Self.cause(of: error))) }
    guard let response = task.response as? HTTPURLResponse else {
      return finish(.failure(URLError(.badServerResponse)))
    }
    do {
      finish(.success(try self.response(response)))
    } catch {
      finish(.failure(error))
    }
  }

  #if canImport(FoundationNetworking)
    /// Answers a challenge of the server. Without a credential, the response is the result.
    ///
    /// FoundationNetworking sends the challenge after the whole response. Its default handling then
    /// waits for ever if the session has no credential, and stops the process if the server demands
    /// another method than Basic.
    func urlSession(
      _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
      completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      let method = challenge.protectionSpace.authenticationMethod
      if challenge.proposedCredential != nil, method == NSURLAuthenticationMethodHTTPBasic {
        // The response to the next attempt begins from scratch.
        lock.withLock { (body, received) = (Data(), 0) }
        return completionHandler(.performDefaultHandling, nil)
      }
      urlSession(session, task: task, didCompleteWithError: nil)
      completionHandler(.cancelAuthenticationChallenge, nil)
    }
  #endif

  private func response(_ response: HTTPURLResponse) throws -> HTTP.Response {
    guard let file, (200...299).contains(response.statusCode) else {
      return HTTP.Response(response, lock.withLock { body })
    }
    return HTTP.Response(response, Data(), file: try file.end())
  }

  /// The session's error without its URL, which may contain secrets in its query.
  private static func cause(of error: any Error) -> any Error {
    guard let error = error as? URLError else { return error }
    if error.code == .cancelled { return CancellationError() }
    return URLError(error.code, userInfo: [NSLocalizedDescriptionKey: error.localizedDescription])
  }
}

extension HTTP.Response {
  fileprivate init(_ response: HTTPURLResponse, _ body: Data, file: URL? = nil) {
    var headers = HTTP.Headers()
    for (name, value) in response.allHeaderFields {
      headers[String(describing: name)] = String(describing: value)
    }
    self.init(status: response.statusCode, headers: headers, body: body, bodyFile: file)
  }
}
