import Foundation
import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore
import Testing
import Tracker

/// Observed queries whose results depend on the day.
@Suite(.timeLimit(.minutes(5))) struct DayWatchTests {
  private let berlin: TimeZone

  init() throws {
    berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
  }

  private func store() async throws -> SyncStore {
    let store = try await SyncStore.temporary(TrackerSchema.self)
    let project = Project(name: "Web", code: "WEB", ownerID: UUID())
    try await store.insert(project)
    for (title, day) in [("a", "2026-03-02"), ("b", "2026-03-03"), ("c", "2026-03-04")] {
      try await store.insert(
        Todo(title: title, dueOn: CalendarDay(day), projectID: project.id))
    }
    return store
  }

  private func moment(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

  /// Midnight in Berlin is at 23:00 UTC.
  @Test func queriesRunAgainAtMidnight() async throws {
    let (store, day, berlin) = (
      try await store(), FakeDay(try moment("2026-03-02T22:30:00Z")), berlin
    )
    let query = Todo.where { $0.dueOn <= .today(in: berlin) }.order(\.title).select { $0.title }
    let midnight = try moment("2026-03-02T23:00:00Z")
    try await DayClock.$current.withValue(day.clock) { () async throws -> Void in
      var values = store.values(of: query).makeAsyncIterator()
      #expect(try await values.next() == ["a"])
      #expect(await day.nextEnd() == midnight)
      day.advance(to: midnight)
      #expect(try await values.next() == ["a", "b"])
      // An hour later, another look at the clock finds the same day.
      #expect(await day.nextEnd() == midnight.addingTimeInterval(3600))
    }
  }

  @Test func queriesRunAgainInAnotherZone() async throws {
    let (store, day, berlin) = (
      try await store(), FakeDay(try moment("2026-03-02T12:00:00Z")), berlin
    )
    let query = Todo.where { $0.dueOn == .today(in: berlin) }.select { $0.title }
    try await DayClock.$current.withValue(day.clock) { () async throws -> Void in
      var values = store.values(of: query).makeAsyncIterator()
      #expect(try await values.next() == ["a"])
      _ = await day.nextEnd()
      day.set(try moment("2026-03-04T12:00:00Z"))
      day.changeZone()
      #expect(try await values.next() == ["c"])
    }
  }

  @Test func otherQueriesDoNotWatchTheDay() async throws {
    let (store, day) = (try await store(), FakeDay(try moment("2026-03-02T12:00:00Z")))
    try await DayClock.$current.withValue(day.clock) { () async throws -> Void in
      var values = store.values(of: Todo.where { $0.dueOn.year == 2026 }.count).makeAsyncIterator()
      #expect(try await values.next() == 3)
      #expect(!day.isWatched)
    }
  }

  @Test func zonesOfQueries() {
    let today = Todo.where { !($0.title == "x" || $0.dueOn < .today(in: berlin)) }
    #expect(today.request.zones == [berlin])
    #expect(today.count.request.zones == [berlin] && today.page.request.zones == [berlin])
    #expect(Todo.all.sectioned { $0.createdAt.day() }.request.zones == [.autoupdatingCurrent])
    #expect(Todo.all.sectioned { $0.createdAt.day(in: berlin) }.request.zones == [])
    #expect(
      Todo.group { $0.createdAt.year() }.select { $0.count }.request.zones == [.autoupdatingCurrent]
    )
    #expect(
      Project.including { $0.tasks.where { $0.dueOn == .today(in: berlin) } }.request.zones == [
        berlin
      ])
    #expect(
      Project.where { $0.tasks.contains { $0.dueOn == .today(in: berlin) } }.request.zones == [
        berlin
      ])
    #expect(Todo.where { $0.remindAt < .now(plus: .seconds(60)) }.request.zones == [])
  }
}

/// A clock that stands still until a test moves it.
private final class FakeDay: @unchecked Sendable {
  private let lock = NSLock()
  private var date: Date
  private var end: Date?
  private var sleeper: CheckedContinuation<Void, any Error>?
  private var changed: (@Sendable () -> Void)?

  init(_ date: Date) {
    self.date = date
  }

  var clock: DayClock {
    DayClock(
      now: { self.lock.withLock { self.date } },
      sleep: { try await self.sleep(until: $0) },
      watchZone: { changed in
        self.lock.withLock { self.changed = changed }
        return ZoneToken()
      })
  }

  var isWatched: Bool { lock.withLock { changed != nil || sleeper != nil } }

  private func sleep(until end: Date) async throws {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        lock.withLock { (sleeper, self.end) = (continuation, end) }
      }
    } onCancel: {
      take()?.resume(throwing: CancellationError())
    }
  }

  private func take() -> CheckedContinuation<Void, any Error>? {
    lock.withLock {
      defer { sleeper = nil }
      return sleeper
    }
  }

  /// Waits until someone sleeps, and returns until when.
  func nextEnd() async -> Date? {
    while true {
      let (isAsleep, end) = lock.withLock { (sleeper != nil, self.end) }
      if isAsleep { return end }
      await Task.yield()
    }
  }

  func set(_ date: Date) { lock.withLock { self.date = date } }

  func advance(to date: Date) {
    set(date)
    take()?.resume()
  }

  func changeZone() { lock.withLock { changed }?() }
}

private final class ZoneToken: Sendable {}
