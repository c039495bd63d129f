import Foundation
import Testing

@_spi(Generated) @testable import SwiftSyncStore

/// The folder of databases without a stated location.
@Suite struct DataFolderTests {
  #if !canImport(Darwin)
    private let executable = URL(fileURLWithPath: ProcessInfo.processInfo.arguments[0])
      .resolvingSymlinksInPath().lastPathComponent

    @Test func statedFolderIsUsed() throws {
      let folder = try DataFolder.ofApp(for: "Shop.sqlite", stated: "/data")
      #expect(folder.path == "/data/\(executable)")
    }

    @Test(arguments: [nil, "", "data"])
    func defaultFolderIsInHome(stated: String?) throws {
      let folder = try DataFolder.ofApp(for: "Shop.sqlite", stated: stated)
      let home = FileManager.default.homeDirectoryForCurrentUser.path
      #expect(folder.path == home + "/.local/share/\(executable)")
    }

    @Test func thereAreNoAppGroups() {
      #expect(
        throws: SyncError.unusableDatabase(
          path: "Shop.sqlite", reason: "the system has no app groups")
      ) {
        try DataFolder.ofGroup("group.shop", for: "Shop.sqlite")
      }
    }
  #endif

  @Test func fileHasTheNameOfTheSchema() throws {
    let place = try SyncStore.Configuration.Location.applicationSupport
      .place(for: ShopSchema.metadata)
    #expect(place.path.hasSuffix("/Shop/Shop.sqlite") && place.folder == nil)
    let file = SyncStore.Configuration.Location.url(URL(fileURLWithPath: "/a/b.sqlite"))
    #expect(try file.place(for: ShopSchema.metadata).path == "/a/b.sqlite")
  }

  /// The name of an account may contain anything, and is not shown.
  @Test func accountsHaveTheirOwnFiles() throws {
    func path(_ location: SyncStore.Configuration.Location, _ account: String?) throws -> String {
      try location.place(for: ShopSchema.metadata, account: account).path
    }
    // The first digits of `printf 'a/../B' | sha256sum`.
    let mark = "b92f590c1b167986699112801bf2afbc"
    #expect(try path(.path("/data/b.sqlite"), "a/../B") == "/data/b-\(mark).sqlite")
    #expect(try path(.path("/data/b"), "a/../B") == "/data/b-\(mark)")
    #expect(try path(.path("/data/b.sqlite"), nil) == "/data/b.sqlite")
    #expect(
      try path(.applicationSupport, "a/../B").hasSuffix("/Shop-\(mark)/Shop.sqlite"))
    #expect(try path(.applicationSupport, "a/../b") != path(.applicationSupport, "a/../B"))
    #expect(try path(.inMemory, "a") == SyncStore.memoryPath)
  }

  @Test func appGroupsAreSuspended() {
    let group = SyncStore.Configuration.Location(kind: .appGroup("group.shop"))
    func suspends(
      _ location: SyncStore.Configuration.Location, role: SyncStore.Configuration.Role = .app,
      stated: Bool? = nil
    ) -> Bool {
      SyncStore.Configuration(location: location, role: role, suspendsInBackground: stated)
        .suspends
    }
    #expect(suspends(group) && !suspends(.applicationSupport))
    #expect(!suspends(group, stated: false) && suspends(.applicationSupport, stated: true))
    #expect(!suspends(group, role: .extension) && !suspends(.inMemory, stated: true))
  }

  /// The store makes its own folder, and no other.
  @Test func ownFolderIsMade() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("data-folder-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("app/a.sqlite").path
    func opener(_ location: SyncStore.Configuration.Location) -> DatabaseOpener {
      DatabaseOpener(
        metadata: ShopSchema.metadata, path: path, configuration: .init(location: location)
      ) { path, connection, options, token in
        Migrator(
          connection: connection, path: path, newest: ShopSchema.metadata, plan: .none,
          backupFolder: options.backupFolder, progress: options.progress, token: token)
      }
    }
    await #expect(throws: SyncError.self) {
      try await opener(.url(URL(fileURLWithPath: path))).open(in: nil)
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path))
    let database = try await opener(.applicationSupport).open(in: nil)
    #expect(FileManager.default.fileExists(atPath: path))
    await database.close()
  }
}
