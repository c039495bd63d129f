@_spi(Generated) @_exported public import SwiftSyncCoding
public import SwiftSyncFoundation

/// A client of one backend, which sends requests through middleware to a transport.
///
/// Generated clients and push endpoints can share one.
public struct APIClient: Sendable {
  /// The start of every URL, e.g. `https://api.example.com`.
  public let baseURL: URL
  /// The limits on what a server can make this client receive, wait for and follow.
  public let limits: TransferLimits
  private let transport: any Transport
  private let middleware: [any Middleware]
  /// The header fields of all requests, or the error that prevents requests from being sent.
  private(set) var headers: Result<HTTP.Headers, APIError> = .success([:])

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - baseURL: The scheme and host, optionally with a port and a path. If it is not a URL of HTTP, or has a
  ///     query or a fragment, each call throws `APIError.invalidURL`.
  ///   - transport: The transport that sends the requests.
  ///   - middleware: The middleware, the outermost first.
  ///   - limits: The limits on what a server can make this client receive, wait for and follow.
  public init(
    baseURL: URL, transport: any Transport, middleware: [any Middleware] = [],
    limits: TransferLimits = TransferLimits()
  ) {
    self.baseURL = baseURL
    self.limits = limits
    self.transport = transport
    self.middleware = middleware
  }

  /// Sends a request and returns its response, which has a status from 200 to 299 and, if it has a body, the
  /// content type JSON.
  ///
  /// - Throws: `APIError.status`, `.contentType`, `.failed`, and the errors of `response(to:)`.
  public func send(_ request: EndpointRequest) async throws(APIError) -> HTTP.Response {
    let response = try await response(to: request)
    try check(response, to: request)
    return response
  }

  /// - Throws: `APIError.status`, `.contentType` and `.failed`.
  package func check(_ response: HTTP.Response, to request: EndpointRequest) throws(APIError) {
    guard response.isSuccess else { throw .status(HTTP.ResponseSummary(response)) }
    guard response.body.isEmpty || response.maySayJSON else {
      throw .contentType(HTTP.ResponseSummary(response))
    }
    if let error = request.failure?.error(response) { throw error }
  }

  /// Sends a request and returns the response, whatever its status.
  ///
  /// Follows redirects, except those that would send credentials or writes to another origin.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - progress: Receives how many bytes of the body were sent.
  ///   - downloadProgress: Receives how many bytes of the response's body have arrived.
  /// - Throws: `APIError.invalidURL`, `.invalidHeader`, `.invalidValue`, `.transportFailed`, `.tokenRefreshFailed`,
  ///   `.refusedRedirect`, `.limitExceeded` or `.cancelled`.
  public func response(
    to request: EndpointRequest, progress: UploadFile.Progress? = nil,
    downloadProgress: DownloadProgress? = nil
  ) async throws(APIError) -> HTTP.Response {
    try await response(
      to: request, at: nil, progress: progress, downloadProgress: downloadProgress)
  }

  /// Like `response(to:progress:downloadProgress:)`, but requests the URL that the previous page
  /// names.
  package func response(
    to request: EndpointRequest, at link: PageLink?, progress: UploadFile.Progress? = nil,
    downloadProgress: DownloadProgress? = nil
  ) async throws(APIError) -> HTTP.Response {
    defer {
      progress?.finish()
      downloadProgress?.finish()
    }
    var message = try message(for: request, at: link)
    message.progress = progress
    message.downloadProgress = downloadProgress
    let response = try await response(to: request, message)
    downloadProgress?.report(response)
    return response
  }

  private func response(
    to request: EndpointRequest, _ message: HTTP.Request
  ) async throws(APIError) -> HTTP.Response {
    var message = message
    let record = DeliveryRecord()
    do {
      try Task.checkCancellation()
      guard let parts = request.parts else {
        return try await pass(message, record).savingBody(for: message)
      }
      let body = try await MultipartBody(parts)
      defer { FileBody.remove(body.url) }
      message.bodyFile = body.url
      message.headers["Content-Type"] = body.contentType
      return try await pass(message, record).savingBody(for: message)
    } catch {
      throw Self.error(error, hiding: message.secrets, isUnsent: !record.wasSent)
    }
  }

  private func message(
    for request: EndpointRequest, at link: PageLink?
  ) throws(APIError) -> HTTP.Request {
    let url = if let link { link.url } else { try request.url(from: baseURL) }
    var message = HTTP.Request(request.method, url)
    message.limits = limits.allowing(request.timeout)
    message.timeout = request.timeout
    message.isOfOtherOrigin = link?.isOfOtherOrigin ?? false
    message.headers["Accept"] = request.savesResponse ? "*/*" : "application/json"
    if request.body != nil { message.headers["Content-Type"] = "application/json" }
    message.body = request.body
    message.bodyFile = request.bodyFile
    message.savesResponse = request.savesResponse
    message.headers = message.headers.merging(try headers.get()).merging(request.headers)
    message.secrets = request.secrets
    message.secrets.values.formUnion(message.headers.secretValues)
    return message
  }

  private func pass(
    _ message: HTTP.Request, _ record: DeliveryRecord
  ) async throws -> HTTP.Response {
    try await pass(message, through: middleware[...], message.isOfOtherOrigin, record)
  }

  /// - Parameter isOfOtherOrigin: Whether the fields that middleware adds must not be sent, even if
  ///   middleware has created a new request.
  private func pass(
    _ request: HTTP.Request, through rest: ArraySlice<any Middleware>, _ isOfOtherOrigin: Bool,
    _ record: DeliveryRecord
  ) async throws -> HTTP.Response {
    guard let first = rest.first else {
      let request = isOfOtherOrigin ? request.ofOtherOrigin : request
      record.noteSent()
      return try await RequestDelivery(transport: transport).send(request)
    }
    return try await first.send(request) {
      try await pass($0, through: rest.dropFirst(), isOfOtherOrigin, record)
    }
  }

  private static func error(
    _ error: any Error, hiding secrets: Secrets, isUnsent: Bool
  ) -> APIError {
    if error is CancellationError || Task.isCancelled { return .cancelled }
    if let limit = error as? TransferLimits.Exceeded { return .limitExceeded(limit) }
    return error as? APIError
      ?? .transportFailed(APIError.TransportFailure(error, hiding: secrets, isUnsent: isUnsent))
  }
}

/// Called by generated code.
@_spi(Generated)
extension APIClient {
  /// Creates a client of the server that the schema states, unless the app states another one.
  public init(
    baseURL: URL?, or stated: String, transport: any Transport, middleware: [any Middleware]
  ) {
    // The tool has checked the text. No request could be sent to a text that is not a URL.
    self.init(
      baseURL: baseURL ?? URL(string: stated) ?? URL(fileURLWithPath: stated),
      transport: transport, middleware: middleware)
  }

  /// Adds a field to all requests of the client. A request's own field of the same name replaces
  /// it.
  ///
  /// If the value cannot be sent, each call throws `APIError.invalidValue`.
  public mutating func setHeader<Value>(
    _ name: String, _ value: Value, _ form: WireFormat<Value>, secret: Bool = false
  ) {
    do {
      var request = EndpointRequest(.get, "/")
      try request.setHeader(name, value, form, secret: secret)
      headers = .success(try headers.get().merging(request.headers))
    } catch {
      headers = .failure(error)
    }
  }

  /// Adds a field to all requests of the client unless the value is nil.
  public mutating func setHeader<Value>(
    _ name: String, optional value: Value?, _ form: WireFormat<Value>, secret: Bool = false
  ) {
    if let value { setHeader(name, value, form, secret: secret) }
  }
}
