@_spi(Generated) public import SwiftSyncRuntime

/// An enum that keeps values it does not know.
public enum TaskState: TextEnum {
  case todo
  case inProgress
  case done
  /// A value that this version of the schema does not know.
  case unknown(String)

  public init(rawValue: String) {
    switch rawValue {
    case "todo": self = .todo
    case "in_progress": self = .inProgress
    case "done": self = .done
    default: self = .unknown(rawValue)
    }
  }

  public var rawValue: String {
    switch self {
    case .todo: "todo"
    case .inProgress: "in_progress"
    case .done: "done"
    case .unknown(let value): value
    }
  }
}

/// An enum that rejects values it does not know.
public enum Severity: String, TextEnum {
  case low
  case high
}

/// An enum of integers that keeps values it does not know.
public enum Rank: IntegerEnum {
  case first
  case second
  /// A value that this version of the schema does not know.
  case unknown(Int)

  public init(rawValue: Int) {
    switch rawValue {
    case 1: self = .first
    case 2: self = .second
    default: self = .unknown(rawValue)
    }
  }

  public var rawValue: Int {
    switch self {
    case .first: 1
    case .second: 2
    case .unknown(let value): value
    }
  }
}
