@_spi(Generated) import SwiftSyncREST

/// A condition that a row must meet.
///
/// The closure of a query compares the columns of its row and combines conditions with `&&`, `||` and `!`.
/// Unlike in SQL, a condition is either met or not: nil equals only nil, and no value is less than nil.
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

  /// The condition that every row meets.
  public static var always: Condition { Condition(.all([])) }

  var isAlways: Bool {
    if case .all(let nodes) = node { nodes.isEmpty } else { false }
  }

  /// Returns the condition that both conditions are met.
  public static func && (left: Condition, right: Condition) -> Condition {
    guard case .all(let nodes) = left.node else { return Condition(.all([left.node, right.node])) }
    return Condition(.all(nodes + [right.node]))
  }

  /// Returns the condition that at least one of two conditions is met.
  public static func || (left: Condition, right: Condition) -> Condition {
    guard case .any(let nodes) = left.node else { return Condition(.any([left.node, right.node])) }
    return Condition(.any(nodes + [right.node]))
  }

  /// Returns the condition that a condition is not met.
  public static prefix func ! (condition: Condition) -> Condition {
    Condition(.not(condition.node))
  }
}

extension Condition {
  /// The condition as one text with its values spelled out, for a statement that calls the table of
  /// the entity by its name.
  func sql(on entity: EntityMetadata, in schema: SchemaMetadata) throws(SyncError) -> String {
    var writer = ConditionSQL(schema: schema, values: SQLValues(spelledOut: true))
    return try writer.condition(node, on: entity, as: quoted(entity.table))
  }
}
