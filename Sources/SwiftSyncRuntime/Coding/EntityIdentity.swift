/// A value that identifies a row.
public protocol EntityIdentity: Hashable, Sendable {
  /// One value per column of the identity, in the order of `EntityMetadata.identity`.
  var storedValues: [StoredValue] { get }

  /// The identity that columns hold; `nil` if they hold something else.
  init?(storedValues: [StoredValue])
}
