@_spi(Generated) import SwiftSyncCoding

/// A value that a query can compare, sort by and select: a column, or a value computed from
/// columns.
///
/// Only types of the runtime conform to it.
public protocol QueriedValue<Value>: Sendable {
  /// The Swift type of the values, without their optionality.
  associatedtype Value: SyncedValue
  /// The type of the selected result: `Value`, or `Value?` if it may be nil.
  associatedtype Result: Hashable, Sendable

  /// The operand for SQL.
  @_spi(Generated)
  var operand: QueryOperand { get }

  /// Returns the result for a value of SQLite, or `nil` if it is of another type.
  @_spi(Generated)
  static func result(_ value: BoundValue) -> Result?
}

@_spi(Generated)
extension QueriedValue where Self: NotGenerated {
  public var operand: QueryOperand { Self.unavailable }

  public static func result(_ value: BoundValue) -> Result? { Self.unavailable }
}

/// A computed value that is never nil, e.g. a number of rows.
public struct ComputedValue<Value: SyncedValue>: QueriedValue {
  @_spi(Generated)
  public let operand: QueryOperand

  init(_ operand: QueryOperand) {
    self.operand = operand
  }

  @_spi(Generated)
  public static func result(_ value: BoundValue) -> Value? { Value(column: value) }
}

/// A computed value that may be nil, e.g. the maximum of no rows.
public struct OptionalComputedValue<Value: SyncedValue>: QueriedValue {
  @_spi(Generated)
  public let operand: QueryOperand

  init(_ operand: QueryOperand) {
    self.operand = operand
  }

  @_spi(Generated)
  public static func result(_ value: BoundValue) -> Value?? {
    value.isNull ? .some(nil) : Value(column: value).map { .some($0) }
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

/// A number that was computed from columns.
public protocol ComputedNumber: QueriedValue where Value: NumericValue {}

extension ComputedValue: ComputedNumber where Value: NumericValue {}
extension OptionalComputedValue: ComputedNumber where Value: NumericValue {}

extension ComputedNumber {
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
  ) -> OptionalComputedValue<Value> {
    OptionalComputedValue(.arithmetic(left, sign, right))
  }

  /// Returns the sum of two numbers, or nil if either is nil.
  public static func + <Other: QueriedValue>(
    left: Self, right: Other
  ) -> OptionalComputedValue<Value> where Other.Value == Value {
    computed(left.operand, "+", right.operand)
  }

  /// Returns the difference of two numbers, or nil if either is nil.
  public static func - <Other: QueriedValue>(
    left: Self, right: Other
  ) -> OptionalComputedValue<Value> where Other.Value == Value {
    computed(left.operand, "-", right.operand)
  }

  /// Returns the product of two numbers, or nil if either is nil.
  public static func * <Other: QueriedValue>(
    left: Self, right: Other
  ) -> OptionalComputedValue<Value> where Other.Value == Value {
    computed(left.operand, "*", right.operand)
  }

  /// Returns the quotient of two numbers, or nil if either is nil or the divisor is 0. The quotient
  /// of integers is truncated toward 0.
  public static func / <Other: QueriedValue>(
    left: Self, right: Other
  ) -> OptionalComputedValue<Value> where Other.Value == Value {
    computed(left.operand, "/", right.operand)
  }

  /// Returns the sum of a number and a constant, or nil if the number is nil.
  public static func + (left: Self, right: Value) -> OptionalComputedValue<Value> {
    computed(left.operand, "+", .number(right.number))
  }

  /// Returns the difference of a number and a constant, or nil if the number is nil.
  public static func - (left: Self, right: Value) -> OptionalComputedValue<Value> {
    computed(left.operand, "-", .number(right.number))
  }

  /// Returns the product of a number and a constant, or nil if the number is nil.
  public static func * (left: Self, right: Value) -> OptionalComputedValue<Value> {
    computed(left.operand, "*", .number(right.number))
  }

  /// Returns the quotient of a number and a constant, or nil if the number is nil or the constant
  /// is 0.
  public static func / (left: Self, right: Value) -> OptionalComputedValue<Value> {
    computed(left.operand, "/", .number(right.number))
  }
}

// MARK: - Aggregates

extension QueriedColumn where Value: NumericValue {
  /// The sum over the rows of a group; 0 without rows. Nil values are ignored.
  ///
  /// If a sum of integers exceeds 64 bits, SQLite reports an error.
  public var sum: ComputedValue<Value> {
    ComputedValue(.aggregate(Value.self == Double.self ? "total" : "sum", place))
  }

  /// The average over the rows of a group; nil without rows. Nil values are ignored.
  public var average: OptionalComputedValue<Double> {
    OptionalComputedValue(.aggregate("avg", place))
  }
}

extension QueriedColumn where Value: OrderedValue {
  /// The minimum over the rows of a group; nil without rows. Nil values are ignored.
  public var min: OptionalComputedValue<Value> { OptionalComputedValue(.aggregate("min", place)) }

  /// The maximum over the rows of a group; nil without rows. Nil values are ignored.
  public var max: OptionalComputedValue<Value> { OptionalComputedValue(.aggregate("max", place)) }
}
