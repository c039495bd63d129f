/// What a query takes as a condition: a `Condition`, or a boolean column.
///
/// ```swift
/// let pinned = Note.where { $0.isPinned }
/// let open = Note.where { !$0.isPinned && $0.folder.name == "Inbox" }
/// ```
///
/// A boolean column is met if it is true. Nil is not true, so `!` also selects the rows in which an
/// optional column is nil.
public protocol ConditionConvertible: Sendable {
  /// The condition.
  var condition: Condition { get }
}

extension Condition: ConditionConvertible {
  /// The condition itself.
  public var condition: Condition { self }
}

extension QueriedColumn: ConditionConvertible
where Result: ColumnValue, Result.ColumnBase == Bool {
  /// The condition that the column is true, and not false or nil.
  public var condition: Condition { self == true }
}

extension ConditionConvertible where Self == Condition {
  /// The condition that every row meets.
  public static var always: Condition { Condition(.always) }

  /// Returns a condition in SQL, for tests that the other conditions cannot express.
  ///
  /// ```swift
  /// let rows = try await store.fetch(Todo.where { _ in .sql("length(title) > ?", 40) })
  /// ```
  ///
  /// The columns are those of the entity's table. A row that makes the expression null does not
  /// meet the condition.
  ///
  /// - Parameters:
  ///   - expression: An expression. It is inserted into the statement unchanged, so it must not
  ///     contain text from outside the app.
  ///   - values: The values of its `?` parameters, in order.
  public static func sql(_ expression: String, _ values: StoredValue...) -> Condition {
    Condition(.sql(ExactText(expression), values))
  }
}

extension ConditionConvertible {
  /// Returns the condition that both conditions are met.
  public static func && <Other: ConditionConvertible>(left: Self, right: Other) -> Condition {
    left.condition.and(right.condition)
  }

  /// Returns the condition that at least one of two conditions is met.
  public static func || <Other: ConditionConvertible>(left: Self, right: Other) -> Condition {
    left.condition.or(right.condition)
  }

  /// Returns the condition that a condition is not met.
  public static prefix func ! (condition: Self) -> Condition {
    Condition(.not(condition.condition.node))
  }
}
