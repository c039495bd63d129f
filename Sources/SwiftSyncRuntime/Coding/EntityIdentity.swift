/// A value that identifies a row.
public protocol EntityIdentity: Hashable, Sendable {
  /// One value per column of the identity, in the order of `EntityMetadata.identity`.
  var storedValues: [StoredValue] { get }
}
