@_spi(Generated) public import SwiftSyncREST
@_spi(Generated) public import SwiftSyncStore

/// The endpoints of a backend that create, update, delete and fetch single rows of an entity.
///
/// ```swift
/// let routes = RowEndpoints(
///   Todo.self,
///   create: RowEndpoint(.post, "/api/todos", body: .whole, returns: .row),
///   update: RowEndpoint(.patch, "/api/todos/{id}", body: .changed, returns: .row),
///   delete: RowEndpoint(.delete, "/api/todos/{id}"))
/// ```
@_spi(Generated)
public struct RowEndpoints: Hashable, Sendable {
  /// The entity's name.
  public let entity: String
  /// Creates a row; `nil` if the backend cannot.
  public var create: RowEndpoint?
  /// Updates a row; `nil` if the backend cannot.
  public var update: RowEndpoint?
  /// Deletes a row; `nil` if the backend cannot.
  public var delete: RowEndpoint?
  /// Fetches a row by its identity. A push uses it after a conflict, and to check whether a creation whose response was
  /// lost has arrived.
  public var fetch: RowEndpoint?

  /// Creates the endpoints of an entity.
  public init<Entity: SyncedEntity>(
    _ entity: Entity.Type, create: RowEndpoint? = nil, update: RowEndpoint? = nil,
    delete: RowEndpoint? = nil, fetch: RowEndpoint? = nil
  ) {
    self.init(
      Entity.metadata, create: create, update: update, delete: delete, fetch: fetch)
  }

  /// Like `init(_:create:update:delete:fetch:)`, for an entity that is known at run time.
  public init(
    _ metadata: EntityMetadata, create: RowEndpoint? = nil, update: RowEndpoint? = nil,
    delete: RowEndpoint? = nil, fetch: RowEndpoint? = nil
  ) {
    entity = metadata.name
    self.create = create
    self.update = update
    self.delete = delete
    self.fetch = fetch
  }

  func endpoint(for operation: PendingChange.Operation) -> RowEndpoint? {
    switch operation {
    case .insert: create
    case .update: update
    case .delete: delete
    }
  }
}

/// An endpoint that takes or returns one row.
@_spi(Generated)
public struct RowEndpoint: Hashable, Sendable {
  /// The row in a request.
  public enum Body: Hashable, Sendable {
    /// The request has no body.
    case none
    /// The written fields. Others do not change.
    case changed
    /// All exported fields.
    case whole
  }

  /// The row in a response.
  public enum Returned: Hashable, Sendable {
    /// The response contains no row; its body is not read.
    case nothing
    /// The response is the row.
    case row
    /// The row is at a dotted path, e.g. `product`.
    case rowAt(String)
  }

  /// The method and path. The placeholders are names of the entity's attributes and to-one
  /// relationships.
  public private(set) var request: EndpointRequest
  /// The row in a request.
  public let body: Body
  /// The dotted path of the row in a request's body; `nil` if the row is the body.
  public let bodyRoot: String?
  /// The row in a response.
  public let returns: Returned

  /// Creates an endpoint.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - path: The path, with placeholders such as `{id}` and `{project}`.
  ///   - body: The row in a request.
  ///   - bodyRoot: The dotted path of the row in a request's body; `nil` if the row is the body.
  ///   - returns: The row in a response.
  ///   - headers: Header fields of the requests.
  ///   - query: The parameters of the query.
  ///   - timeout: The time within which a response must be complete.
  public init(
    _ method: HTTP.Method, _ path: String, body: Body = .none, at bodyRoot: String? = nil,
    returns: Returned = .nothing, headers: HTTP.Headers = [:],
    query: KeyValuePairs<String, String> = [:], timeout: Duration? = nil
  ) {
    request = EndpointRequest(method, path, timeout: timeout)
    request.headers = headers
    for (name, value) in query { request.addQuery(name, text: value) }
    self.body = body
    self.bodyRoot = bodyRoot
    self.returns = returns
  }

  /// Returns a copy of the endpoint whose responses report failures in their bodies. Called by
  /// generated code.
  public func failing(unless flag: String, code: String? = nil) -> RowEndpoint {
    var endpoint = self
    endpoint.request.failure = ResponseFailure(unless: flag, code: code)
    return endpoint
  }

  /// The placeholders of the path, in order.
  var placeholders: [String] {
    request.path.split(separator: "{").dropFirst().compactMap { part in
      part.firstIndex(of: "}").map { String(part[..<$0]) }
    }
  }
}

extension PushEndpoint {
  /// A header field that lets a server detect a repeated creation.
  public struct IdempotencyKey: Hashable, Sendable {
    /// The name of the header field.
    public let header: String
    /// How long the server keeps a key.
    public let validity: Duration

    /// Creates a header field description.
    ///
    /// - Parameters:
    ///   - header: The name of the header field.
    ///   - validity: How long the server keeps a key; a day by default.
    public init(
      header: String = "Idempotency-Key", validFor validity: Duration = .seconds(86_400)
    ) {
      self.header = header
      self.validity = validity
    }
  }
}
