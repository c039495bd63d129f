import SwiftSyncFoundation

/// Calls of typed endpoints.
extension APIClient {
  /// Sends the request of an endpoint and returns the decoded body of its response.
  ///
  /// - Parameters:
  ///   - endpoint: The endpoint with its values.
  ///   - progress: Receives how many bytes of the body were sent.
  ///   - downloadProgress: Receives how many bytes of the response's body have arrived.
  /// - Throws: `APIError.undecodableBody` if the body does not have the type of the endpoint's response, and
  ///   the errors of `send(_:)` for a request.
  public func send<E: Endpoint>(
    _ endpoint: E, progress: UploadFile.Progress? = nil, downloadProgress: DownloadProgress? = nil
  ) async throws(APIError) -> E.Response {
    try await response(to: endpoint, progress: progress, downloadProgress: downloadProgress).value
  }

  /// Sends the request of an endpoint and returns its response with status and header fields.
  ///
  /// ```swift
  /// let response = try await api.response(to: .updateTask(id: id, patch))
  /// print(response.value, response.headers["ETag"] ?? "no ETag")
  /// ```
  ///
  /// - Parameters:
  ///   - endpoint: The endpoint with its values.
  ///   - progress: Receives how many bytes of the body were sent.
  ///   - downloadProgress: Receives how many bytes of the response's body have arrived.
  /// - Throws: The errors of `send(_:)` for an endpoint.
  public func response<E: Endpoint>(
    to endpoint: E, progress: UploadFile.Progress? = nil, downloadProgress: DownloadProgress? = nil
  ) async throws(APIError) -> APIResponse<E.Response> {
    var request = try E.request(for: endpoint)
    if case .file = E.response.raw { request.savesResponse = true }
    if E.response.raw != nil, request.headers["Accept"] == nil { request.headers["Accept"] = "*/*" }
    let response = try await response(
      to: request, progress: progress, downloadProgress: downloadProgress)
    if let error = request.failure?.error(response) { throw E.typed(error) }
    let value = try Self.value(of: E.self, response)
    return APIResponse(value, status: response.status, headers: response.headers)
  }

  private static func value<E: Endpoint>(
    of endpoint: E.Type, _ response: HTTP.Response
  ) throws(APIError) -> E.Response {
    guard response.isSuccess else {
      guard let format = E.errorFormat(response.status), format.read == nil else {
        throw E.error(response)
      }
      if let nothing = () as? E.Response { return nothing }
      return try read(HTTP.Response(status: response.status, headers: response.headers), E.response)
    }
    // An ignored body may have any type, e.g. the text of a 202.
    if let nothing = () as? E.Response { return nothing }
    if let raw = E.response.raw { return try self.raw(raw, response, E.response) }
    guard response.body.isEmpty || response.maySayJSON else {
      throw .contentType(HTTP.ResponseSummary(response))
    }
    return try read(response, E.response)
  }

  private static func raw<Value>(
    _ raw: RawBody<Value>, _ response: HTTP.Response, _ format: WireFormat<Value>
  ) throws(APIError) -> Value {
    // A response without a body has header fields all the same.
    if case .headers(let make) = raw { return make(response.headers) }
    if response.status == 204,
      let nothing = JSONValue.accept({ try FormCoding.read(Data("null".utf8), format) })
    {
      if let file = response.bodyFile { FileBody.remove(file) }
      return nothing
    }
    switch raw {
    case .bytes(let make): return make(response.body)
    case .headers(let make): return make(response.headers)
    case .file(let make):
      guard let file = response.bodyFile else { return try read(response, format) }
      return make(file)
    }
  }

  /// An empty body is read as `null`, so that an endpoint with an optional result can respond with 204.
  package static func read<Value>(
    _ response: HTTP.Response, _ form: WireFormat<Value>
  ) throws(APIError) -> Value {
    do {
      let body = response.body.isEmpty ? Data("null".utf8) : response.body
      return try FormCoding.read(body, form)
    } catch {
      throw .undecodableBody(HTTP.ResponseSummary(response), reason: reason(of: error, response))
    }
  }

  private static func reason(of error: any Error, _ response: HTTP.Response) -> String {
    if response.body.isEmpty { return "it is empty" }
    guard let error = error as? DecodingError else { return String(describing: error) }
    return error.reason(hiding: response.secrets.keys)
  }
}
