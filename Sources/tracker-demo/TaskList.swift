import Foundation
import SwiftSyncRuntime
import Tracker

/// All tasks, project by project, as a few lines of text.
struct TaskList: CustomStringConvertible {
  private let projects: [Project]
  private let tasks: [UUID: [Todo]]
  private let people: [UUID: Person]
  private let items: [UUID: [ChecklistItem]]

  init(from store: SyncStore) async throws {
    projects = try await store.fetch(Project.all)
    tasks = Dictionary(grouping: try await store.fetch(Todo.all), by: \.projectID)
    items = Dictionary(grouping: try await store.fetch(ChecklistItem.all), by: \.taskID)
    let everybody = try await store.fetch(Person.all)
    people = Dictionary(everybody.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  var description: String {
    projects.map(lines).joined(separator: "\n")
  }

  private func lines(_ project: Project) -> String {
    let budget = project.budget.map { ", budget \(Self.amount($0))" } ?? ""
    let tasks = (tasks[project.id] ?? []).sorted { $0.sortIndex < $1.sortIndex }
    return (["\(project.code) \(project.name)\(budget)"] + tasks.map(lines)).joined(separator: "\n")
  }

  private func lines(_ task: Todo) -> String {
    var facts = [task.state.rawValue, Self.name(task.priority)]
    facts.append(task.assigneeID.map { people[$0]?.displayName ?? "somebody" } ?? "no one")
    if let estimate = task.estimate { facts.append("\(estimate) h") }
    if let day = task.dueOn { facts.append("due \(day)") }
    let items = (items[task.id] ?? []).map { "       [\($0.isDone ? "x" : " ")] \($0.text)" }
    let number = task.number.map { "#\($0)" } ?? "--"
    return (["  \(number) \(task.title) (\(facts.joined(separator: ", ")))"] + items)
      .joined(separator: "\n")
  }

  /// The generated enum has a case for each number of the backend.
  private static func name(_ priority: TaskPriority) -> String {
    switch priority {
    case .low: "low"
    case .normal: "normal"
    case .high: "high"
    case .urgent: "urgent"
    }
  }

  /// The amount as text, e.g. `12500.00 EUR`. All currencies of the sample have cents.
  private static func amount(_ money: Money) -> String {
    let cents = money.minorUnits % 100
    return "\(money.minorUnits / 100).\(cents < 10 ? "0" : "")\(cents) \(money.currency)"
  }
}
