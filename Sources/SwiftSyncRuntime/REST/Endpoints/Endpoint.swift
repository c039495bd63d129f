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

  /// The form of a response's body.
  @_spi(Generated)
  static var response: WireFormat<Response> { get }

  /// The request without the origin.
  ///
  /// - Throws: `APIError.unsendableValue` for a value that cannot be represented in JSON or in a URL.
  @_spi(Generated)
  static func request(for endpoint: Self) throws(APIError) -> EndpointRequest
}

/// An endpoint whose response can be applied to a store (`stores` in a schema). Only generated types conform to it.
public protocol SyncedEndpoint: Endpoint {
  /// The entity whose rows the response contains.
  associatedtype Entity: SyncedEntity

  /// How they go into a store.
  @_spi(Generated)
  static func sync(for endpoint: Self) -> EndpointSync<Entity>
}

/// An endpoint whose response is a document that can be applied to a store (`stores` in a schema). Only generated types
/// conform to it.
public protocol DocumentEndpoint: Endpoint where Response: SyncedDocument {}

/// How the response of an endpoint goes into a store.
@_spi(Generated)
public struct EndpointSync<Entity: SyncedEntity>: Sendable {
  /// The rows that a response is complete for; `nil` for all of the entity's.
  public let scope: SyncScope<Entity>?
  /// How a response is applied.
  public let options: ApplyOptions
  /// The query parameter that is counted up from 1 until a page is empty; `nil` if there is one page.
  public let page: String?
  /// The query parameter that says since when rows are wanted; `nil` if a response always has all of them.
  public let since: String?

  /// Generated code makes them.
  public init(
    in scope: SyncScope<Entity>? = nil, _ options: ApplyOptions, page: String? = nil,
    since: String? = nil
  ) {
    self.scope = scope
    self.options = options
    self.page = page
    self.since = since
  }
}

@_spi(Generated)
extension Endpoint where Self: NotGenerated {
  public static var response: WireFormat<Response> { unavailable }

  public static func request(for endpoint: Self) throws(APIError) -> EndpointRequest { unavailable }
}

@_spi(Generated)
extension SyncedEndpoint where Self: NotGenerated {
  public static func sync(for endpoint: Self) -> EndpointSync<Entity> { unavailable }
}
