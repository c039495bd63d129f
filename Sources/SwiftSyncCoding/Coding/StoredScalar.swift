import SwiftSyncValues

/// An app's type that represents a scalar of the schema, and is named by its `swift:` key.
///
/// Payloads and columns hold `stored`; members of generated structs hold the type itself:
///
/// ```swift
/// struct HexColor: StoredScalar {
///   let stored: String
///
///   init(stored: String) throws {
///     guard stored.count == 7, stored.hasPrefix("#") else { throw HexColorError.wrongForm }
///     self.stored = stored.lowercased()
///   }
/// }
/// ```
///
/// The type may change a value, as `lowercased()` does above. The store writes what the type makes
/// of the value, so `#FF8800` from a payload is stored, found and sent as `#ff8800`.
///
/// `Stored` is the Swift type of the schema's `type:`, e.g. `String` for `string` and `Int` for
/// `int`.
///
/// Only the app knows the type. `swiftsync-gen apply`, SQL (also that of migrations), `DEFAULT` and
/// other programs store values as they come. In SQL of the app, bind `StoredValue(color)`.
///
/// Values that were stored in another form, e.g. before the type changed, are read through it, but
/// conditions do not find them until a payload or a local write rewrites them. Identities are never
/// rewritten: payloads add a second row, `fetch(_:id:)` does not find the old one, and complete
/// lists delete it. To convert all values, use `sql` in a new version, e.g.
/// `UPDATE labels SET color = lower(color)`.
public protocol StoredScalar: Hashable, Sendable {
  /// The Swift type of the values in payloads and columns.
  associatedtype Stored

  /// Creates a value from a payload or from a column.
  ///
  /// The store also calls it for each value of payloads, responses to pushes, scopes, defaults and
  /// local writes, at every depth, and for identities and references, ids in lists and keys of
  /// rows; two spellings of an identity are one row. A row with a refused value is rejected as
  /// `bad-value`. Fetching a stored value that it refuses throws `SyncError.invalidStoredValue`,
  /// and a default that it refuses terminates the program.
  ///
  /// The value that it creates from `stored` must be equal to the one that it was read from:
  ///
  /// ```swift
  /// try HexColor(stored: color.stored) == color
  /// ```
  ///
  /// A type that changes values must therefore leave the result of its own change alone. Removing
  /// spaces or lowering the case does; decoding an escape such as `&amp;` does not, because
  /// `&amp;amp;` changes twice. The store refuses a value that changes twice.
  ///
  /// - Throws: Any error if `stored` is not valid for this type.
  init(stored: Stored) throws

  /// The value in columns and in the payloads that are sent. `init(stored:)` must accept it, and
  /// create an equal value from it.
  var stored: Stored { get }
}

/// An app's type that is used as a scalar of a schema. Generated code adds the conformance.
@_documentation(visibility: internal)
public protocol SyncedScalar: StoredScalar, SyncedValue, EntityIdentity where Stored: SyncedValue {}

extension SyncedScalar {
  @_spi(Generated)
  public static var valueType: ValueType { Stored.valueType }

  @_spi(Generated)
  public init?(column value: BoundValue) {
    guard let stored = Stored(column: value) else { return nil }
    do {
      try self.init(stored: stored)
    } catch {
      return nil
    }
  }

  /// What the type makes of its own stored value, so that a value from any initializer is stored
  /// and compared as one that was read.
  @_spi(Generated)
  public func stored(in storage: StoredValue.Storage) -> StoredValue? {
    do {
      return try Self(stored: stored).stored.stored(in: storage)
    } catch {
      // A local write refuses the value, with its reason, and no row is equal to it.
      return stored.stored(in: storage)
    }
  }

  /// Creates the value from a stored value. Generated code writes defaults with it.
  ///
  /// A default that the type refuses is a mistake in the schema or the type and ends the program.
  public init(_constant stored: Stored) {
    do {
      try self.init(stored: stored)
    } catch {
      preconditionFailure("\(Self.self) rejects the default '\(stored)': \(error)")
    }
  }
}

extension ValueExpectation {
  /// The expected kind of value for a Swift type, with its article, for messages.
  package static func words<Value>(for type: ValueType, as value: Value.Type) -> String {
    value is any StoredScalar.Type
      ? "\(words(for: type)) that is a valid \(value)" : words(for: type)
  }
}

@_spi(Generated)
extension AppScalar {
  /// - Parameter stored: The Swift type of the scalar's `type:`, so that the compiler checks that
  ///   it matches.
  public init<Scalar: SyncedScalar>(_ type: Scalar.Type, as stored: Scalar.Stored.Type) {
    self.init { Scalar(column: $0)?.stored.stored(in: $1) }
  }
}
