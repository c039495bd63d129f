@_spi(Generated) public import SwiftSyncREST
@_spi(Generated) public import SwiftSyncStore

/// An endpoint whose response can be applied to a store (`stores` in a schema). Only generated types conform to it.
public protocol SyncedEndpoint: Endpoint {
  /// The entity whose rows the response contains.
  associatedtype Entity: SyncedEntity

  /// Returns how the rows are applied to a store.
  @_spi(Generated)
  static func sync(for endpoint: Self) -> EndpointSync<Entity>
}

/// An endpoint whose response is a document that can be applied to a store (`stores` in a schema). Only generated types
/// conform to it.
public protocol DocumentEndpoint: Endpoint where Response: SyncedDocument {}

/// How the response of an endpoint is applied to a store.
@_spi(Generated)
public struct EndpointSync<Entity: SyncedEntity>: Sendable {
  /// The rows for which a response is complete; `nil` for all rows of the entity.
  public let scope: SyncScope<Entity>?
  /// The options for applying a response.
  public internal(set) var options: ApplyOptions
  /// How pages are requested; `nil` if a response contains all rows.
  public let pages: EndpointPages?
  /// The query parameter with the time since which rows are wanted; `nil` if a response always
  /// contains all rows.
  public let since: String?
  /// The endpoint that fetches one of the rows; `nil` if there is none.
  public let item: EndpointItem?

  /// Creates a description of the sync. Called by generated code.
  public init(
    in scope: SyncScope<Entity>? = nil, _ options: ApplyOptions, pages: EndpointPages? = nil,
    since: String? = nil, item: EndpointItem? = nil
  ) {
    self.scope = scope
    self.options = options
    self.pages = pages
    self.since = since
    self.item = item
  }
}

@_spi(Generated)
extension SyncedEndpoint where Self: NotGenerated {
  public static func sync(for endpoint: Self) -> EndpointSync<Entity> { unavailable }
}
