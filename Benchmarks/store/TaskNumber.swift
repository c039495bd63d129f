import Foundation
import SwiftSyncRuntime

/// A row of the benchmark by its number, with the same values in every run.
struct TaskNumber {
  let number: Int

  init(_ number: Int) {
    self.number = number
  }

  /// Spread over the table like a random identity.
  var id: UUID {
    var state = UInt64(number) &* 0x9E37_79B9_7F4A_7C15
    func next() -> UInt64 {
      state = (state ^ state >> 31) &* 0xD6E8_FEB8_6659_FD93
      return state ^ state >> 32
    }
    let words = (next(), UInt64(number))
    return UUID(uuid: unsafeBitCast(words, to: uuid_t.self))
  }

  private var title: String { "Task number \(number) of this benchmark" }

  private var details: String? {
    number % 3 == 0 ? nil : "What is to be done in the task with the number \(number), in a line."
  }

  private var state: WorkState { WorkState.allCases[number % WorkState.allCases.count] }

  private var estimate: Int? { number % 2 == 0 ? nil : number % 40 }

  private var date: Date { Date(timeIntervalSince1970: 1_767_225_600 + Double(number) * 1.25) }

  private var owner: UUID { Self(number / 2).id }

  private var parent: UUID? { number % 4 == 0 ? nil : Self(number / 3).id }

  var plain: Task {
    Task(
      id: id, title: title, details: details, state: state, priority: number % 5,
      sortIndex: Double(number) / 8, isArchived: number % 10 == 0, estimate: estimate,
      createdAt: date, updatedAt: date, ownerID: owner, parentID: parent)
  }

  var recorded: RecordedTask {
    RecordedTask(
      id: id, title: title, details: details, state: state, priority: number % 5,
      sortIndex: Double(number) / 8, isArchived: number % 10 == 0, estimate: estimate,
      createdAt: date, updatedAt: date, ownerID: owner, parentID: parent)
  }

  var plainChange: (id: UUID, patch: Task.Patch) {
    (id, Task.Patch(title: .value("\(title), changed"), priority: .value(number % 5 + 1)))
  }

  var recordedChange: (id: UUID, patch: RecordedTask.Patch) {
    (id, RecordedTask.Patch(title: .value("\(title), changed"), priority: .value(number % 5 + 1)))
  }

  /// The server's row after the change.
  var answered: RecordedTask {
    var task = recorded
    task.title += ", changed"
    task.priority += 1
    task.updatedAt += 400 * 86_400
    return task
  }
}
