import SwiftSyncFoundation

/// Calls of typed endpoints.
extension APIClient {
  /// Sends the request of an endpoint and returns what its answer carries.
  ///
  /// - Throws: `APIError.undecodableBody` if the body is not what the endpoint returns, and all that
  ///   `send(_:)` throws for a request.
  public func send<E: Endpoint>(_ endpoint: E) async throws(APIError) -> E.Answer {
    let response = try await answer(to: E.request(for: endpoint))
    guard response.isSuccess else { throw .status(AnswerExcerpt(response)) }
    // What is not looked at may be of any type, e.g. the text of a 202.
    if let nothing = () as? E.Answer { return nothing }
    guard response.body.isEmpty || response.maySayJSON else {
      throw .contentType(AnswerExcerpt(response))
    }
    return try Self.read(response, E.answer)
  }

  /// An empty body is one of `null`, so that an endpoint that may return nothing can answer with 204.
  private static func read<Value>(
    _ response: HTTPResponse, _ form: PayloadForm<Value>
  ) throws(APIError) -> Value {
    do {
      let body = response.body.isEmpty ? Data("null".utf8) : response.body
      return try FormCoding.read(body, form)
    } catch {
      let found = (error as? DecodingError)?.reason ?? String(describing: error)
      let reason = response.body.isEmpty ? "it is empty" : found
      throw .undecodableBody(AnswerExcerpt(response), reason: reason)
    }
  }
}
