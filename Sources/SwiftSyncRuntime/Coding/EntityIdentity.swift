/// A value that identifies a row.
public protocol EntityIdentity: Hashable, Sendable {
  /// One value per column of the identity, in the order of `EntityMetadata.identity`.
  @_spi(Generated)
  var storedValues: [StoredValue] { get }

  /// The identity that columns hold; `nil` if they hold something else.
  @_spi(Generated)
  init?(storedValues: [StoredValue])
}

@_spi(Generated)
extension EntityIdentity where Self: NotGenerated {
  public var storedValues: [StoredValue] { Self.unavailable }

  public init?(storedValues: [StoredValue]) { Self.unavailable }
}
