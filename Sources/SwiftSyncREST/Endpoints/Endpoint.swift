@_spi(Generated) public import SwiftSyncCoding

/// A request to an endpoint whose response has a known type. Only generated types conform to it.
///
/// ```swift
/// let tasks = try await client.send(TrackerAPI.TasksEndpoint(project: project.id))
/// ```
///
/// Its requirements are static, so they do not conflict with the names of its values.
public protocol Endpoint: Sendable {
  /// The type of a successful response's body; `Void` if it is ignored.
  associatedtype Response: Sendable
  /// The generated client that the endpoint belongs to.
  associatedtype GeneratedClient = Never

  /// The formats of responses with a status other than 200 to 299 (`errors` in a schema). The first
  /// matching format is used.
  @_spi(Generated)
  static var errors: [ErrorFormat] { get }

  /// The format of a response's body.
  @_spi(Generated)
  static var response: WireFormat<Response> { get }

  /// The request without the base URL.
  ///
  /// - Throws: `APIError.invalidValue` for a value that cannot be represented in JSON or in a URL.
  @_spi(Generated)
  static func request(for endpoint: Self) throws(APIError) -> EndpointRequest
}

@_spi(Generated)
extension Endpoint {
  /// No formats are declared.
  public static var errors: [ErrorFormat] { [] }
}

@_spi(Generated)
extension Endpoint where Self: NotGenerated {
  public static var response: WireFormat<Response> { unavailable }

  public static func request(for endpoint: Self) throws(APIError) -> EndpointRequest { unavailable }
}
