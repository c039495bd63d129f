/// Where a value lies in a payload's object: the keys to follow, outermost first.
package struct RemotePath: Hashable, Sendable {
  /// At least one key.
  package let keys: [String]

  init(_ keys: [String]) {
    self.keys = keys
  }

  /// The path as a schema writes it, e.g. `state.id`.
  package var dotted: String {
    keys.count == 1 ? keys[0] : keys.joined(separator: ".")
  }
}
