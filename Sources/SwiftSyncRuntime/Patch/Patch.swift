/// What a payload says of one value: nothing, that there is none, or the value itself.
///
/// In a struct with synthesised coding, `missing` is an absent key and `null` is `null`, in both directions and through
/// every encoder:
///
/// ```swift
/// struct ProfileChange: Codable {
///   var name: Patch<String> = .missing
///   var phone: Patch<String> = .missing
/// }
/// // {"phone": null} clears the phone and leaves the name alone.
/// ```
public enum Patch<Wrapped> {
  /// Nothing is said; what is stored stays.
  case missing
  /// There is no value; what is stored is cleared.
  case null
  /// The value is set.
  case value(Wrapped)

  /// A value, or null for `nil`; never missing.
  @inlinable
  public init(_ value: Wrapped?) {
    switch value {
    case .some(let wrapped): self = .value(wrapped)
    case .none: self = .null
    }
  }

  /// The value; `nil` if it is missing or null.
  @inlinable
  public var value: Wrapped? {
    if case .value(let wrapped) = self { return wrapped }
    return nil
  }

  @inlinable
  public var isMissing: Bool {
    if case .missing = self { return true }
    return false
  }

  @inlinable
  public var isNull: Bool {
    if case .null = self { return true }
    return false
  }

  /// The same state with the value transformed.
  @inlinable
  public func map<Result, Failure: Error>(
    _ transform: (Wrapped) throws(Failure) -> Result
  ) throws(Failure) -> Patch<Result> {
    switch self {
    case .missing: return .missing
    case .null: return .null
    case .value(let wrapped): return .value(try transform(wrapped))
    }
  }

  /// The value, or what stays where nothing is said: `stored` if it is missing, `nil` if it is null.
  @inlinable
  public func applied(to stored: Wrapped?) -> Wrapped? {
    switch self {
    case .missing: return stored
    case .null: return nil
    case .value(let wrapped): return wrapped
    }
  }

  /// This patch with what a newer one says laid over it.
  @inlinable
  public func merging(_ newer: Patch<Wrapped>) -> Patch<Wrapped> {
    newer.isMissing ? self : newer
  }
}

extension Patch where Wrapped: Equatable {
  /// The change that leads from one value to another; missing if they are equal.
  @inlinable
  public static func difference(from old: Wrapped?, to new: Wrapped?) -> Patch<Wrapped> {
    old == new ? .missing : Patch(new)
  }
}

extension Patch: Equatable where Wrapped: Equatable {}
extension Patch: Hashable where Wrapped: Hashable {}
extension Patch: Sendable where Wrapped: Sendable {}

extension Patch: ExpressibleByNilLiteral {
  /// `nil` means null: a value that is to be cleared.
  @inlinable
  public init(nilLiteral: ()) {
    self = .null
  }
}

extension Patch: CustomStringConvertible {
  public var description: String {
    switch self {
    case .missing: "missing"
    case .null: "null"
    case .value(let wrapped): "\(wrapped)"
    }
  }
}

extension Patch: Decodable where Wrapped: Decodable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    self = container.decodeNil() ? .null : .value(try container.decode(Wrapped.self))
  }
}

extension Patch: Encodable where Wrapped: Encodable {
  /// - Throws: `EncodingError` if it is missing in a place that cannot be left out, such as an array's element.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .missing:
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(
          codingPath: encoder.codingPath, debugDescription: "a missing value has no place here"))
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .value(let wrapped):
      try wrapped.encode(to: encoder)
    }
  }
}

extension KeyedDecodingContainer {
  /// The patch at the key; synthesised coding calls this.
  public func decode<Wrapped: Decodable>(
    _ type: Patch<Wrapped>.Type, forKey key: Key
  ) throws -> Patch<Wrapped> {
    guard contains(key) else { return .missing }
    return try decodeNil(forKey: key) ? .null : .value(decode(Wrapped.self, forKey: key))
  }
}

extension KeyedEncodingContainer {
  /// Leaves a missing value out; synthesised coding calls this.
  public mutating func encode<Wrapped: Encodable>(
    _ patch: Patch<Wrapped>, forKey key: Key
  ) throws {
    switch patch {
    case .missing: break
    case .null: try encodeNil(forKey: key)
    case .value(let wrapped): try encode(wrapped, forKey: key)
    }
  }
}
