/// The ways in which a value travels between payloads and the store.
@_spi(Generated)
public enum SyncDirection: String, Hashable, Sendable {
  /// It is read from payloads and written into them.
  case both
  /// It is only read.
  case `import`
  /// It is only written.
  case export
  /// Payloads do not have it.
  case local

  /// Whether payloads are read for it.
  public var isImported: Bool { self == .both || self == .import }
  /// Whether it is written into payloads.
  public var isExported: Bool { self == .both || self == .export }
}
