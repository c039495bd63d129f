public import SwiftSyncFoundation

// Conditions of computed values. Those of columns are in `ColumnConditions`.

extension ComputedValue {
  /// Returns the condition that the value equals a constant.
  public static func == (value: Self, constant: Value) -> Condition {
    Condition(value, .compares(.equal, .constant(constant)))
  }

  /// Returns the condition that the value does not equal a constant, or is nil.
  public static func != (value: Self, constant: Value) -> Condition { !(value == constant) }

  /// Returns the condition that the value equals one of several. There may be any number of them.
  public func isIn(_ values: some Sequence<Value>) -> Condition {
    Condition(self, .isOneOf(values.map { .constant($0) }))
  }

  /// Returns the condition that the value equals one of the values that a query selects.
  public func isIn<Row>(_ values: Query<Row>.Selection<Value>) -> Condition {
    Condition(self, .isSelected(Subquery(values)))
  }
}

extension ComputedValue where Result.ColumnBase: OrderedValue {
  /// Returns the condition that the value is less than a constant.
  public static func < (value: Self, constant: Value) -> Condition {
    Condition(value, .compares(.less, .constant(constant)))
  }

  /// Returns the condition that the value is less than or equal to a constant.
  public static func <= (value: Self, constant: Value) -> Condition {
    Condition(value, .compares(.lessOrEqual, .constant(constant)))
  }

  /// Returns the condition that the value is greater than a constant.
  public static func > (value: Self, constant: Value) -> Condition {
    Condition(value, .compares(.greater, .constant(constant)))
  }

  /// Returns the condition that the value is greater than or equal to a constant.
  public static func >= (value: Self, constant: Value) -> Condition {
    Condition(value, .compares(.greaterOrEqual, .constant(constant)))
  }
}

extension ComputedValue where Result.ColumnBase: OrderedValue & Comparable {
  /// Returns the condition that the value is in a range.
  public func isIn(_ range: ClosedRange<Value>) -> Condition {
    (self >= range.lowerBound).and(self <= range.upperBound)
  }

  /// Returns the condition that the value is in a range without its upper bound.
  public func isIn(_ range: Range<Value>) -> Condition {
    (self >= range.lowerBound).and(self < range.upperBound)
  }
}

extension ComputedValue where Result: OptionalColumnValue {
  /// The condition that the value is nil.
  public var isNil: Condition { !Condition(self, .isThere) }

  /// Returns the condition that the value equals a constant, or is nil if the constant is.
  public static func == (value: Self, constant: Value?) -> Condition {
    guard let constant else { return value.isNil }
    return Condition(value, .compares(.equal, .constant(constant)))
  }

  /// Returns the condition that the value does not equal a constant, or is not nil if the constant
  /// is.
  public static func != (value: Self, constant: Value?) -> Condition { !(value == constant) }
}

extension ComputedValue: ConditionConvertible where Result.ColumnBase == Bool {
  /// The condition that the value is true, and not false or nil.
  @_documentation(visibility: internal)
  public var condition: Condition { self == true }
}

extension ComputedValue where Result.ColumnBase == String {
  /// Returns the condition that the string starts with a prefix, compared by code points.
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

  /// Returns the condition that the string contains another string, ignoring case.
  public func localizedContains(_ text: String) -> Condition {
    Condition(self, .containsLocalized(text))
  }
}

extension ComputedValue where Result.ColumnBase == Date {
  /// Returns the condition that the date is before one relative to the time at which the query runs.
  public static func < (value: Self, date: Condition.RelativeDate) -> Condition {
    Condition(value, .compares(.less, .moment(date)))
  }

  /// Returns the condition that the date is after one relative to the time at which the query runs.
  public static func > (value: Self, date: Condition.RelativeDate) -> Condition {
    Condition(value, .compares(.greater, .moment(date)))
  }
}

extension ComputedValue where Result.ColumnBase == CalendarDay {
  /// Returns the condition that the day is one relative to the day on which the query runs.
  public static func == (value: Self, day: Condition.RelativeDay) -> Condition {
    Condition(value, .compares(.equal, .day(day)))
  }

  /// Returns the condition that the day is before one relative to the day on which the query runs.
  public static func < (value: Self, day: Condition.RelativeDay) -> Condition {
    Condition(value, .compares(.less, .day(day)))
  }

  /// Returns the condition that the day is not after one relative to the day on which the query
  /// runs.
  public static func <= (value: Self, day: Condition.RelativeDay) -> Condition {
    Condition(value, .compares(.lessOrEqual, .day(day)))
  }

  /// Returns the condition that the day is after one relative to the day on which the query runs.
  public static func > (value: Self, day: Condition.RelativeDay) -> Condition {
    Condition(value, .compares(.greater, .day(day)))
  }

  /// Returns the condition that the day is not before one relative to the day on which the query
  /// runs.
  public static func >= (value: Self, day: Condition.RelativeDay) -> Condition {
    Condition(value, .compares(.greaterOrEqual, .day(day)))
  }
}
