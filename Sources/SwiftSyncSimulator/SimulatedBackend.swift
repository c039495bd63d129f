public import Foundation
@_spi(Generated) public import SwiftSyncRuntime

/// A backend without a network, for previews and tests. It keeps rows in memory and answers what the
/// schema declares.
///
/// ```swift
/// let backend = SimulatedBackend(NotesAPI.self)
/// let session = SyncSession(
///   SyncStore(NotesSchema.self, .init(location: .inMemory)), NotesAPI(transport: backend))
/// backend.isOnline = false
/// try await session.store.insert(Note(title: "Milk"))
/// backend.isOnline = true
/// try await session.run()
/// #expect(try backend.rows(of: Note.self).map(\.title) == ["Milk"])
/// ```
///
/// Several clients can share a backend, like the devices of a user. It can be used from several
/// tasks at once.
///
/// Generated code describes the endpoints to it in debug builds. A target that is built without
/// debugging must be compiled with `-D SWIFTSYNC_FIXTURES`.
///
/// `@unchecked`: the lock protects all mutable state.
public final class SimulatedBackend: Transport, @unchecked Sendable {
  private let lock = NSLock()
  private let store: SyncStore
  private let opened: Result<ServerAnswers, any Error>
  private var faults: [PlannedFault] = []
  private var responders: [Responder] = []
  private var recorded: [HTTP.Request] = []
  private var isConnected = true
  private var rowsPerPage = 20

  /// Creates a backend for the endpoints of a generated client.
  ///
  /// If the description of the endpoints is missing, or the rows cannot be stored, every request and
  /// every call throws the reason.
  ///
  /// - Parameters:
  ///   - api: The type of the client.
  ///   - rows: The first rows. By default, there are none.
  public init<API: SyncedAPI>(
    _ api: API.Type, with rows: Fixtures.Rows<API.GeneratedSchema>? = nil
  ) {
    let schema = API.GeneratedSchema.metadata
    let store = SyncStore(
      API.GeneratedSchema.self, SyncStore.Configuration(location: .inMemory, log: .none))
    self.store = store
    opened = Result {
      guard let json = API.endpointDescription else {
        throw NoAnswer(
          "\(API.self) does not describe its endpoints; compile its target for debugging, or with "
            + "-D SWIFTSYNC_FIXTURES")
      }
      // A loaded machine may need longer than the store's initializer waits.
      while store.opening == .pending { Thread.sleep(forTimeInterval: 0.01) }
      let state = try ServerState(schema, store) { transaction in
        if let rows { _ = try transaction.load(rows) }
      }
      return ServerAnswers(try DescribedAPI(json: json), state)
    }
  }

  /// Whether requests reach the backend. If it is false, they fail as without a network.
  public var isOnline: Bool {
    get { lock.withLock { isConnected } }
    set { lock.withLock { isConnected = newValue } }
  }

  /// The number of rows in a page of a list whose requests do not state it. The default is 20.
  public var pageSize: Int {
    get { lock.withLock { rowsPerPage } }
    set { lock.withLock { rowsPerPage = max(1, newValue) } }
  }

  /// The requests that have reached the backend, in order, including those that it has not answered.
  public var requests: [HTTP.Request] { lock.withLock { recorded } }

  /// Returns the rows of an entity as the backend has them, without deleted ones.
  ///
  /// - Throws: `SyncError` if they cannot be read, or `Unanswered` if the backend could not be created.
  public func rows<Row: SyncedEntity>(of entity: Row.Type) throws -> [Row] {
    try lock.withLock {
      _ = try answers(for: nil)
      return try store.read { try $0.fetch(entity.all) }
    }
  }

  /// Changes rows, like another device whose changes the backend has received.
  ///
  /// ```swift
  /// try backend.edit { try $0.delete(note) }
  /// ```
  ///
  /// The backend sets the clocks of changed rows, keeps tombstones of deleted ones, and replaces
  /// temporary ids of new ones.
  ///
  /// - Throws: The error of `body`. Nothing is changed then.
  public func edit(_ body: (SyncTransaction) throws -> Void) throws {
    try lock.withLock {
      let answers = try answers(for: nil)
      do {
        try answers.state.edit(body)
      } catch let error as NoAnswer {
        throw Unanswered(request: nil, reason: error.reason)
      }
    }
  }

  private func answers(for request: HTTP.Request?) throws -> ServerAnswers {
    do {
      return try opened.get()
    } catch let error as NoAnswer {
      throw Unanswered(request: request, reason: error.reason)
    }
  }
}

// MARK: - Requests

extension SimulatedBackend {
  /// The error for a request to which the schema does not determine an answer, such as one that
  /// signs in. Add the answer with `respond(to:_:status:headers:json:)`.
  public struct Unanswered: Error, Sendable, CustomStringConvertible {
    /// The request; `nil` if the backend could not be created.
    public let request: HTTP.Request?
    /// The reason, without the request.
    public let reason: String

    /// A description that contains the request and the reason.
    public var description: String {
      guard let request else { return "the simulated backend cannot be used: \(reason)" }
      return "the simulated backend has no answer to \(request): \(reason)"
    }
  }

  /// Answers a request.
  ///
  /// - Throws: `Unanswered` if the schema does not say what the answer is, `CancellationError` if
  ///   the task was cancelled, `NSError` with a code of `URLError` if the backend is offline or the
  ///   response is lost.
  public func send(_ request: HTTP.Request) async throws -> HTTP.Response {
    let (fault, handler) = try lock.withLock { () throws -> (Fault?, Responder.Handler?) in
      guard isConnected else { throw Self.notConnected }
      recorded.append(request)
      return (takeFault(for: request), responders.last { $0.matches(request) }?.handler)
    }
    switch fault?.kind {
    case .response(let response): return response
    case .delay(let duration): try await Task.sleep(for: duration)
    case .loseResponse, nil: break
    }
    let response = try await handler?(request) ?? lock.withLock { try answer(request) }
    if case .loseResponse? = fault?.kind { throw Self.connectionLost }
    try Task.checkCancellation()
    return response
  }

  private func answer(_ request: HTTP.Request) throws -> HTTP.Response {
    do {
      return try answers(for: request).answer(request, pageSize: rowsPerPage)
    } catch let error as NoAnswer {
      throw Unanswered(request: request, reason: error.reason)
    }
  }

  /// The request never left the device.
  private static var notConnected: NSError {
    failure(-1009, "The Internet connection appears to be offline.")
  }
  /// The request may have arrived.
  private static var connectionLost: NSError {
    failure(-1005, "The network connection was lost.")
  }

  /// An error of the system, with its words.
  private static func failure(_ code: Int, _ words: String) -> NSError {
    NSError(domain: "NSURLErrorDomain", code: code, userInfo: [NSLocalizedDescriptionKey: words])
  }
}

extension SimulatedBackend.Unanswered: LocalizedError {
  /// The description.
  public var errorDescription: String? { description }
}

// MARK: - Faults and other answers

extension SimulatedBackend {
  /// What happens to a request instead of a normal answer.
  public struct Fault: Sendable {
    enum Kind: Sendable {
      case response(HTTP.Response)
      case loseResponse
      case delay(Duration)
    }

    let kind: Kind

    /// The backend responds with a status and does nothing else.
    public static func status(
      _ status: Int, headers: HTTP.Headers = [:], json: String = "{}"
    ) -> Fault {
      let headers = (["Content-Type": "application/json"] as HTTP.Headers).merging(headers)
      return Fault(
        kind: .response(
          HTTP.Response(status: status, headers: headers, body: Data(json.utf8))))
    }

    /// The backend carries out the request, but the device receives no response.
    public static let loseResponse = Fault(kind: .loseResponse)

    /// The backend carries out the request later.
    public static func delay(_ duration: Duration) -> Fault {
      Fault(kind: .delay(duration))
    }
  }

  /// Lets the next requests with a method and a path fail.
  ///
  /// ```swift
  /// backend.fail(.post, "/notes", with: .status(422, json: #"{"title": ["is taken"]}"#))
  /// backend.fail(with: .loseResponse, times: 3)
  /// ```
  ///
  /// - Parameters:
  ///   - method: The method; `nil` for any.
  ///   - path: The path in the schema, or the whole path of the URL. `*` stands for one segment, and
  ///     `**` for any number of them. By default, any path.
  ///   - fault: What happens instead.
  ///   - times: The number of requests.
  public func fail(
    _ method: HTTP.Method? = nil, _ path: String = "**", with fault: Fault, times: Int = 1
  ) {
    let place = RequestPlace(method: method, pattern: PathPattern(path), backend: opened)
    lock.withLock { faults.append(PlannedFault(place: place, fault: fault, rest: times)) }
  }

  /// Sets the response to requests that the schema does not determine, or replaces an answer.
  ///
  /// Of several responses to a request, the one that was set last is used.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - path: As in `fail(_:_:with:times:)`.
  ///   - handler: Returns the response, or throws the error of the transport.
  public func respond(
    to method: HTTP.Method, _ path: String,
    _ handler: @escaping @Sendable (HTTP.Request) async throws -> HTTP.Response
  ) {
    let place = RequestPlace(method: method, pattern: PathPattern(path), backend: opened)
    lock.withLock { responders.append(Responder(place: place, handler: handler)) }
  }

  /// Sets the response to requests with a JSON body. Paths work as in `fail(_:_:with:times:)`.
  public func respond(
    to method: HTTP.Method, _ path: String, status: Int = 200, headers: HTTP.Headers = [:],
    json: String
  ) {
    guard case .response(let response) = Fault.status(status, headers: headers, json: json).kind
    else { return }
    respond(to: method, path) { _ in response }
  }

  private func takeFault(for request: HTTP.Request) -> Fault? {
    guard let index = faults.firstIndex(where: { $0.rest > 0 && $0.place.matches(request) }) else {
      return nil
    }
    faults[index].rest -= 1
    let fault = faults[index].fault
    if faults[index].rest == 0 { faults.remove(at: index) }
    return fault
  }
}

/// The requests to which a fault or a response applies.
private struct RequestPlace: Sendable {
  let method: HTTP.Method?
  let pattern: PathPattern
  /// The routes with the paths of the schema.
  let routes: [(route: String, path: String)]

  init(method: HTTP.Method?, pattern: PathPattern, backend: Result<ServerAnswers, any Error>) {
    self.method = method
    self.pattern = pattern
    let api = (try? backend.get())?.api
    routes =
      (api?.endpoints ?? []).map { ($0.route, $0.path) }
      + (api?.uploads ?? []).map { ($0.route, $0.path) }
  }

  func matches(_ request: HTTP.Request) -> Bool {
    guard method == nil || method == request.method else { return false }
    let path = request.pathSegments
    if pattern.matches(path) { return true }
    return routes.contains { route, pathInSchema in
      guard RequestRoute(route).match(path) != nil else { return false }
      let count = RequestRoute(pathInSchema).rank.count
      return pattern.matches(path.suffix(count).map { $0 })
        || pattern.matches(path.suffix(RequestRoute(route).rank.count).map { $0 })
    }
  }
}

private struct PlannedFault: Sendable {
  let place: RequestPlace
  let fault: SimulatedBackend.Fault
  /// The number of requests that are still to fail.
  var rest: Int
}

private struct Responder: Sendable {
  typealias Handler = @Sendable (HTTP.Request) async throws -> HTTP.Response

  let place: RequestPlace
  let handler: Handler

  func matches(_ request: HTTP.Request) -> Bool { place.matches(request) }
}
