public import SwiftSyncFoundation
@_spi(Generated) public import SwiftSyncREST
@_spi(Generated) public import SwiftSyncStore

/// Something that is wrong with one row after a push or a pull.
///
/// ```swift
/// ForEach(session.state.problems) { problem in
///   Text(problem.message)
///   if problem.resolutions.contains(.retry) {
///     Button("Try Again") { Task { try await session.resolve(problem, .retry) } }
///   }
/// }
/// ```
///
/// Problems are stored, so they are still there after the app has been restarted.
public struct SyncProblem: Error, Identifiable, Hashable, Sendable {
  /// The kinds of problems.
  public enum Kind: String, CaseIterable, Hashable, Codable, Sendable {
    /// The server rejected the change. It is sent again later, or after a write.
    case rejected
    /// The server has sent a row that could not be stored.
    case unreadable
    /// The request failed temporarily, and other requests succeeded. It is sent again later.
    case postponed
    /// The response to a creation was lost, and only the app can find out whether it has arrived.
    /// See `Resolution.arrived(as:)`.
    case uncertain
    /// The server accepted the change, and its response has values from before the edit: `members`
    /// names them. They are applied, and the change counts as confirmed. The problem remains until it
    /// is discarded, or a later change of the row is confirmed and kept.
    ///
    /// - Clocks, touched dates, tombstones, and rows that the response deletes are not compared.
    /// - Values are compared as stored (`1` equals `1.0`), dates as pushed and without fractions
    ///   that the server cut off, many-to-many ids as a set unless ordered.
    /// - The former value is that before the first edit since the last confirmed push. Beyond 500
    ///   characters or bytes, its length and beginning count. For new rows, values from before a
    ///   migration, and lists of more than 100 ids, it is unknown, so a difference is only logged.
    case notKept
    /// The server no longer has the row that the change updates. The row and the change are kept
    /// until the app discards the change or creates the row again.
    // The store knows this kind as `LocalChange.gone`.
    case goneOnServer
    /// The upload has no endpoint for the operation.
    case notPushable
  }

  /// What the app, or its user, can do about a problem. See `SyncSession.resolve(_:_:)`.
  public enum Resolution: Hashable, Sendable {
    /// The next push sends the change again, whatever time it should wait. An uncertain creation is
    /// sent again because the server does not have the row. An unreadable row is fetched again.
    case retry
    /// The change is discarded: a new row, unless a payload with a clock had its identity, and a
    /// row that the server no longer has, is deleted on the device; any other row gets the server's
    /// values from the next pull. Without a change, only the problem is removed.
    case discard
    /// The next push creates the row that the server no longer has, with its current values.
    case createAgain
    /// The server has the row of an uncertain creation. The value is its id there; for an identity
    /// of several parts, use `SyncStore.resolveCreate(of:id:_:)`.
    case arrived(as: StoredValue)
  }

  /// Identifies the problem: the same for the same row and kind, also after a restart.
  public let id: Int64
  /// The kind of the problem.
  public let kind: Kind
  /// The name of the entity; empty if a received row does not show its entity.
  public let entity: String
  /// The identity as a string, with its parts joined by `/`; `nil` if it cannot be read.
  public let identity: String?
  /// The names of the attributes and relationships concerned, sorted: those of the change, or those
  /// that the server did not keep.
  public let members: [String]
  /// The status of the response, or `nil` if there was none for this row alone.
  public let status: Int?
  /// The server's code for the problem.
  public let code: String?
  /// A message, in lower case and without a full stop, or the server's own: `message`, `detail`,
  /// `error`, or RFC 9457's `title` of the body, which in the `batch` and `operations` protocols is
  /// the row's result. At most 4 KiB.
  public let message: String
  /// The part of the response that concerns the row: the body, or an element of its list of errors.
  /// `nil` if there is none, or if it is longer than 64 KiB.
  public let body: Data?
  /// What can be done about the problem. `arrived(as:)`, which needs an id, is never listed; it is
  /// possible for the kind `uncertain`.
  public let resolutions: [Resolution]
  /// The stored identity, with one value for each column; empty if it is not known.
  let key: [StoredValue]
  /// The messages for single values as the type that the endpoint declares for the body names them,
  /// by path.
  let declaredErrors: [String: [String]]

  init(
    _ kind: Kind, entity: String, key: [StoredValue], members: [String] = [],
    _ reason: ProblemReason, resolutions: [Resolution]? = nil,
    declaredErrors: [String: [String]] = [:]
  ) {
    self.init(
      kind, entity: entity, key: key, identity: key.map(\.text).joined(separator: "/"),
      members: members, reason, resolutions, declaredErrors)
  }

  init(
    _ kind: Kind, entity: String, key: [StoredValue], identity: String?, members: [String],
    _ reason: ProblemReason, _ resolutions: [Resolution]? = nil,
    _ declaredErrors: [String: [String]] = [:]
  ) {
    id = Self.number(of: kind, entity, identity ?? "?\(reason.message)")
    self.resolutions = resolutions ?? kind.resolutions
    self.kind = kind
    self.entity = entity
    self.key = key
    self.identity = identity
    self.members = members
    status = reason.status
    code = reason.code
    message = reason.message
    body = reason.body
    self.declaredErrors = declaredErrors
  }

  /// The problem of a row that the server has sent and that was not applied.
  ///
  /// - Parameter entity: The entity of the call, in case the row's own is not known.
  init(unreadable row: ApplyReport.RejectedRow, of entity: String) {
    self.init(
      .unreadable, entity: row.entity ?? entity, key: [], identity: row.identity, members: [],
      ProblemReason("\(row.path): \(row.message)", code: row.rule.rawValue))
  }

  /// A number that is the same in each run, which hash values are not (FNV-1a).
  private static func number(of kind: Kind, _ entity: String, _ row: String) -> Int64 {
    let text = "\(kind.rawValue)\u{0}\(entity)\u{0}\(row)"
    let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { hash, byte in
      (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    return Int64(bitPattern: hash)
  }
}

extension SyncProblem.Kind {
  /// What can usually be done about problems of the kind.
  fileprivate var resolutions: [SyncProblem.Resolution] {
    switch self {
    case .rejected, .postponed, .uncertain, .unreadable: [.retry, .discard]
    case .goneOnServer: [.createAgain, .discard]
    case .notKept, .notPushable: [.discard]
    }
  }

  /// Whether the problem is stored without a pending change.
  var isWithoutChange: Bool { self == .notKept || self == .unreadable }
}

extension SyncProblem {
  /// Returns the identity of the row as the type of its entity.
  ///
  /// - Returns: `nil` if the row belongs to another entity, or if its stored identity is not known.
  /// - Throws: `SyncError.unreadableRow` if the stored identity does not have the type.
  public func id<Entity: SyncedEntity>(
    as entity: Entity.Type
  ) throws(SyncError) -> Entity.Identity? {
    guard self.entity == Entity.metadata.name, !key.isEmpty else { return nil }
    return try Entity.identity(key)
  }

  /// Returns the body as a type, e.g. the one that the endpoint declares under `errors`.
  ///
  /// - Returns: `nil` if there is no body, or if it does not have the type.
  public func body<Value: Decodable>(as type: Value.Type) -> Value? {
    guard let body else { return nil }
    return JSONValue.accept { try JSONDecoder().decode(type, from: body) }
  }

  /// The messages for single values, by the path of the value in the request, such as `title` or
  /// `items[2].due_on`; empty if the body contains none.
  ///
  /// The body may have one of these forms: `{"title": ["…"]}`, as a whole or under `errors` or `fields`;
  /// `{"detail": [{"loc": ["body", "title"], "msg": "…"}]}`;
  /// `{"errors": [{"pointer": "#/title", "detail": "…"}]}`, also with `field` or `path`, or with
  /// `source.pointer` as in JSON:API; and `{"invalid-params": [{"name": "title", "reason": "…"}]}`.
  ///
  /// If the body has a type under `errors` of the endpoint, the names of its members in the schema
  /// count instead of the keys in the body. So a type can describe any other form, with `remote`:
  /// `types: { Invalid: { field: { type: string, remote: param }, message: { type: string, remote: text } } }`.
  /// This needs a session or a push with the endpoint since the app was started.
  public var fieldErrors: [String: [String]] {
    guard declaredErrors.isEmpty else { return declaredErrors }
    guard let body,
      let json = JSONValue.accept({ try JSONValue(json: String(decoding: body, as: UTF8.self)) })
    else { return [:] }
    return FieldErrors(json).byPath
  }

  /// Returns the messages for a member, as the server states them.
  ///
  /// ```swift
  /// ForEach(problem.errors(of: \Note.Patch.title), id: \.self) { Text($0) }
  /// ```
  ///
  /// They are those of `fieldErrors` under the member's name in the schema or one of its keys in
  /// JSON, and those for values inside the member, such as the second element of a list.
  public func errors<Changes: EntityPatch, Value>(
    of member: WritableKeyPath<Changes, Patch<Value>>
  ) -> [String] {
    let entity = Changes.Entity.metadata
    guard entity.name == self.entity else { return [] }
    var patch = Changes()
    patch[keyPath: member] = .null
    guard let field = patch.states.firstIndex(where: { !$0.isMissing }) else { return [] }
    return errors(ofField: field, entity)
  }

  /// - Parameter field: The position of an attribute or, after these, of a relationship.
  func errors(ofField field: Int, _ entity: EntityMetadata) -> [String] {
    let paths = entity.errorPaths(ofField: field)
    let found = fieldErrors.filter { path, _ in
      paths.contains { path == $0 || path.hasPrefix("\($0).") || path.hasPrefix("\($0)[") }
    }
    return found.compactlySorted { $0.key < $1.key }.flatMap(\.value)
  }
}

extension EntityMetadata {
  /// The paths under which servers state what is wrong with a member.
  fileprivate func errorPaths(ofField field: Int) -> [String] {
    guard attributes.indices.contains(field) else {
      let relation = relations[field - attributes.count]
      return [relation.name] + relation.ids + relation.objects
    }
    let attribute = attributes[field]
    return [attribute.name] + attribute.field.remote + attribute.field.currencyPaths
  }
}

extension SyncProblem: CustomStringConvertible, CustomReflectable, LocalizedError {
  /// A description for logs, such as `Todo/12 was rejected: title is too long` or `the server did not
  /// keep 'title' of Todo/12`. It does not contain the body.
  public var description: String {
    // The message of such a problem names the row.
    if kind == .notKept { return message }
    let row = identity.map { entity.isEmpty ? $0 : "\(entity)/\($0)" }
    return "\(row ?? (entity.isEmpty ? "a row" : "a row of '\(entity)'")) \(words): \(reason)"
  }

  /// The message, after the server's code unless it contains it.
  private var reason: String {
    guard kind == .rejected, let code, !message.contains(code) else { return message }
    return "\(code): \(message)"
  }

  private var words: String {
    switch kind {
    case .rejected: "was rejected"
    case .unreadable: "could not be stored"
    case .postponed: "was postponed"
    case .uncertain: "may have arrived"
    case .notKept: "was not kept"
    case .goneOnServer: "is gone on the server"
    case .notPushable: "cannot be pushed"
    }
  }

  /// The mirror for debuggers and `dump`: the description.
  public var customMirror: Mirror {
    Mirror(self, children: ["problem": description], displayStyle: .struct)
  }

  /// The description, as a sentence.
  public var errorDescription: String? { ErrorText.sentence(description) }
}

extension SyncProblem: Encodable {
  private enum CodingKeys: String, CodingKey {
    case kind, entity, identity, members, status, code, message, fieldErrors
  }

  /// Encodes everything except the body, of which it encodes the messages for single values.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(kind, forKey: .kind)
    try container.encode(entity, forKey: .entity)
    try container.encode(identity, forKey: .identity)
    try container.encode(members, forKey: .members)
    try container.encodeIfPresent(status, forKey: .status)
    try container.encodeIfPresent(code, forKey: .code)
    try container.encode(message, forKey: .message)
    let fieldErrors = fieldErrors
    if !fieldErrors.isEmpty { try container.encode(fieldErrors, forKey: .fieldErrors) }
  }
}

extension SyncProblem {
  /// The problem without the part of the response.
  var withoutBody: SyncProblem {
    guard body != nil else { return self }
    return SyncProblem(
      kind, entity: entity, key: key, identity: identity, members: members,
      ProblemReason(message, status: status, code: code), resolutions)
  }
}
