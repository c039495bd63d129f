public import SwiftSyncFoundation
@_spi(Generated) public import SwiftSyncStore

/// A Core Data file, as the source of `SyncStore.importRows(from:)`.
///
/// ```swift
/// let old = CoreDataStore(at: url, names: ["Todo": "Task", "Todo.title": "headline"])
/// let report = try await store.importRows(from: old)
/// ```
///
/// The file is opened for reading only and never changed. While it is open, no other program, and
/// no persistent store coordinator of this one, may write to it.
public struct CoreDataStore: Sendable, Hashable {
  /// The path of the file.
  let path: String
  /// The names in the Core Data model of entities (`Todo`), members (`Todo.title`) and parts of
  /// amounts (`Todo.price.currency`) of the schema.
  let names: [String: String]
  /// The currencies of amounts that have none in the file, by member.
  let currencies: [String: String]
  /// The attributes whose values Core Data may store in separate files; `nil` if that is not
  /// stated.
  let externalStorage: Set<String>?
  /// The number of rows that each transaction copies.
  package var batchSize = 1_000

  /// Creates a description of a file.
  ///
  /// An amount of money is copied from an attribute with minor units (`totalMinor`), one with major
  /// units (`totalMajor`), or a decimal, double or string (`total`), and the attribute
  /// `totalCurrency`. An integer `total` has no known unit, so the call throws until `names` states
  /// one. Several amounts can share an attribute for their currency. Without one, the currency is
  /// that in `currencies`, or the schema's `currency-code`. Amounts are never rounded.
  ///
  /// - Parameters:
  ///   - url: The file, e.g. `Model.sqlite`. Its `-wal` file, if any, must be next to it.
  ///   - names: The names in the Core Data model of entities and members that have another name in
  ///     the schema. Keys are names of the schema: `"Todo"`, `"Todo.title"`. A member with the type
  ///     `money` has several keys: `"Invoice.price.minor"` or `"Invoice.price.major"` for the
  ///     attribute with minor or major units, or `"Invoice.price"` for a decimal, a double or a
  ///     string, and `"Invoice.price.currency"`.
  ///   - currencies: The currency of all amounts of a member whose currency the file does not
  ///     contain: `["Invoice.price": "EUR"]`. If the model has an attribute for the currency, the
  ///     currency given here applies to rows in which that attribute is null.
  ///   - externalStorage: The attributes that the model marks with 'Allows External Storage', e.g.
  ///     `"Photo.image"`; an empty set if there are none. By default, a call throws if the values
  ///     of a column look as if they were stored externally.
  public init(
    at url: URL, names: [String: String] = [:], currencies: [String: String] = [:],
    externalStorage: Set<String>? = nil
  ) {
    path = url.path
    self.names = names
    self.currencies = currencies
    self.externalStorage = externalStorage
  }
}

extension CoreDataStore {
  /// The result of `SyncStore.importRows(from:)`.
  public struct ImportReport: Sendable, Hashable {
    /// Whether an earlier call had already copied everything, so that this one copied nothing.
    public internal(set) var wasComplete = false
    /// The results for the rows that this call has read, by entity of the schema.
    public internal(set) var entities: [String: ApplyReport] = [:]
    /// The number of values that this call could not read, by member and column, e.g.
    /// `Photo.image (ZPHOTO.ZIMAGE)`: values in missing external files, archived objects, values of
    /// another type than in the schema, amounts that are not exact or have no currency, and links to
    /// rows that are not in the file, are of another entity, or have no identity. If the value is
    /// optional, the row is copied without it.
    public internal(set) var unreadValues: [String: Int] = [:]
    /// The number of rows in the file that have the identity of an earlier row, by entity of the
    /// schema. The store keeps the last of these rows.
    public internal(set) var repeatedIdentities: [String: Int] = [:]
    /// The entities and members of the schema that the file does not contain, e.g. `Photo`,
    /// `Todo.note`. `Post.tags (order)` is a list that was copied without its order.
    public internal(set) var absentMembers: [String] = []
    /// The columns of copied entities, and of many-to-many relationships, that have no member in the
    /// schema, e.g. `ZTASK.ZNOTE`, `Z_3TAGS.Z_5TAGS`.
    public internal(set) var unusedColumns: [String] = []
    /// The number of rows left in the file that belong to entities unknown to the schema, by entity
    /// name.
    public internal(set) var otherRows: [String: Int] = [:]
  }
}
