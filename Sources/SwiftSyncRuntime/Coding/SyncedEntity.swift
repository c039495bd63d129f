/// A generated model: a struct that is a row of a table and an object of a payload.
public protocol SyncedEntity: Codable, Hashable, Sendable {
  /// The type of the identity: a scalar, or a generated struct where a parent scopes it.
  associatedtype Identity: EntityIdentity
  /// The three-state counterpart of the struct.
  associatedtype Patch: EntityPatch

  static var metadata: EntityMetadata { get }

  var identity: Identity { get }

  /// Reads a row whose columns are those of `metadata.columns`, in their order.
  ///
  /// - Throws: `SyncError.invalidStoredValue` if another program stored what the column's type cannot hold.
  init(row: borrowing Row) throws

  /// Sets every column that the struct has.
  func write(to row: inout RowWriter)
}

/// The three-state counterpart of an entity: what a payload says of a row, key by key.
public protocol EntityPatch: Codable, Hashable, Sendable {
  init()

  /// Sets the columns that are not missing.
  func write(to row: inout RowWriter)
}

/// A value that identifies a row.
public protocol EntityIdentity: Hashable, Sendable {
  /// One value per column of the identity, in the order of `EntityMetadata.identity`.
  var storedValues: [StoredValue] { get }
}
