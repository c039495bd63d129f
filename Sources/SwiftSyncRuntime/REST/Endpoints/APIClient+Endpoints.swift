import SwiftSyncFoundation

/// Calls of typed endpoints.
extension APIClient {
  /// Sends the request of an endpoint and returns what its response carries.
  ///
  /// - Throws: `APIError.undecodableBody` if the body is not what the endpoint returns, and all that
  ///   `send(_:)` throws for a request.
  public func send<E: Endpoint>(_ endpoint: E) async throws(APIError) -> E.Response {
    let response = try await response(to: E.request(for: endpoint))
    guard response.isSuccess else { throw .status(ResponseSummary(response)) }
    // What is not looked at may be of any type, e.g. the text of a 202.
    if let nothing = () as? E.Response { return nothing }
    guard response.body.isEmpty || response.maySayJSON else {
      throw .contentType(ResponseSummary(response))
    }
    return try Self.read(response, E.response)
  }

  /// An empty body is one of `null`, so that an endpoint that may return nothing can respond with 204.
  private static func read<Value>(
    _ response: HTTPResponse, _ form: WireFormat<Value>
  ) throws(APIError) -> Value {
    do {
      let body = response.body.isEmpty ? Data("null".utf8) : response.body
      return try FormCoding.read(body, form)
    } catch {
      let found = (error as? DecodingError)?.reason ?? String(describing: error)
      let reason = response.body.isEmpty ? "it is empty" : found
      throw .undecodableBody(ResponseSummary(response), reason: reason)
    }
  }
}
