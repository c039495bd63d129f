import SwiftSyncFoundation

// The time zones on whose current day the results of queries depend: those of `.today`, and that of
// the device in which dates have their days.

extension Query {
  var zones: Set<TimeZone> {
    terms.reduce(condition.node.zones) { $0.union($1.operand.zones) }
  }
}

extension Query.Selection {
  var zones: Set<TimeZone> {
    let values = operands + (rows.groups ?? []) + rows.order.map(\.operand)
    return values.reduce(rows.query.zones) { $0.union($1.zones) }
  }
}

extension QueryOperand {
  var zones: Set<TimeZone> {
    switch self {
    case .column, .number, .aggregate, .excerpt, .pushState: []
    case .count(_, let condition): condition.node.zones
    case .arithmetic(let left, _, let right): left.zones.union(right.zones)
    case .constant(let constant): constant.value.zones
    case .computed(let computed):
      computed.arguments.reduce(computed.function.zones) { $0.union($1.zones) }
    }
  }
}

extension ComputedOperand.Function {
  fileprivate var zones: Set<TimeZone> {
    guard case .date(_, let zone) = self, zone == .autoupdatingCurrent else { return [] }
    return [zone]
  }
}

extension ComparedValue {
  fileprivate var zones: Set<TimeZone> {
    if case .day(let day) = self { [day.timeZone] } else { [] }
  }
}

extension Condition.Node {
  fileprivate var zones: Set<TimeZone> {
    switch self {
    case .test(_, let test): test.zones
    case .computed(let operand, let test): operand.zones.union(test.zones)
    case .compares(let left, _, let right): left.zones.union(right.zones)
    case .anyRelated(_, let node), .not(let node): node.zones
    case .all(let nodes), .any(let nodes): nodes.reduce([]) { $0.union($1.zones) }
    case .sql: []
    }
  }
}

extension Condition.Test {
  fileprivate var zones: Set<TimeZone> {
    switch self {
    case .compares(_, let value): value.zones
    case .isOneOf(let values): values.reduce([]) { $0.union($1.zones) }
    case .isSelected(let query): query.zones
    case .hasPrefix, .hasSuffix, .contains, .containsLocalized, .isLike, .isThere: []
    }
  }
}
