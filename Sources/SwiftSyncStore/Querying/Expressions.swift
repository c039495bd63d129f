public import SwiftSyncFoundation

// MARK: - Strings

extension QueriedValue where Result == String {
  /// The string in lowercase, for comparing, sorting and grouping without regard to case.
  ///
  /// ```swift
  /// let byName = Project.order { $0.name.lowercased() }
  /// ```
  ///
  /// It changes all letters, like `String.lowercased()`. SQLite computes it for each row, so an index
  /// on the column isn't used. Whether it equals a constant is looked up in an index on
  /// `lower(name)`.
  public func lowercased() -> ComputedValue<String> { computed(.lowercased) }

  /// The number of Unicode scalars in the string: 2 for `é` in two code points.
  public var length: ComputedValue<Int> { computed(.length) }
}

extension QueriedValue where Result == String? {
  /// The string in lowercase, or nil if there is none. See `lowercased()` of required strings.
  public func lowercased() -> ComputedValue<String?> { computed(.lowercased) }

  /// The number of Unicode scalars in the string, or nil if there is none.
  public var length: ComputedValue<Int?> { computed(.length) }
}

// MARK: - Dates

extension QueriedValue where Result == Date {
  /// The day on which the date falls in a time zone.
  ///
  /// ```swift
  /// let days = Todo.order(\.createdAt).sectioned { $0.createdAt.day() }
  /// ```
  ///
  /// - Parameter timeZone: By default that of the device when the query runs. `TimeZone.current` is
  ///   that of the moment at which the query is created.
  public func day(in timeZone: TimeZone = .autoupdatingCurrent) -> ComputedValue<CalendarDay> {
    computed(.date(.day, timeZone))
  }

  /// The year of the date in a time zone. See `day(in:)`.
  public func year(in timeZone: TimeZone = .autoupdatingCurrent) -> ComputedValue<Int> {
    computed(.date(.year, timeZone))
  }

  /// The month of the date in a time zone, from 1 to 12. See `day(in:)`.
  public func month(in timeZone: TimeZone = .autoupdatingCurrent) -> ComputedValue<Int> {
    computed(.date(.month, timeZone))
  }

  /// The hour of the date in a time zone, from 0 to 23. See `day(in:)`.
  public func hour(in timeZone: TimeZone = .autoupdatingCurrent) -> ComputedValue<Int> {
    computed(.date(.hour, timeZone))
  }
}

extension QueriedValue where Result == Date? {
  /// The day on which the date falls in a time zone, or nil if there is no date.
  ///
  /// - Parameter timeZone: By default that of the device when the query runs. `TimeZone.current` is
  ///   that of the moment at which the query is created.
  public func day(in timeZone: TimeZone = .autoupdatingCurrent) -> ComputedValue<CalendarDay?> {
    computed(.date(.day, timeZone))
  }

  /// The year of the date in a time zone, or nil if there is no date. See `day(in:)`.
  public func year(in timeZone: TimeZone = .autoupdatingCurrent) -> ComputedValue<Int?> {
    computed(.date(.year, timeZone))
  }

  /// The month of the date in a time zone, from 1 to 12, or nil if there is no date. See `day(in:)`.
  public func month(in timeZone: TimeZone = .autoupdatingCurrent) -> ComputedValue<Int?> {
    computed(.date(.month, timeZone))
  }

  /// The hour of the date in a time zone, from 0 to 23, or nil if there is no date. See `day(in:)`.
  public func hour(in timeZone: TimeZone = .autoupdatingCurrent) -> ComputedValue<Int?> {
    computed(.date(.hour, timeZone))
  }
}

extension QueriedValue where Result == CalendarDay {
  /// The year of the day.
  public var year: ComputedValue<Int> { computed(.day(.year)) }

  /// The month of the day, from 1 to 12.
  public var month: ComputedValue<Int> { computed(.day(.month)) }
}

extension QueriedValue where Result == CalendarDay? {
  /// The year of the day, or nil if there is no day.
  public var year: ComputedValue<Int?> { computed(.day(.year)) }

  /// The month of the day, from 1 to 12, or nil if there is no day.
  public var month: ComputedValue<Int?> { computed(.day(.month)) }
}

extension QueriedValue {
  fileprivate func computed<Computed>(
    _ function: ComputedOperand.Function
  ) -> ComputedValue<Computed> {
    ComputedValue(.computed(ComputedOperand(function: function, arguments: [operand])))
  }
}

// MARK: - Alternatives

extension QueriedValue where Result: OptionalColumnValue {
  /// Returns the value, or another value of the row if it is nil: `$0.nickname ?? $0.name`.
  ///
  /// Two columns must have the same stored form, as in comparisons.
  public static func ?? <Other: QueriedValue>(
    value: Self, alternative: Other
  ) -> ComputedValue<Other.Result> where Other.Value == Value {
    ComputedValue(
      .computed(
        ComputedOperand(function: .coalesce, arguments: [value.operand, alternative.operand])))
  }

  /// Returns the value, or a constant if it is nil: `$0.nickname ?? ""`.
  public static func ?? (value: Self, alternative: Value) -> ComputedValue<Value> {
    let constant = ConstantOperand(value: .constant(alternative), peer: value.operand)
    return ComputedValue(
      .computed(
        ComputedOperand(function: .coalesce, arguments: [value.operand, .constant(constant)])))
  }
}

// For two values of one type, the operator of optionals would be chosen instead.

extension QueriedColumn where Result: OptionalColumnValue {
  /// Returns the column, or another optional column if it is nil; nil if both are.
  public static func ?? (column: Self, alternative: Self) -> ComputedValue<Result> {
    ComputedValue(
      .computed(
        ComputedOperand(function: .coalesce, arguments: [column.operand, alternative.operand])))
  }
}

extension ComputedValue where Result: OptionalColumnValue {
  /// Returns the value, or another optional value if it is nil; nil if both are.
  public static func ?? (value: Self, alternative: Self) -> ComputedValue<Result> {
    ComputedValue(
      .computed(
        ComputedOperand(function: .coalesce, arguments: [value.operand, alternative.operand])))
  }
}
