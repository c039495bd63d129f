public import SwiftSyncFoundation
import SwiftSyncValues

/// The identity of a row. Only types of the runtime and generated structs conform to it.
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

extension EntityIdentity where Self: SyncedValue {
  /// The one value of the identity; null if no column can hold it.
  @_spi(Generated)
  public var storedValues: [StoredValue] { stored(in: .text).map { [$0] } ?? [.null] }

  /// The identity in one column; `nil` if it holds something else.
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
