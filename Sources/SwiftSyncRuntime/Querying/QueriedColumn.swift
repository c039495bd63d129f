/// A column that a query can compare and sort by: `RequiredColumn` or `OptionalColumn`.
public protocol QueriedColumn<Value>: QueriedMember {
  /// The type of its values in Swift, without their optionality.
  associatedtype Value: SyncedValue

  /// Where the column is.
  @_spi(Generated)
  var place: ColumnPath { get }
}

/// A column that always has a value.
///
/// Through a relation that leads to no row it is nil all the same, as with optional chaining:
/// `$0.assignee.name == "Ada"` is false for a task without assignee, and `!=` is true.
public struct RequiredColumn<Value: SyncedValue>: QueriedColumn {
  @_spi(Generated)
  public let place: ColumnPath

  @_spi(Generated)
  public init(_ place: ColumnPath) {
    self.place = place
  }
}

/// A column that can be nil.
public struct OptionalColumn<Value: SyncedValue>: QueriedColumn {
  @_spi(Generated)
  public let place: ColumnPath

  @_spi(Generated)
  public init(_ place: ColumnPath) {
    self.place = place
  }
}

@_spi(Generated)
extension QueriedColumn where Self: NotGenerated {
  public var place: ColumnPath { Self.unavailable }
}
