/// A type that sends requests: `URLSessionTransport` in apps, `RecordingTransport` in tests.
public protocol Transport: Sendable {
  /// Sends a request and waits for the whole response, whatever its status is.
  ///
  /// The call ends early if the task is cancelled.
  ///
  /// - Throws: Any error if the request fails without a response; the client passes it on as
  ///   `APIError.transportFailed`, or as `APIError.cancelled` if the task was cancelled.
  func send(_ request: HTTPRequest) async throws -> HTTPResponse
}
