/// A typed endpoint of a backend with the values of one request. Generated types conform.
///
/// ```swift
/// let tasks = try await client.send(TrackerAPI.TasksEndpoint(project: project.id))
/// ```
///
/// What it has to give is static, so that it cannot have the name of one of its values.
public protocol Endpoint: Sendable {
  /// What a successful response carries; `Void` for nothing.
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

/// An endpoint whose response is rows of an entity that can go straight into a store: `stores` in a schema.
public protocol SyncedEndpoint: Endpoint {
  /// The entity whose rows a response brings.
  associatedtype Entity: SyncedEntity

  /// How they go into a store.
  @_spi(Generated)
  static func sync(for endpoint: Self) -> EndpointSync<Entity>
}

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
