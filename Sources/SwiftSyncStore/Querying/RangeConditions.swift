extension QueriedColumn
where Result: ColumnValue, Result.ColumnBase: OrderedValue & Comparable {
  /// Returns the condition that the column is in a range: `$0.number.isIn(1...5)`.
  ///
  /// As everywhere in Swift, a range whose upper bound is less than its lower bound stops the
  /// program. Compare bounds that a user enters with `>=` and `<=`.
  public func isIn(_ range: ClosedRange<Value>) -> Condition {
    (self >= range.lowerBound).and(self <= range.upperBound)
  }

  /// Returns the condition that the column is in a range without its upper bound:
  /// `$0.dueOn.isIn(monday..<friday)`.
  public func isIn(_ range: Range<Value>) -> Condition {
    (self >= range.lowerBound).and(self < range.upperBound)
  }

  /// Returns the condition that the column is not less than the bound of a range: `isIn(5...)`.
  public func isIn(_ range: PartialRangeFrom<Value>) -> Condition { self >= range.lowerBound }

  /// Returns the condition that the column is not greater than the bound of a range: `isIn(...5)`.
  public func isIn(_ range: PartialRangeThrough<Value>) -> Condition { self <= range.upperBound }

  /// Returns the condition that the column is less than the bound of a range: `isIn(..<5)`.
  public func isIn(_ range: PartialRangeUpTo<Value>) -> Condition { self < range.upperBound }
}

/// Conditions in the order of Swift's `contains`. They need a column as the argument, so they don't
/// replace any call outside queries.
extension Collection where Element: SyncedValue {
  /// Returns the condition that a column equals one of the elements: `ids.contains($0.id)`. It's the
  /// same as `$0.id.isIn(ids)`.
  @_disfavoredOverload
  public func contains<Result: ColumnValue>(_ column: QueriedColumn<Result>) -> Condition
  where Result.ColumnBase == Element {
    column.isIn(self)
  }
}

extension ClosedRange where Bound: OrderedValue {
  /// Returns the condition that a column is in the range: `(1...5).contains($0.number)`.
  @_disfavoredOverload
  public func contains<Result: ColumnValue>(_ column: QueriedColumn<Result>) -> Condition
  where Result.ColumnBase == Bound {
    column.isIn(self)
  }
}

extension Range where Bound: OrderedValue {
  /// Returns the condition that a column is in the range without its upper bound:
  /// `(monday..<friday).contains($0.dueOn)`.
  @_disfavoredOverload
  public func contains<Result: ColumnValue>(_ column: QueriedColumn<Result>) -> Condition
  where Result.ColumnBase == Bound {
    column.isIn(self)
  }
}
