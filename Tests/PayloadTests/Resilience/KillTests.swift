import Foundation
import Programs
import Testing

/// A killed process leaves either the old rows or the new ones.
@Suite struct KillTests {
  /// Thirty kills of a call that changes each row of a filled database.
  @Test func killedCallLeavesOldOrNewRows() async throws {
    let shelf = try Shelf()
    try await shelf.fill("base")
    let old = try #require(try shelf.content(of: "base"))
    let loop = loop(shelf, from: "base")
    let duration = try await loop.duration()
    let new = try #require(try shelf.content(of: "killed"))
    let isChanged = old != new
    #expect(isChanged)
    try await loop.kill(times: 30, middle: 9, within: duration) { delay in
      try moment(shelf, delay, [old, new])
    }
  }

  /// Eight kills of a call that also creates the database; the same call succeeds after each kill.
  @Test func killedFirstCallCanBeRepeated() async throws {
    let shelf = try Shelf()
    let loop = loop(shelf, from: "")
    let duration = try await loop.duration()
    let new = try #require(try shelf.content(of: "killed"))
    try await loop.kill(times: 8, middle: 3, within: duration) { delay in
      let moment = try moment(shelf, delay, [nil, new])
      let again = try await Tool.run(
        shelf.arguments("rows1.json", to: "killed"), in: shelf.scratch)
      #expect(again.status == 0, "\(again.errors)")
      let isWhole = try shelf.content(of: "killed") == new
      #expect(isWhole)
      return moment
    }
  }

  /// Kills of calls that fill a table with a full-text index, and that change each of its rows. The
  /// index matches the remaining rows, and the same call succeeds.
  @Test(arguments: ["", "base"])
  func killedBulkLoadKeepsIndexConsistent(base: String) async throws {
    let shelf = try Shelf(isSearched: true)
    if !base.isEmpty { try await shelf.fill(base) }
    let old = base.isEmpty ? nil : try shelf.content(of: base)
    let loop = loop(shelf, from: base)
    let duration = try await loop.duration()
    let new = try #require(try shelf.content(of: "killed"))
    try shelf.checkIndex(of: "killed")
    try await loop.kill(times: 4, middle: 2, within: duration) { delay in
      let moment = try moment(shelf, delay, [old, new])
      try shelf.checkIndex(of: "killed")
      let again = try await Tool.run(
        shelf.arguments("rows1.json", to: "killed"), in: shelf.scratch)
      #expect(again.status == 0, "\(again.errors)")
      #expect(try shelf.content(of: "killed") == new)
      try shelf.checkIndex(of: "killed")
      return moment
    }
  }

  private func loop(_ shelf: Shelf, from base: String) -> KillLoop {
    KillLoop(scratch: shelf.scratch, arguments: shelf.arguments("rows1.json", to: "killed")) {
      try shelf.copy(base, to: "killed")
    }
  }

  private func moment(
    _ shelf: Shelf, _ delay: TimeInterval, _ allowed: [String?]
  ) throws -> KillLoop.Moment {
    // The log exists from the moment at which the database is opened for writing.
    let isOpened = FileManager.default.fileExists(atPath: shelf.scratch.path("killed-wal"))
    let found = try shelf.content(of: "killed")
    let isWhole = allowed.contains(found)
    #expect(isWhole, "after \(delay) s: \((found ?? "no rows").prefix(300))")
    return found == allowed[1] ? .late : isOpened ? .middle : .early
  }
}
