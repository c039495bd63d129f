/// A successful response of an endpoint, with its header fields.
public struct APIResponse<Value: Sendable>: Sendable {
  /// The decoded body.
  public let value: Value
  /// The status code: from 200 to 299, or one that the endpoint declares as `none` under `errors`.
  public let status: Int
  /// The header fields, e.g. `ETag`.
  public let headers: HTTP.Headers

  /// Creates a response, for tests.
  public init(_ value: Value, status: Int = 200, headers: HTTP.Headers = [:]) {
    self.value = value
    self.status = status
    self.headers = headers
  }
}

extension APIResponse: Equatable where Value: Equatable {}
extension APIResponse: Hashable where Value: Hashable {}
