@_spi(Generated) public import SwiftSyncREST
@_spi(Generated) public import SwiftSyncStore

/// An endpoint that receives local changes, or the endpoints for single rows, by one of three protocols.
///
/// Generated clients have one for each upload of the schema:
///
/// ```swift
/// var upload = api.uploads
/// upload.rowLimit = 100
/// let summary = try await store.push(to: upload)
/// ```
public struct PushEndpoint: Sendable {
  /// The wire protocol.
  public enum WireProtocol: String, CaseIterable, Hashable, Sendable {
    /// Rows by entity, with a watermark. The response contains the accepted, rejected and changed
    /// rows.
    case batch
    /// One operation for each row. The response contains one result for each.
    case operations
    /// One request for each row, to the endpoints that create, update and delete it.
    case rest
  }

  /// The form in which the `batch` protocol sends changed rows. The default is `changed`.
  public enum Rows: Hashable, Sendable {
    /// The identity and the written fields. Other fields of the server's row do not change.
    case changed
    /// All exported fields, for a server that accepts only whole rows.
    case whole
  }

  /// The wire protocol.
  public let wireProtocol: WireProtocol
  /// The method and path of the requests; `nil` in the `rest` protocol, which has several.
  public let request: EndpointRequest?
  /// The endpoints of the `rest` protocol, by entity.
  @_spi(Generated)
  public let routes: [RowEndpoints]
  /// How the responses of the `rest` protocol that report a failure are decoded, by entity.
  @_spi(Generated)
  public let errors: [String: [ErrorFormat]]
  /// The entities whose local changes are pushed.
  @_spi(Generated)
  public let entities: [PushedEntity]
  let client: APIClient

  /// The name under which the store keeps the watermarks of the endpoint; by default the path.
  public var source: String
  /// The key of the watermark; by default the key of the first entity's clock, e.g. `updated_at`.
  public var watermarkKey: String?
  /// The form in which the `batch` protocol sends changed rows. The default is `changed`.
  public var rows = Rows.changed
  /// What happens to local changes when the server sends the same rows (A13). The default is `merge`.
  public var conflict = ApplyOptions.Conflict.merge
  /// When a rejected row is sent again. The default is `rows`.
  public var retry = HTTP.RetryPolicy.rows
  /// The maximum number of rows in one request. The default is 2,000.
  public var rowLimit = 2_000
  /// The size in bytes from which no further row is added to a request. A request contains at least
  /// one row. The default is 1,000,000.
  public var byteLimit = 1_000_000
  /// The time by which a date watermark is set back, so that rows of the same second are not skipped.
  /// The default is a second. Numbers are not affected.
  public var overlap: Duration = .seconds(1)
  /// The number of concurrent requests in the `rest` protocol. The default is 4.
  public var concurrency = 4
  /// The header field by which the server recognizes a repeated creation in the `rest` protocol;
  /// `nil` if it does not.
  public var idempotencyKey: IdempotencyKey?
  /// Whether the `rest` protocol repeats a creation without a response. The server may then have the
  /// row twice.
  public var retriesCreates = false
  /// When a row is sent again after a temporary failure. The default is `requests`.
  public var laterAttempts = HTTP.RetryPolicy.requests

  /// Creates an endpoint. Called by generated code.
  ///
  /// - Parameters:
  ///   - wireProtocol: The form of requests and responses.
  ///   - request: The method and path. The body is set for each call.
  ///   - entities: The entities, in any order. Rows are sent before those that refer to them.
  ///   - client: The client that sends the requests.
  @_spi(Generated)
  public init(
    _ wireProtocol: WireProtocol, _ request: EndpointRequest, of entities: [PushedEntity],
    by client: APIClient
  ) {
    self.wireProtocol = wireProtocol
    self.request = request
    self.entities = entities
    self.client = client
    routes = []
    errors = [:]
    source = request.path
  }

  /// Creates the endpoint of the `rest` protocol. Called by generated code.
  ///
  /// - Parameters:
  ///   - routes: The endpoints by entity, in any order. Rows are sent before those that refer to
  ///     them.
  ///   - source: The name in summaries and in the log.
  ///   - errors: The types of responses that report a failure, by entity.
  ///   - client: The client that sends the requests.
  @_spi(Generated)
  public init(
    rest routes: [RowEndpoints], named source: String = "rest",
    errors: [String: [ErrorFormat]] = [:], by client: APIClient
  ) {
    wireProtocol = .rest
    request = nil
    entities = []
    self.routes = routes
    self.errors = errors
    self.client = client
    self.source = source
  }
}
