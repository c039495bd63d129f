/// What sends requests: `SwiftSyncURLSession.URLSessionTransport` in apps, a recording one in their tests.
public protocol Transport: Sendable {
  /// Sends a request and waits for the whole response, whatever its status is.
  ///
  /// It ends early when the task is cancelled.
  ///
  /// - Throws: Any error if there is no response; the client passes it on as `APIError.transportFailed`, or as
  ///   `APIError.cancelled` if the task was cancelled.
  func send(_ request: HTTPRequest) async throws -> HTTPResponse
}
