public import SwiftSyncFoundation
import SwiftSyncValues

/// The identity of a row. Only types of the runtime and generated structs conform to it.
@_documentation(visibility: internal)
public protocol EntityIdentity: Hashable, Sendable {
  /// One value for each column of the identity, in the order of `EntityMetadata.identity`.
  @_spi(Generated)
  var storedValues: [StoredValue] { get }

  /// Creates the identity from the values of its columns, or returns `nil` if they do not form an
  /// identity.
  @_spi(Generated)
  init?(storedValues: [StoredValue])
}

@_spi(Generated)
extension EntityIdentity where Self: NotGenerated {
  public var storedValues: [StoredValue] { Self.unavailable }

  public init?(storedValues: [StoredValue]) { Self.unavailable }
}

extension EntityIdentity where Self: SyncedValue {
  /// The single value of the identity; null if no column can store it.
  @_spi(Generated)
  public var storedValues: [StoredValue] { stored(in: .text).map { [$0] } ?? [.null] }

  /// Creates the identity from the value of its column, or returns `nil` if the value is not an
  /// identity.
  @_spi(Generated)
  public init?(storedValues: [StoredValue]) {
    guard storedValues.count == 1, let value = storedValues[0].withBound(Self.init(column:)) else {
      return nil
    }
    self = value
  }
}

extension String: EntityIdentity {}
extension Int: EntityIdentity {}
extension UUID: EntityIdentity {}
extension Decimal: EntityIdentity {}
extension Date: EntityIdentity {}
extension CalendarDay: EntityIdentity {}
extension URL: EntityIdentity {}
