import Foundation
@_spi(Generated) import SwiftSyncRuntime

/// The rows that a list contains: those of the parent in its path that have the values in its query.
struct RowFilter {
  /// One of the values in one of the places.
  private enum Condition {
    case column(Int, [StoredValue])
    case list(Int, [StoredValue])
  }

  private var conditions: [Condition] = []
  /// A row that the path names and that does not exist.
  private(set) var unknownParent: String?

  /// - Throws: `NoAnswer` for a parameter that names no member; `Refusal` for a value that the member
  ///   cannot have.
  init(_ routed: RoutedRequest, _ plan: EntityPlan, _ state: ServerState) throws {
    for (member, text) in try routed.members() {
      guard let column = plan.column(of: member) else {
        throw NoAnswer("'\(member)' of \(plan.metadata.name) is not in one column")
      }
      guard let value = state.reader.value(text, in: column, of: plan), value != .null else {
        throw Refusal(404, "not-found", "'\(text)' is not a value of '\(member)'")
      }
      let current = state.current(value, column, of: plan)
      conditions.append(.column(column, [current]))
      try noteParent(member, current, plan, state)
    }
    for parameter in routed.endpoint.query ?? [] {
      guard let name = parameter.first ?? nil else { continue }
      let values = routed.query.filter { $0.name == name }.map(\.value)
      guard !values.isEmpty else { continue }
      let separator = parameter.count > 2 ? parameter[2] : nil
      let texts =
        separator.map { mark in values.flatMap { $0.components(separatedBy: mark) } } ?? values
      guard parameter.count > 1, let member = parameter[1] else {
        throw NoAnswer(
          "the schema does not say what '\(name)' of '\(routed.endpoint.name)' does: "
            + "\(plan.metadata.name) has no such member")
      }
      conditions.append(try Self.condition(member, texts, name, plan, state))
    }
  }

  private mutating func noteParent(
    _ member: String, _ value: StoredValue, _ plan: EntityPlan, _ state: ServerState
  ) throws {
    guard let relation = plan.metadata.relations.first(where: { $0.name == member }),
      let target = state.schema.entity(relation.target), target.identity.count == 1,
      state.row([value], target).map({ state.isDeleted($0, target) }) ?? true
    else { return }
    unknownParent = "\(target.metadata.name) \(value.text)"
  }

  private static func condition(
    _ member: String, _ texts: [String], _ name: String, _ plan: EntityPlan, _ state: ServerState
  ) throws -> Condition {
    if let column = plan.column(of: member) {
      return .column(
        column, try texts.map { try value($0, column, of: plan, name, state) })
    }
    guard
      let index = plan.metadata.relations.firstIndex(where: { $0.name == member }),
      case .manyToMany = plan.metadata.relations[index].kind,
      let target = state.schema.entity(plan.metadata.relations[index].target),
      target.identity.count == 1
    else {
      throw NoAnswer("'\(member)' of \(plan.metadata.name) is not in one column")
    }
    return .list(index, try texts.map { try value($0, target.idColumn, of: target, name, state) })
  }

  private static func value(
    _ text: String, _ column: Int, of plan: EntityPlan, _ name: String, _ state: ServerState
  ) throws -> StoredValue {
    guard let value = state.reader.value(text, in: column, of: plan) else {
      throw Refusal(
        400, "bad-request", "'\(text)' is not a value of '\(name)'",
        fields: [name: ["'\(text)' is not a value"]])
    }
    return state.current(value, column, of: plan)
  }

  func contains(_ row: ServerRow) -> Bool {
    conditions.allSatisfy { condition in
      switch condition {
      case .column(let column, let values): values.contains(row.values[column])
      case .list(let index, let values):
        (row.lists[index] ?? []).contains { id in values.contains(id[0]) }
      }
    }
  }
}
