/// A row by its entity's position in the schema and its identity.
struct PushedKey: Hashable, Sendable {
  let entity: Int
  let key: RowKey

  /// The identity as text, its parts joined by `/`.
  var text: String { key.map(\.text).joined(separator: "/") }
}

/// A queued change on its way to an endpoint.
struct PushedChange: Hashable, Sendable {
  let entity: Int
  let change: QueuedChange

  var key: PushedKey { PushedKey(entity: entity, key: change.key) }
}
