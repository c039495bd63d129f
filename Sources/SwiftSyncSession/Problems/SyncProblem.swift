public import SwiftSyncFoundation
@_spi(Generated) public import SwiftSyncREST
@_spi(Generated) public import SwiftSyncStore

/// Something that is wrong with one row after a push or a pull.
///
/// ```swift
/// for problem in summary.problems {
///   show(problem.message, problem.fieldErrors["title"] ?? [])
/// }
/// ```
public struct SyncProblem: Error, Hashable, Sendable {
  /// The kinds of problems.
  public enum Kind: String, CaseIterable, Hashable, Codable, Sendable {
    /// The server rejected the change. It is sent again later, or after a write.
    case rejected
    /// The server has sent a row that could not be stored.
    case unreadable
    /// The request failed temporarily, and other requests succeeded. It is sent again later.
    case postponed
    /// The response to a creation was lost, and only the app can find out whether it has arrived.
    /// See `SyncStore.resolveCreate(of:id:_:)`.
    case uncertain
    /// The server accepted the change, and its response has values from before the edit: `members`
    /// names them. They are applied. The change counts as confirmed, so the problem is only in the
    /// summary of the push, and in that of the session.
    case notKept
    /// The server no longer has the row that the change updates. The row and the change are kept
    /// until the app discards the change or creates the row again.
    // The store knows this kind as `LocalChange.gone`.
    case goneOnServer
    /// The upload has no endpoint for the operation.
    case notPushable
  }

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
  /// A message, in lower case and without a full stop, or the server's own. At most 4 KiB.
  public let message: String
  /// The part of the response that concerns the row: the body, or an element of its list of errors.
  /// `nil` if there is none, or if it is longer than 64 KiB.
  public let body: Data?
  /// The stored identity, with one value for each column; empty if it is not known.
  let key: [StoredValue]

  init(
    _ kind: Kind, entity: String, key: [StoredValue], members: [String] = [],
    _ reason: ProblemReason
  ) {
    self.init(
      kind, entity: entity, key: key, identity: key.map(\.text).joined(separator: "/"),
      members: members, reason)
  }

  private init(
    _ kind: Kind, entity: String, key: [StoredValue], identity: String?, members: [String],
    _ reason: ProblemReason
  ) {
    self.kind = kind
    self.entity = entity
    self.key = key
    self.identity = identity
    self.members = members
    status = reason.status
    code = reason.code
    message = reason.message
    body = reason.body
  }

  /// The problem of a row that the server has sent and that was not applied.
  ///
  /// - Parameter entity: The entity of the call, in case the row's own is not known.
  init(unreadable row: ApplyReport.RejectedRow, of entity: String) {
    self.init(
      .unreadable, entity: row.entity ?? entity, key: [], identity: row.identity, members: [],
      ProblemReason("\(row.path): \(row.message)", code: row.rule.rawValue))
  }
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
  /// `{"detail": [{"loc": ["body", "title"], "msg": "…"}]}`; and
  /// `{"errors": [{"pointer": "#/title", "detail": "…"}]}`, also with `field`, or with
  /// `source.pointer` as in JSON:API.
  public var fieldErrors: [String: [String]] {
    guard let body,
      let json = JSONValue.accept({ try JSONValue(json: String(decoding: body, as: UTF8.self)) })
    else { return [:] }
    return FieldErrors(json).byPath
  }
}

extension SyncProblem: CustomStringConvertible, CustomReflectable, LocalizedError {
  /// A description for logs, such as `Todo/12 was rejected: title is too long` or `the server did not
  /// keep 'title' of Todo/12`. It does not contain the body.
  public var description: String {
    // The message of such a problem names the row.
    if kind == .notKept { return message }
    let row = identity.map { entity.isEmpty ? $0 : "\(entity)/\($0)" }
    return "\(row ?? (entity.isEmpty ? "a row" : "a row of '\(entity)'")) \(words): \(message)"
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
      ProblemReason(message, status: status, code: code))
  }
}
