@_spi(Generated) import SwiftSyncCoding
import SwiftSyncValues

extension EntityIdentity {
  /// The values as the entity's columns hold them.
  ///
  /// A date does not know how its column stores it. Dates are the only type that has text for an
  /// integer column.
  @_spi(Generated)
  public func storedValues(in metadata: EntityMetadata) -> [StoredValue] {
    zip(storedValues, metadata.identity).map { value, column in
      guard case .text(var text) = value, metadata.columns[column].storage == .integer else {
        return value
      }
      return text.withUTF8 { DateText.microseconds(JSONSlice($0)) }.map(StoredValue.integer)
        ?? value
    }
  }
}
