import Testing

@_spi(Generated) import SwiftSyncREST
@testable import SwiftSyncSession
@testable import SwiftSyncStore

/// The order in which changes are sent.
@Suite struct RowScheduleTests {
  private func change(
    _ number: Int64, _ operation: PendingChange.Operation = .insert
  ) -> PushedChange {
    PushedChange(
      entity: 0,
      change: QueuedChange(
        sequence: number, revision: 1, operation: operation, fields: QueuedFields(list: ","),
        clock: .null, changedAt: "", isRepeated: false, key: [.integer(number)]))
  }

  private func schedule(
    _ count: Int, _ dependencies: [Int: [Int]], optional: Bool = false, blocked: Set<Int> = [],
    deletions: [[Int64]] = []
  ) -> RowSchedule {
    RowSchedule(
      (0..<count).map { change(Int64($0)) },
      dependencies.mapValues { items in
        items.map { .init(item: $0, field: "to\($0)", isOptional: optional) }
      }, blocked: blocked, deletions: deletions.map { $0.map { change($0, .delete) } })
  }

  @Test func returnsRowsWithoutOpenDependencies() {
    var schedule = schedule(4, [1: [0], 3: [1, 2]])
    #expect(schedule.next(9) == [0, 2])
    #expect(schedule.next(9) == [])
    schedule.finish(0)
    #expect(schedule.next(9) == [1])
    schedule.finish(1)
    #expect(schedule.next(9) == [])
    schedule.finish(2)
    #expect(schedule.next(9) == [3])
  }

  @Test func skipsRowsDependingOnFailure() {
    var schedule = schedule(5, [1: [0], 2: [1], 4: [3]], deletions: [[7], [8, 9]])
    #expect(schedule.next(9) == [0, 3])
    schedule.fail(0)
    schedule.finish(3)
    #expect(schedule.next(1) == [4])
    schedule.finish(4)
    #expect(schedule.next(9) == [5])
    schedule.finish(5)
    #expect(schedule.next(9) == [6, 7])
    schedule.fail(6)
    schedule.finish(7)
    #expect(schedule.next(9) == [])
    #expect(schedule.isIdle)
  }

  @Test func skipsBlockedRows() {
    var schedule = schedule(3, [1: [0]], blocked: [0])
    #expect(schedule.next(9) == [2])
    schedule.finish(2)
    #expect(schedule.next(9) == [])
  }

  @Test func breaksCycleAtOptionalReference() {
    var schedule = schedule(3, [0: [1], 1: [2], 2: [0]], optional: true)
    #expect(schedule.next(9) == [0])
    #expect(schedule.postponedFields(of: 0) == ["to1"])
    schedule.finish(0)
    #expect(schedule.next(9) == [2])
    schedule.finish(2)
    #expect(schedule.next(9) == [1])
  }

  @Test func skipsCycleOfRequiredReferences() {
    var schedule = schedule(3, [0: [1], 1: [0], 2: [1]])
    #expect(schedule.next(9) == [])
    #expect(schedule.isIdle)
  }

  @Test func returnsRepeatedRowAgain() {
    var schedule = schedule(2, [1: [0]])
    #expect(schedule.next(1) == [0])
    schedule.repeatLater(0)
    #expect(schedule.next(9) == [0])
    schedule.finish(0)
    #expect(schedule.next(9) == [1])
  }

  @Test func breaksManyCycles() {
    let count = 2_000
    var schedule = schedule(
      count, Dictionary(uniqueKeysWithValues: (0..<count).map { ($0, [$0 ^ 1]) }), optional: true)
    var handed = 0
    while true {
      let items = schedule.next(4)
      if items.isEmpty { break }
      handed += items.count
      for item in items { schedule.finish(item) }
    }
    #expect(handed == count)
  }
}
