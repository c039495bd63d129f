/// A row of an SQL query.
public struct SQLRow: Hashable, Sendable {
  /// The columns of a query; its rows share them.
  struct Columns: Hashable, Sendable {
    let names: [String]
    let places: [String: Int]

    init(_ names: [String]) {
      self.names = names
      // Of equal names the first one counts, as in SQLite.
      places = Dictionary(zip(names, names.indices)) { first, _ in first }
    }
  }

  let columns: Columns
  /// What the columns hold, in their order.
  public let values: [StoredValue]

  /// The names of the columns.
  public var names: [String] { columns.names }

  /// What a column holds; `nil` if the query has no column of this name.
  public subscript(name: String) -> StoredValue? {
    columns.places[name].map { values[$0] }
  }

  /// What a column holds, as a Swift type; `nil` if there is no such column, or it is null or of
  /// another type.
  public func value<Value: SyncedValue>(
    _ name: String, as type: Value.Type = Value.self
  ) -> Value? {
    self[name]?.withBound(Value.init(column:))
  }
}
