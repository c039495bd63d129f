@_spi(Generated) import SwiftSyncCoding

/// A value that a query can compare, sort by and select: a column, or a value computed from
/// columns.
///
/// Only types of the runtime conform to it.
public protocol QueriedValue<Value>: Sendable {
  /// The type of the values, without their optionality.
  associatedtype Value: SyncedValue
  /// The type of the selected result: `Value`, or `Value?` if it may be nil.
  associatedtype Result: ColumnValue where Result.ColumnBase == Value

  /// The operand for SQL.
  @_spi(Generated)
  var operand: QueryOperand { get }
}

@_spi(Generated)
extension QueriedValue where Self: NotGenerated {
  public var operand: QueryOperand { Self.unavailable }
}

/// A value that a query computes, e.g. `ComputedValue<Int>` for a number of rows, or
/// `ComputedValue<Int?>` for a maximum, which is nil without rows.
public struct ComputedValue<Result: ColumnValue>: QueriedValue {
  /// The type of the values, without their optionality.
  public typealias Value = Result.ColumnBase

  @_spi(Generated)
  public let operand: QueryOperand

  init(_ operand: QueryOperand) {
    self.operand = operand
  }
}

// MARK: - Comparing

extension QueriedValue {
  /// Returns the condition that two values are equal. Nil is not equal to nil.
  public static func == <Other: QueriedValue>(left: Self, right: Other) -> Condition
  where Other.Value == Value {
    Condition(left, .equal, right)
  }

  /// Returns the condition that two values are not equal, or that one of them is nil.
  public static func != <Other: QueriedValue>(left: Self, right: Other) -> Condition
  where Other.Value == Value {
    !(left == right)
  }
}

extension QueriedValue where Value: OrderedValue {
  /// Returns the condition that a value is less than another value of the row.
  public static func < <Other: QueriedValue>(left: Self, right: Other) -> Condition
  where Other.Value == Value {
    Condition(left, .less, right)
  }

  /// Returns the condition that a value is less than or equal to another value of the row.
  public static func <= <Other: QueriedValue>(left: Self, right: Other) -> Condition
  where Other.Value == Value {
    Condition(left, .lessOrEqual, right)
  }

  /// Returns the condition that a value is greater than another value of the row.
  public static func > <Other: QueriedValue>(left: Self, right: Other) -> Condition
  where Other.Value == Value {
    Condition(left, .greater, right)
  }

  /// Returns the condition that a value is greater than or equal to another value of the row.
  public static func >= <Other: QueriedValue>(left: Self, right: Other) -> Condition
  where Other.Value == Value {
    Condition(left, .greaterOrEqual, right)
  }
}

/// A number that SQLite computes with: `Int`, `Int64` or `Double`.
///
/// Only types of the runtime conform to it.
public protocol NumericValue: OrderedValue {
  /// The number as SQLite stores it.
  @_spi(Generated)
  var number: StoredValue { get }
}

@_spi(Generated)
extension NumericValue where Self: NotGenerated {
  public var number: StoredValue { Self.unavailable }
}

extension Int: NumericValue {
  @_spi(Generated)
  public var number: StoredValue { .integer(Int64(self)) }
}

extension Int64: NumericValue {
  @_spi(Generated)
  public var number: StoredValue { .integer(self) }
}

extension Double: NumericValue {
  @_spi(Generated)
  public var number: StoredValue { isNaN ? .null : .real(self) }
}

extension ComputedValue where Result.ColumnBase: NumericValue {
  /// Returns the condition that the number equals a constant.
  public static func == (left: Self, right: Value) -> Condition {
    Condition(.compares(left.operand, .equal, .number(right.number)))
  }

  /// Returns the condition that the number does not equal a constant, or is nil.
  public static func != (left: Self, right: Value) -> Condition { !(left == right) }

  /// Returns the condition that the number is less than a constant.
  public static func < (left: Self, right: Value) -> Condition {
    Condition(.compares(left.operand, .less, .number(right.number)))
  }

  /// Returns the condition that the number is less than or equal to a constant.
  public static func <= (left: Self, right: Value) -> Condition {
    Condition(.compares(left.operand, .lessOrEqual, .number(right.number)))
  }

  /// Returns the condition that the number is greater than a constant.
  public static func > (left: Self, right: Value) -> Condition {
    Condition(.compares(left.operand, .greater, .number(right.number)))
  }

  /// Returns the condition that the number is greater than or equal to a constant.
  public static func >= (left: Self, right: Value) -> Condition {
    Condition(.compares(left.operand, .greaterOrEqual, .number(right.number)))
  }
}

// MARK: - Computing

extension QueriedValue where Value: NumericValue {
  private static func computed(
    _ left: QueryOperand, _ sign: String, _ right: QueryOperand
  ) -> ComputedValue<Value?> {
    ComputedValue<Value?>(.arithmetic(left, sign, right))
  }

  /// Returns the sum of two numbers, or nil if either is nil.
  public static func + <Other: QueriedValue>(
    left: Self, right: Other
  ) -> ComputedValue<Value?> where Other.Value == Value {
    computed(left.operand, "+", right.operand)
  }

  /// Returns the difference of two numbers, or nil if either is nil.
  public static func - <Other: QueriedValue>(
    left: Self, right: Other
  ) -> ComputedValue<Value?> where Other.Value == Value {
    computed(left.operand, "-", right.operand)
  }

  /// Returns the product of two numbers, or nil if either is nil.
  public static func * <Other: QueriedValue>(
    left: Self, right: Other
  ) -> ComputedValue<Value?> where Other.Value == Value {
    computed(left.operand, "*", right.operand)
  }

  /// Returns the quotient of two numbers, or nil if either is nil or the divisor is 0. The quotient
  /// of integers is truncated toward 0.
  public static func / <Other: QueriedValue>(
    left: Self, right: Other
  ) -> ComputedValue<Value?> where Other.Value == Value {
    computed(left.operand, "/", right.operand)
  }

  /// Returns the sum of a number and a constant, or nil if the number is nil.
  public static func + (left: Self, right: Value) -> ComputedValue<Value?> {
    computed(left.operand, "+", .number(right.number))
  }

  /// Returns the difference of a number and a constant, or nil if the number is nil.
  public static func - (left: Self, right: Value) -> ComputedValue<Value?> {
    computed(left.operand, "-", .number(right.number))
  }

  /// Returns the product of a number and a constant, or nil if the number is nil.
  public static func * (left: Self, right: Value) -> ComputedValue<Value?> {
    computed(left.operand, "*", .number(right.number))
  }

  /// Returns the quotient of a number and a constant, or nil if the number is nil or the constant
  /// is 0.
  public static func / (left: Self, right: Value) -> ComputedValue<Value?> {
    computed(left.operand, "/", .number(right.number))
  }
}

// MARK: - Aggregates

extension QueriedColumn where Result: ColumnValue, Result.ColumnBase: NumericValue {
  /// The sum over the rows of a group; 0 without rows. Nil values are ignored.
  ///
  /// If a sum of integers exceeds 64 bits, SQLite reports an error.
  public var sum: ComputedValue<Value> {
    ComputedValue<Value>(.aggregate(Value.self == Double.self ? "total" : "sum", place))
  }

  /// The average over the rows of a group; nil without rows. Nil values are ignored.
  public var average: ComputedValue<Double?> {
    ComputedValue<Double?>(.aggregate("avg", place))
  }
}

extension QueriedColumn where Result: ColumnValue, Result.ColumnBase: OrderedValue {
  /// The minimum over the rows of a group; nil without rows. Nil values are ignored.
  public var min: ComputedValue<Value?> { ComputedValue<Value?>(.aggregate("min", place)) }

  /// The maximum over the rows of a group; nil without rows. Nil values are ignored.
  public var max: ComputedValue<Value?> { ComputedValue<Value?>(.aggregate("max", place)) }
}
