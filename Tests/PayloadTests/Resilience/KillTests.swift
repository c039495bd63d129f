import Foundation
import Testing

/// A process that is killed leaves the old rows or the new ones, and nothing in between.
@Suite struct KillTests {
  private struct Tally {
    var early = 0
    var middle = 0
    var late = 0
    var total: Int { early + middle + late }
  }

  /// Two hundred kills of a call that changes each row of a filled database.
  @Test func aKilledCallLeavesTheOldOrTheNewRows() async throws {
    let shelf = try Shelf()
    try await shelf.fill("base")
    let old = try #require(try shelf.content(of: "base"))
    let (new, duration) = try await whole(shelf, from: "base")
    let isChanged = old != new
    #expect(isChanged)
    let tally = try await kill(shelf, from: "base", times: 200, duration, [old, new])
    #expect(tally.total == 200)
    // What counts are kills while the call works; those before it and after it prove little.
    #expect(tally.middle >= 60, "\(tally)")
  }

  /// Fifty kills of a call that makes the database, too; the same call succeeds after each.
  @Test func aKilledFirstFillCanBeRepeated() async throws {
    let shelf = try Shelf()
    let (new, duration) = try await whole(shelf, from: "")
    let tally = try await kill(shelf, from: "", times: 50, duration, [nil, new]) { shelf in
      let again = try await Tool.run(
        shelf.arguments("rows1.json", to: "killed"), in: shelf.scratch)
      #expect(again.status == 0, "\(again.errors)")
      let isWhole = try shelf.content(of: "killed") == new
      #expect(isWhole)
    }
    #expect(tally.middle >= 15, "\(tally)")
  }

  /// What a call leaves that is not killed, and how long it takes.
  private func whole(_ shelf: Shelf, from base: String) async throws -> (String, TimeInterval) {
    var shortest = TimeInterval.infinity
    for _ in 0..<3 {
      try shelf.copy(base, to: "whole")
      let start = Date()
      let outcome = try await Tool.run(
        shelf.arguments("rows1.json", to: "whole"), in: shelf.scratch)
      #expect(outcome.status == 0, "\(outcome.errors)")
      shortest = min(shortest, Date().timeIntervalSince(start))
    }
    return (try #require(try shelf.content(of: "whole")), shortest)
  }

  private func kill(
    _ shelf: Shelf, from base: String, times: Int, _ duration: TimeInterval,
    _ allowed: [String?], then check: (Shelf) async throws -> Void = { _ in }
  ) async throws -> Tally {
    var tally = Tally()
    var longest = duration
    var attempt = 0
    while tally.total < times, attempt < times * 3 {
      attempt += 1
      try shelf.copy(base, to: "killed")
      // Spread over the whole run, and every other one over its end, where it commits, by a step
      // that never repeats itself.
      let step = (Double(attempt) * 0.618_033_988_75).truncatingRemainder(dividingBy: 1)
      let share = attempt % 2 == 0 ? step : 0.7 + 0.3 * step
      let outcome = try await Tool.run(
        shelf.arguments("rows1.json", to: "killed"), in: shelf.scratch,
        killedAfter: longest * (0.05 + share))
      guard outcome.status == -SIGKILL else {
        // It was faster than the kill.
        #expect(outcome.status == 0, "\(outcome.errors)")
        longest *= 0.98
        continue
      }
      // The log is there from the moment at which the database is opened for writing.
      let isOpened = FileManager.default.fileExists(atPath: shelf.scratch.path("killed-wal"))
      let found = try shelf.content(of: "killed")
      let isWhole = allowed.contains(found)
      #expect(isWhole, "after \(longest * share) s: \((found ?? "no rows").prefix(300))")
      if found == allowed[1] {
        tally.late += 1
      } else if isOpened {
        tally.middle += 1
      } else {
        tally.early += 1
      }
      try await check(shelf)
    }
    print("kills: \(tally)")
    return tally
  }
}
