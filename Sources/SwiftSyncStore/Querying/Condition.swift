/// A condition that a row must meet.
///
/// The closure of a query compares the columns of its row and combines conditions with `&&`, `||`
/// and `!`. Unlike in SQL, a condition is true or false, never unknown: nil equals only nil, and no
/// value is less than nil.
///
/// A Boolean column is a condition itself: `Note.where { $0.isPinned }` finds the rows in which it is
/// true. Nil is not true, so `!` also finds the rows in which an optional column is nil.
public struct Condition: Hashable, Sendable {
  indirect enum Node: Hashable, Sendable {
    case test(ColumnPath, Test)
    case compares(QueryOperand, Comparison, QueryOperand)
    case computed(QueryOperand, Test)
    /// At least one row of a to-many relationship, the last one of the path, meets the condition.
    case anyRelated([Int], Node)
    case sql(ExactText, [StoredValue])
    case all([Node])
    case any([Node])
    case not(Node)

    static var always: Node { .all([]) }
  }

  /// The test of a column or a computed value. Each is false for nil.
  enum Test: Hashable, Sendable {
    case compares(Comparison, ComparedValue)
    case isOneOf([ComparedValue])
    case isSelected(Subquery)
    case hasPrefix(ExactText)
    case hasSuffix(ExactText)
    case contains(ExactText)
    /// Finds characters, so that strings that are equal in Swift find the same rows.
    case containsLocalized(String)
    case isLike(ExactText)
    case isThere
  }

  enum Comparison: String, Hashable, Sendable {
    case equal = "="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="

    /// The comparison that holds for two values if this one does not.
    var opposite: Comparison? {
      switch self {
      case .equal: nil
      case .less: .greaterOrEqual
      case .lessOrEqual: .greater
      case .greater: .lessOrEqual
      case .greaterOrEqual: .less
      }
    }
  }

  let node: Node

  init(_ node: Node) {
    self.node = node
  }

  init<Value>(_ column: QueriedColumn<Value>, _ test: Test) {
    node = .test(column.place, test)
  }

  init<Result>(_ value: ComputedValue<Result>, _ test: Test) {
    node = .computed(value.operand, test)
  }

  init(_ left: some QueriedValue, _ comparison: Comparison, _ right: some QueriedValue) {
    node = .compares(left.operand, comparison, right.operand)
  }

  var isAlways: Bool { node == .always }

  func and(_ other: Condition) -> Condition {
    guard case .all(let nodes) = node else { return Condition(.all([node, other.node])) }
    return Condition(.all(nodes + [other.node]))
  }

  func or(_ other: Condition) -> Condition {
    guard case .any(let nodes) = node else { return Condition(.any([node, other.node])) }
    return Condition(.any(nodes + [other.node]))
  }
}

extension Condition {
  /// The condition as one string with inlined values, for a statement that refers to the entity's
  /// table by its name.
  func sql(on entity: EntityMetadata, in schema: SchemaMetadata) throws(SyncError) -> String {
    var writer = ConditionSQL(schema: schema, values: SQLValues(spelledOut: true))
    return try writer.condition(node, on: entity, as: quoted(entity.table))
  }
}
