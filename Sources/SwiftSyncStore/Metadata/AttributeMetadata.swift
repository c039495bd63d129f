@_spi(Generated) public import SwiftSyncCoding
public import SwiftSyncValues

/// The runtime's description of an attribute.
@_spi(Generated)
@dynamicMemberLookup
public final class AttributeMetadata: Sendable {
  /// The name in Swift, e.g. `avatarURL`.
  public let name: String
  /// What it has in common with fields of types.
  public let field: FieldMetadata
  /// The position of the attribute's first column in the entity's `columns`. Money has a second
  /// column after it.
  public let column: Int
  /// The constant default in its stored form, one value for each column; empty if there is none.
  public let defaultValues: [StoredValue]
  /// The default that is generated for each row, including rows of a `through:` entity that a
  /// membership list creates.
  public let generatedDefault: GeneratedDefault?
  /// Whether the attribute is read from payloads and written into them.
  public let direction: SyncDirection
  /// Whether every local write sets this date to the current time.
  public let isTouched: Bool

  /// Creates the metadata. Positions must be those of the entity's columns.
  public init(
    _ name: String, _ field: FieldMetadata, column: Int, default defaultValues: [StoredValue] = [],
    generated generatedDefault: GeneratedDefault? = nil, direction: SyncDirection = .both,
    touch isTouched: Bool = false
  ) {
    self.name = name
    self.field = field
    self.column = column
    self.defaultValues = defaultValues
    self.generatedDefault = generatedDefault
    self.direction = direction
    self.isTouched = isTouched
  }

  @inlinable
  public subscript<Value>(dynamicMember path: KeyPath<FieldMetadata, Value>) -> Value {
    field[keyPath: path]
  }
}

/// A default that is not a constant.
@_spi(Generated)
public enum GeneratedDefault: Sendable {
  /// A random UUID, `default: new`.
  case newUUID
  /// The current time, `default: now`.
  case now
  /// A temporary id, which is used until the server has confirmed the row, `default: temporary`.
  case temporary

  /// A clause for messages about a value that a payload lacks.
  var note: String {
    let name =
      switch self {
      case .newUUID: "new"
      case .now: "now"
      case .temporary: "temporary"
      }
    return "; 'default: \(name)' applies only to rows created on the device"
  }
}

@_spi(Generated)
extension AttributeMetadata {
  /// Whether the attribute has a second column, for a currency.
  public var isAmount: Bool { field.type == .money }
}
