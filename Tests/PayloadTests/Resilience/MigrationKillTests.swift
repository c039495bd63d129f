import Foundation
import Testing

/// A process that is killed during a migration leaves a complete database of one of the versions.
@Suite struct MigrationKillTests {
  /// Eighty kills while a database is opened and migrated from version 1 to 3, in two halves
  /// that run in parallel.
  @Test(arguments: 0..<2)
  func killedMigrationLeavesCompleteVersion(half: Int) async throws {
    let shelf = try await OldShelf()
    let loop = KillLoop(
      scratch: shelf.scratch, arguments: shelf.migrating("killed"),
      beginning: shelf.scratch.path("killed-wal")
    ) {
      try shelf.restore()
    }
    let states = try await states(shelf)
    let duration = try await loop.duration()
    #expect(try shelf.state(of: "killed").content == states[3])
    var versions: [Int: Int] = [:]
    var kills = 0
    // The last version is left only by kills between the last commit and the end of the process.
    try await loop.kill(
      times: 40, middle: 12, late: 2, within: duration, from: half * 1_000
    ) { delay in
      kills += 1
      let isOpened = ["-wal", "-journal"].contains { suffix in
        FileManager.default.fileExists(atPath: shelf.scratch.path("killed" + suffix))
      }
      // Sometimes the newest app is the first to open the database.
      if kills % 5 == 0, kills < 40 {
        try await expectToGoOn(shelf, states)
        try expectEdit(shelf, version: 3)
        return isOpened ? .middle : .early
      }
      let left = try shelf.state(of: "killed")
      let isWhole = left.content == states[left.version]
      #expect(isWhole, "version \(left.version) after \(delay) s: \(left.content.prefix(300))")
      // Between two steps nothing can be written, so no write can remain unrecorded.
      if try shelf.isGuarded("killed") {
        #expect(left.version == 2)
        #expect(throws: (any Error).self) { try shelf.edit("killed", version: 2) }
      }
      // Either the app of that version or the newest app opens the database.
      if kills % 2 == 0 {
        try await expectToGoOn(shelf, states)
        try expectEdit(shelf, version: 3)
      } else {
        try await shelf.run(shelf.opening("killed", version: left.version))
        try expectEdit(shelf, version: left.version)
      }
      versions[left.version, default: 0] += 1
      return left.version == 3 ? .late : left.version == 2 || isOpened ? .middle : .early
    }
    print("versions left: \(versions.sorted { $0.key < $1.key })")
    #expect(versions.keys.sorted() == [1, 2, 3])
  }

  /// The triggers of the version that opened the database record a local write.
  private func expectEdit(_ shelf: OldShelf, version: Int) throws {
    try shelf.edit("killed", version: version)
    let field = version == 1 ? "name" : "title"
    #expect(try shelf.entry("killed", id: 500) == #"[["update",",\#(field),"]]"#)
  }

  private func expectToGoOn(_ shelf: OldShelf, _ states: [Int: String]) async throws {
    try await shelf.run(shelf.migrating("killed"))
    let isMigrated = try shelf.state(of: "killed").content == states[3]
    #expect(isMigrated)
  }

  /// The content of each version if the process is not killed.
  private func states(_ shelf: OldShelf) async throws -> [Int: String] {
    var states: [Int: String] = [:]
    try shelf.restore()
    states[1] = try shelf.state(of: "killed").content
    let newest = try shelf.scratch.read("schema.yaml")
    try shelf.scratch.write("schema.yaml", try shelf.scratch.read("v2.yaml"))
    try await shelf.run(shelf.migrating("killed"))
    states[2] = try shelf.state(of: "killed").content
    try shelf.scratch.write("schema.yaml", newest)
    try await shelf.run(shelf.migrating("killed"))
    states[3] = try shelf.state(of: "killed").content
    return states
  }
}
