/// Where and how local writes go to a server: one of the two wire protocols over a client.
///
/// ```swift
/// let sync = PushEndpoint(
///   .batch, EndpointRequest(.post, "/api/sync"), of: [PushedEntity(Task.self)], by: client)
/// let summary = try await store.push(to: sync)
/// ```
public struct PushEndpoint: Sendable {
  /// What request and response look like.
  public enum WireProtocol: String, CaseIterable, Hashable, Sendable {
    /// Rows by entity, with a watermark; the response has what the server has taken, refused and changed since.
    case batch
    /// One operation for each row; the response has a result for each.
    case operations
  }

  /// What a changed row is sent as by the protocol `batch`.
  public enum Rows: Hashable, Sendable {
    /// The identity and the fields that were written, so that nothing else of the server's row is touched.
    case changed
    /// Every field that is exported, for a server that takes whole rows only.
    case whole
  }

  /// What request and response look like.
  public let wireProtocol: WireProtocol
  /// Method and path.
  public let request: EndpointRequest
  /// The entities whose rows it takes.
  public let entities: [PushedEntity]
  let client: APIClient

  /// Under which the store keeps the watermarks of responses; by default the path.
  public var source: String
  /// The key of the watermark; by default that of the first entity's clock, e.g. `updated_at`.
  public var watermarkKey: String?
  /// What a changed row is sent as by the protocol `batch`.
  public var rows = Rows.changed
  /// What wins where the server's rows meet local writes (A13).
  public var conflict = ApplyOptions.Conflict.merge
  /// When a rejected row is sent again.
  public var retry = RowRetry()
  /// The most rows in one request. The fewer there are, the more transactions a push takes.
  public var rowLimit = 2_000
  /// A request takes no more rows when theirs have so many bytes; one row it always takes.
  public var byteLimit = 1_000_000
  /// By how many seconds a watermark that is a date goes back, so that rows of the same second as the newest known
  /// one are not skipped. A watermark that is a number does not need it.
  public var overlap = 1.0

  /// - Parameters:
  ///   - request: Method and path; the body is made for each call.
  ///   - entities: In any order; rows go out before those that refer to them.
  public init(
    _ wireProtocol: WireProtocol, _ request: EndpointRequest, of entities: [PushedEntity],
    by client: APIClient
  ) {
    self.wireProtocol = wireProtocol
    self.request = request
    self.entities = entities
    self.client = client
    source = request.path
  }
}
