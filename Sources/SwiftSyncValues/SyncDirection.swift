/// The directions in which values are transferred between payloads and the store.
public enum SyncDirection: String, CaseIterable, Hashable, Sendable {
  /// Values are read from payloads and written into them.
  case both
  /// Values are only read.
  case pull
  /// Values are only written.
  case push
  /// Payloads do not contain the values.
  case local

  /// Whether values are read from payloads.
  @inlinable public var isPulled: Bool {
    switch self {
    case .both, .pull: true
    case .push, .local: false
    }
  }

  /// Whether values are written into payloads.
  @inlinable public var isPushed: Bool {
    switch self {
    case .both, .push: true
    case .pull, .local: false
    }
  }
}

/// How a payload value that does not fit its type is handled, if it does not reject the row.
public enum InvalidValues: String, CaseIterable, Hashable, Sendable {
  /// The value is treated as null.
  case null
  /// The value is treated as missing: the stored value is kept, and a new row gets the default,
  /// otherwise null.
  case keep
}
