/// What a query asks of a row.
///
/// It is made of the columns that the closure of a query gets, and combined with `&&`, `||` and
/// `!`. A row meets it or does not: nil equals nothing but nil, and nothing is less than nil.
public struct Condition: Sendable {
  indirect enum Node: Sendable {
    case test(ColumnPath, Test)
    case all([Node])
    case any([Node])
    case not(Node)
  }

  /// What a column has to be; each is false for a column that is nil.
  enum Test: Sendable {
    case compares(Comparison, any SyncedValue)
    case isOneOf([any SyncedValue])
    case hasPrefix(String)
    case contains(String)
    case isThere
  }

  enum Comparison: String, Sendable {
    case equal = "="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="

    /// What holds for two values where this does not.
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

  init(_ column: some QueriedColumn, _ test: Test) {
    node = .test(column.place, test)
  }

  /// What every row meets.
  public static var always: Condition { Condition(.all([])) }

  var isAlways: Bool {
    if case .all(let nodes) = node { nodes.isEmpty } else { false }
  }

  /// Whether both are met.
  public static func && (left: Condition, right: Condition) -> Condition {
    guard case .all(let nodes) = left.node else { return Condition(.all([left.node, right.node])) }
    return Condition(.all(nodes + [right.node]))
  }

  /// Whether one of them is met, or both.
  public static func || (left: Condition, right: Condition) -> Condition {
    guard case .any(let nodes) = left.node else { return Condition(.any([left.node, right.node])) }
    return Condition(.any(nodes + [right.node]))
  }

  /// Whether it is not met.
  public static prefix func ! (condition: Condition) -> Condition {
    Condition(.not(condition.node))
  }
}
