import SwiftSyncCoding
import SwiftSyncFoundation

#if canImport(os)
  import os
#endif

extension Middleware where Self == APIClient.LogMiddleware {
  /// Writes each request and its response to the system log, with the subsystem `SwiftSync`. On
  /// platforms without a system log, writes to standard error.
  ///
  /// ```swift
  /// let api = TrackerAPI(baseURL: server, middleware: [.log()])
  /// // GET https://tracker.example/api/tasks?since=… 200, 0.12 s, 0 bytes sent, 5120 bytes received
  /// ```
  ///
  /// A record contains no bodies and no query values. In logged header fields, the values of
  /// `Authorization`, `Cookie`, `Set-Cookie` and of fields that the schema marks as `secret: true`
  /// appear as `…`.
  ///
  /// State it after `.retry()` and `.bearer(…)` to log each attempt, or before them to log each call.
  ///
  /// - Parameter headers: The names of header fields that records contain; none by default.
  public static func log(headers: Set<String> = []) -> Self {
    log(headers: headers) { $0.writeToSystemLog() }
  }

  /// Reports each request and its response to a closure.
  ///
  /// ```swift
  /// .log { record in logger.info("\(record)") }
  /// ```
  ///
  /// - Parameters:
  ///   - headers: The names of header fields that records contain; none by default.
  ///   - write: Receives a record when a request succeeds or fails, on any thread.
  public static func log(
    headers: Set<String> = [], _ write: @escaping @Sendable (APIClient.LogMiddleware.Record) -> Void
  ) -> Self {
    Self(headers: Set(headers.map { $0.lowercased() }), log: write)
  }
}

extension APIClient {
  /// The middleware that `Middleware.log(headers:_:)` creates.
  public struct LogMiddleware: Middleware {
    /// The outcome of a request.
    public struct Record: Sendable, CustomStringConvertible {
      /// The HTTP method.
      public let method: HTTP.Method
      /// The URL without user, password, fragment and query values.
      public let url: String
      /// The status of the response; `nil` if the request failed without one.
      public let status: Int?
      /// The error of a request that failed without a response; `nil` otherwise.
      public let error: String?
      /// The time from the request to the end of the response.
      public let duration: Duration
      /// The size of the request's body in bytes.
      public let sentBytes: Int
      /// The size of the response's body in bytes, after decompression.
      public let receivedBytes: Int
      /// The header fields of the request that the middleware was asked to log, without secret
      /// values.
      public let requestHeaders: [String: String]
      /// The header fields of the response that the middleware was asked to log, without secret
      /// values.
      public let responseHeaders: [String: String]

      /// The record as one line.
      public var description: String {
        let result = status.map(String.init) ?? "failed: \(error ?? "")"
        let time = (duration / .milliseconds(1)).rounded() / 1000
        return "\(method.rawValue) \(url) \(result), \(time) s, \(sentBytes) bytes sent, "
          + "\(receivedBytes) bytes received" + Self.text(requestHeaders, "request")
          + Self.text(responseHeaders, "response")
      }

      private static func text(_ headers: [String: String], _ name: String) -> String {
        guard !headers.isEmpty else { return "" }
        let fields = headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        return ", \(name) [\(fields.joined(separator: ", "))]"
      }
    }

    let headers: Set<String>
    let log: @Sendable (Record) -> Void

    /// Passes the request on and reports it.
    public func send(_ request: HTTP.Request, next: Next) async throws -> HTTP.Response {
      let start = ContinuousClock.now
      do {
        let response = try await next(request)
        log(record(request, response, nil, since: start))
        return response
      } catch {
        log(record(request, nil, error, since: start))
        throw error
      }
    }

    private func record(
      _ request: HTTP.Request, _ response: HTTP.Response?, _ error: (any Error)?,
      since start: ContinuousClock.Instant
    ) -> Record {
      var secrets = request.secrets
      secrets.values.formUnion(request.headers.secretValues)
      return Record(
        method: request.method,
        url: secrets.redacted(URLRedaction.redacted(request.url.absoluteString)),
        status: response?.status,
        error: error.map { secrets.redacted(URLRedaction.redacted(String(describing: $0))) },
        duration: ContinuousClock.now - start,
        sentBytes: FileBody.size(request.body, request.bodyFile),
        receivedBytes: FileBody.size(response?.body, response?.bodyFile),
        requestHeaders: shown(request.headers, secrets),
        responseHeaders: response.map { shown($0.headers, $0.secrets) } ?? [:])
    }

    private func shown(_ all: HTTP.Headers, _ secrets: Secrets) -> [String: String] {
      Dictionary(
        all.shown.filter { headers.contains($0.name) }
          .map { ($0.name, secrets.redacted(URLRedaction.redacted($0.value))) },
        uniquingKeysWith: { $1 })
    }
  }
}

extension APIClient.LogMiddleware.Record {
  fileprivate func writeToSystemLog() {
    #if canImport(os)
      let isFailure = error != nil || (status ?? 0) >= 500
      Logger(subsystem: "SwiftSync", category: "requests").log(
        level: isFailure ? .error : .default, "\(description, privacy: .private)")
    #else
      writeToStandardError("SwiftSync: \(description)\n")
    #endif
  }
}
