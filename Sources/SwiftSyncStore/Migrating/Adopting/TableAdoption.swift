import SwiftSyncCoding

/// The use of another program's tables, with the comparison that it needs.
///
/// Generated code states it only for a schema with `adopt:`. The comparison is a closure, so the
/// linker leaves its code out of other apps.
@_spi(Generated)
public struct TableAdoption: AdoptionMode {
  public let isReadOnly: Bool
  /// Returns what the tables lack that the SQL of a schema creates.
  let problems: @Sendable (Connection, String) throws(SyncError) -> [String]
}

@_spi(Generated)
extension AdoptionMode where Self == TableAdoption {
  /// `adopt: true`: both programs write the tables.
  public static var readWrite: TableAdoption {
    TableAdoption(isReadOnly: false) { (connection, tables) throws(SyncError) in
      try AdoptionCheck(TableShapes(tables: tables), on: connection).problems
    }
  }

  /// `adopt: read-only`: only the other program writes the tables.
  public static var readOnly: TableAdoption {
    TableAdoption(isReadOnly: true) { (connection, tables) throws(SyncError) in
      try AdoptionCheck(TableShapes(tables: tables), on: connection, for: .reading).problems
    }
  }
}

extension SchemaMetadata {
  /// The mode of adoption; `nil` if the database belongs to the store.
  var tableAdoption: TableAdoption? { adoption as? TableAdoption }
}
