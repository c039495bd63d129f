/// A type that sends requests: `URLSessionTransport` in apps, `RecordingTransport` in tests.
public protocol Transport: Sendable {
  /// Whether the transport sends `HTTP.Request.bodyFile` and saves responses in files without
  /// loading them into memory; false by default.
  ///
  /// If it is false, the transport receives files of up to 16 MiB as `HTTP.Request.body`, and the
  /// client saves the responses.
  var streamsFiles: Bool { get }

  /// Sends a request and waits for the whole response, whatever its status.
  ///
  /// The call ends early if the task is cancelled.
  ///
  /// - Throws: Any error if the request fails without a response; the client passes it on as
  ///   `APIError.transportFailed`, or as `APIError.cancelled` if the task was cancelled.
  func send(_ request: HTTP.Request) async throws -> HTTP.Response
}

extension Transport {
  /// Whether the transport streams files. False by default.
  public var streamsFiles: Bool { false }
}
