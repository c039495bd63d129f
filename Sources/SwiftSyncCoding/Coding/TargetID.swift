package import SwiftSyncValues

/// The identity in a reference to one of several entities.
///
/// The targets of the reference have identities of one type. A row of a type that the schema does
/// not have may have an id of another type, which is stored as a string:
///
/// ```swift
/// note.subjectID = 5
/// note.subjectID = .id(card.id)
/// note.subject = .unknown(type: "poem", id: "p-12")
/// ```
public enum TargetID<ID: SyncedValue>: Sendable {
  /// An identity of the targets' type.
  case id(ID)
  /// The id of a row of an unknown type that is not an identity of the targets' type.
  ///
  /// A string that can be read as such an identity is stored as one, so `.other("5")` is fetched as
  /// `.id(5)` if identities are integers.
  case other(String)

  /// Creates the identity that a string represents.
  public init(text: String) {
    self = ID.identity(ofText: text).map { .id($0) } ?? .other(text)
  }

  /// The id as a string, regardless of its type.
  public var text: String {
    switch self {
    case .id(let id): id.identityText
    case .other(let text): text
    }
  }
}

extension TargetID: Hashable {
  /// Returns whether two ids are equal. Strings are compared by their bytes.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.id(let left), .id(let right)): left == right
    case (.other(let left), .other(let right)): left.utf8.elementsEqual(right.utf8)
    default: false
    }
  }

  /// Hashes the id. Strings are hashed by their bytes.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .id(let id): hasher.combine(id)
    case .other(let text): hasher.combine(StoredValue.text(text))
    }
  }
}

extension TargetID: SyncedValue {
  @_spi(Generated)
  public static var valueType: ValueType { ID.valueType }

  @_spi(Generated)
  public init?(column value: BoundValue) {
    if let id = ID(column: value) {
      self = .id(id)
    } else if let text = UnknownID.text(of: value) {
      self = .other(text)
    } else {
      return nil
    }
  }

  @_spi(Generated)
  public func stored(in storage: StoredValue.Storage) -> StoredValue? {
    switch self {
    case .id(let id): id.stored(in: storage)
    case .other(let text):
      ID.identity(ofText: text)?.stored(in: storage)
        ?? UnknownID.stored(text, as: ID.valueType, in: storage)
    }
  }
}

extension TargetID: OrderedValue where ID: OrderedValue {}
extension TargetID: EntityIdentity where ID: EntityIdentity {}

extension TargetID: ExpressibleByIntegerLiteral where ID: ExpressibleByIntegerLiteral {
  /// Creates an identity from a literal.
  public init(integerLiteral value: ID.IntegerLiteralType) {
    self = .id(ID(integerLiteral: value))
  }
}

/// Gives the payload encoder access to ids whose type it does not know.
package protocol UnknownIdentity {
  /// The id if it is not an identity of the targets' type.
  var unknownText: String? { get }
}

extension TargetID: UnknownIdentity {
  package var unknownText: String? {
    guard case .other(let text) = self else { return nil }
    return UnknownID.identity(text, as: ID.valueType, in: .text) == nil ? text : nil
  }
}

/// Ids of rows of types that the schema does not have, in references to one of several entities.
/// The columns of such references are declared for identities of the targets' type.
package enum UnknownID {
  /// The column's value for a payload value that the column's type does not accept; `nil` if it is
  /// not an id.
  package static func stored(
    _ token: JSONToken, as type: ValueType, in storage: StoredValue.Storage, _ arena: ByteArena
  ) -> StoredValue? {
    guard !token.isInvalid else { return nil }
    switch token.kind {
    case .string: return stored(token.text(in: arena).string, as: type, in: storage)
    case .number where token.isInteger: return stored(token.slice.string, as: type, in: storage)
    default: return nil
    }
  }

  /// The column's value for a string: an identity of the targets' type if the string can be read as
  /// one.
  package static func stored(
    _ text: String, as type: ValueType, in storage: StoredValue.Storage
  ) -> StoredValue {
    if let identity = identity(text, as: type, in: storage) { return identity }
    // SQLite would convert such a string to a number in an integer column.
    let isKept = storage != .integer || !looksNumeric(text)
    return isKept ? .text(text) : .blob(Array(text.utf8))
  }

  /// The value of a column as a string; `nil` if it is neither text nor an integer.
  package static func text(of value: BoundValue) -> String? {
    switch value.kind {
    case .text, .blob: value.slice.string
    case .integer: String(value.integer)
    case .missing, .null, .real: nil
    }
  }

  /// The column's value for a string that can be read as an identity of a type.
  static func identity(
    _ text: String, as type: ValueType, in storage: StoredValue.Storage
  ) -> StoredValue? {
    var text = text
    var type = type
    if case .date = type {
      type = .date(DateForm(remote: .auto, storage: DateForm.Storage(in: storage)))
    }
    let arena = ByteArena(chunkSize: 256)
    return withExtendedLifetime(arena) {
      text.withUTF8 { bytes in
        ValueConverter(type).convert(JSONToken(.string, JSONSlice(bytes)), in: arena)?.stored
      }
    }
  }

  /// Whether all characters of the string can be part of a number.
  private static func looksNumeric(_ text: String) -> Bool {
    let others = Set("+-.eE \t\n\u{B}\u{C}\r".utf8)
    let isDigit = { (byte: UInt8) in (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    return text.utf8.contains(where: isDigit)
      && text.utf8.allSatisfy { isDigit($0) || others.contains($0) }
  }
}
