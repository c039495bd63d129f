public import SwiftSyncFoundation

extension QueriedColumn where Result: ColumnValue {
  /// Returns the condition that the column equals a value.
  public static func == (column: Self, value: Value) -> Condition {
    Condition(column, .compares(.equal, .constant(value)))
  }

  /// Returns the condition that the column has another value or is nil.
  public static func != (column: Self, value: Value) -> Condition {
    !(column == value)
  }

  /// Returns the condition that the column equals one of the given values. There may be any number
  /// of them.
  ///
  /// For doubles and data, SQLite allows at most 32,000 values.
  public func isIn(_ values: some Sequence<Value>) -> Condition {
    Condition(self, .isOneOf(values.map { .constant($0) }))
  }
}

extension QueriedColumn where Result: ColumnValue {
  /// Returns the condition that the column equals an identity of the reference's targets.
  public static func == <ID: SyncedValue>(column: Self, id: ID) -> Condition
  where Value == TargetID<ID> {
    column == .id(id)
  }

  /// Returns the condition that the column has a value other than an identity, or is nil.
  public static func != <ID: SyncedValue>(column: Self, id: ID) -> Condition
  where Value == TargetID<ID> {
    column != .id(id)
  }
}

extension QueriedColumn where Result: ColumnValue, Result.ColumnBase: OrderedValue {
  /// Returns the condition that the column is less than a value.
  public static func < (column: Self, value: Value) -> Condition {
    Condition(column, .compares(.less, .constant(value)))
  }

  /// Returns the condition that the column is less than or equal to a value.
  public static func <= (column: Self, value: Value) -> Condition {
    Condition(column, .compares(.lessOrEqual, .constant(value)))
  }

  /// Returns the condition that the column is greater than a value.
  public static func > (column: Self, value: Value) -> Condition {
    Condition(column, .compares(.greater, .constant(value)))
  }

  /// Returns the condition that the column is greater than or equal to a value.
  public static func >= (column: Self, value: Value) -> Condition {
    Condition(column, .compares(.greaterOrEqual, .constant(value)))
  }
}

extension QueriedColumn where Result: ColumnValue, Result.ColumnBase == String {
  /// Returns the condition that the string starts with a prefix, compared by code points: `é` in
  /// one code point is not `é` in two, and `a` is not `A`.
  public func hasPrefix(_ prefix: String) -> Condition {
    Condition(self, .hasPrefix(ExactText(prefix)))
  }

  /// Returns the condition that the string contains another string, compared by code points.
  public func contains(_ text: String) -> Condition {
    Condition(self, .contains(ExactText(text)))
  }

  /// Returns the condition that the string ends with a suffix, compared by code points.
  public func hasSuffix(_ suffix: String) -> Condition {
    Condition(self, .hasSuffix(ExactText(suffix)))
  }

  /// Returns the condition that the string contains another string, ignoring case, e.g. for a
  /// search field.
  ///
  /// Characters are compared: `É` matches `é` in one code point and in two, and does not match `e`.
  /// All rows are scanned; an index cannot be used.
  public func localizedContains(_ text: String) -> Condition {
    Condition(self, .containsLocalized(text))
  }

  /// Returns the condition that the string matches a pattern of SQL's `LIKE`.
  ///
  /// `%` matches any number of characters, `_` matches one code point, and a backslash escapes
  /// either of them or itself. The case of ASCII letters is ignored.
  public func like(_ pattern: String) -> Condition {
    Condition(self, .isLike(ExactText(pattern)))
  }
}

extension QueriedColumn where Result: OptionalColumnValue {
  /// The condition that the column is nil.
  public var isNil: Condition { !Condition(self, .isThere) }

  /// Returns the condition that the column equals a value, or is nil if the value is.
  public static func == (column: Self, value: Value?) -> Condition {
    guard let value else { return column.isNil }
    return Condition(column, .compares(.equal, .constant(value)))
  }

  /// Returns the condition that the column does not equal a value, or is not nil if the value is.
  public static func != (column: Self, value: Value?) -> Condition {
    !(column == value)
  }
}

extension QueriedColumn where Result: ColumnValue, Result.ColumnBase == Date {
  /// Returns the condition that the column is before a date relative to the time at which the query runs.
  public static func < (column: Self, date: Condition.RelativeDate) -> Condition {
    Condition(column, .compares(.less, .moment(date)))
  }

  /// Returns the condition that the column is not after a date relative to the time at which the query runs.
  public static func <= (column: Self, date: Condition.RelativeDate) -> Condition {
    Condition(column, .compares(.lessOrEqual, .moment(date)))
  }

  /// Returns the condition that the column is after a date relative to the time at which the query runs.
  public static func > (column: Self, date: Condition.RelativeDate) -> Condition {
    Condition(column, .compares(.greater, .moment(date)))
  }

  /// Returns the condition that the column is not before a date relative to the time at which the query runs.
  public static func >= (column: Self, date: Condition.RelativeDate) -> Condition {
    Condition(column, .compares(.greaterOrEqual, .moment(date)))
  }
}

extension QueriedColumn where Result: ColumnValue, Result.ColumnBase == CalendarDay {
  /// Returns the condition that the column is a day relative to the time at which the query runs.
  public static func == (column: Self, day: Condition.RelativeDay) -> Condition {
    Condition(column, .compares(.equal, .day(day)))
  }

  /// Returns the condition that the column is another day than one relative to the time at which the
  /// query runs, or is nil.
  public static func != (column: Self, day: Condition.RelativeDay) -> Condition {
    !(column == day)
  }

  /// Returns the condition that the column is before a day relative to the time at which the query runs.
  public static func < (column: Self, day: Condition.RelativeDay) -> Condition {
    Condition(column, .compares(.less, .day(day)))
  }

  /// Returns the condition that the column is not after a day relative to the time at which the query runs.
  public static func <= (column: Self, day: Condition.RelativeDay) -> Condition {
    Condition(column, .compares(.lessOrEqual, .day(day)))
  }

  /// Returns the condition that the column is after a day relative to the time at which the query runs.
  public static func > (column: Self, day: Condition.RelativeDay) -> Condition {
    Condition(column, .compares(.greater, .day(day)))
  }

  /// Returns the condition that the column is not before a day relative to the time at which the query runs.
  public static func >= (column: Self, day: Condition.RelativeDay) -> Condition {
    Condition(column, .compares(.greaterOrEqual, .day(day)))
  }
}
