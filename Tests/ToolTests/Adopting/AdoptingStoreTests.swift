import CSQLite
import Foundation
@_spi(Generated) import SwiftSyncRuntime
import Testing
import Tracker

/// Stores of apps that open databases of other programs.
@Suite struct AdoptingStoreTests {
  private static let theirs = """
    CREATE TABLE items (id INTEGER PRIMARY KEY, title TEXT NOT NULL);
    CREATE TABLE theirs (x);
    INSERT INTO items VALUES (1, 'Tea');
    """

  /// The tables of version 1, and the step to version 2.
  private static let plan = MigrationPlan(
    from: 1, tables: "CREATE TABLE items (id INTEGER NOT NULL PRIMARY KEY, title TEXT NOT NULL);",
    steps: [
      MigrationStep(
        from: 1, to: 2,
        stages: [
          .lightweight([
            .adding(.column("price", of: "items"), "ALTER TABLE items ADD COLUMN price REAL")
          ])
        ])
    ])

  private static func metadata(version: Int) throws -> SchemaMetadata {
    try metadata(
      """
      swiftsync: 1
      name: Shop
      version: \(version)
      adopt: true
      entities:
        Item:
          attributes: { id: int, title: string\(version > 1 ? ", price: \"double?\"" : "") }
          indexes: [[title]]

      """)
  }

  private static func metadata(_ text: String) throws -> SchemaMetadata {
    try AdoptingSchemas.metadata(text)
  }

  private static func workspace() throws -> Workspace {
    let workspace = try Workspace()
    #expect(try workspace.execute(theirs, on: "shop.sqlite") == nil)
    return workspace
  }

  private static func open(
    _ workspace: Workspace, version: Int, _ adoption: SyncStore.Configuration.Adoption?
  ) async throws -> SyncStore {
    try await SyncStore.open(
      metadata(version: version), at: workspace.url("shop.sqlite").path, plan: plan,
      adopting: adoption)
  }

  private static func reason(_ error: (any Error)?) -> String? {
    if case .unusableDatabase(_, let reason) = error as? SyncError { reason } else { nil }
  }

  @Test func adoptsOnce() async throws {
    let workspace = try Self.workspace()
    let refusal = await #expect(throws: SyncError.self) {
      try await Self.open(workspace, version: 1, nil)
    }
    #expect(
      Self.reason(refusal)
        == "it contains tables of another program and no schema version; open the store "
        + "with its version as 'adoption', or run 'swiftsync-gen baseline'")
    let index = await #expect(throws: SyncError.self) {
      try await Self.open(workspace, version: 1, .version(1))
    }
    #expect(
      Self.reason(index) == "it is not version 1 of 'Shop': table 'items' lacks index 'items_title'"
    )
    try await Self.open(workspace, version: 1, .version(1, addingIndexes: true)).close()
    let store = try await Self.open(workspace, version: 1, nil)
    try await store.apply(
      .data(Data(#"[{"id": 2, "title": "Cup"}]"#.utf8)), as: "Item", options: ApplyOptions())
    // The other program writes while the store is open.
    #expect(
      try workspace.execute(
        "INSERT INTO items VALUES (3, 'Pot'); UPDATE items SET title = 'Mug' WHERE id = 2",
        on: "shop.sqlite") == nil)
    let report = try await store.apply(
      .data(Data(#"[{"id": 2, "title": "Mug"}, {"id": 3, "title": "Can"}]"#.utf8)), as: "Item",
      missingRows: .delete)
    #expect(report.unchanged == 1)
    #expect(report.updated == 1)
    await store.close()
    #expect(
      try workspace.rows(
        of: "shop.sqlite", "SELECT title, user_version FROM items, pragma_user_version")
        == [["Mug", "0"], ["Can", "0"]])
  }

  /// A file that another program uses is not moved away.
  @Test func keepsFileThatCannotBeMigrated() async throws {
    let workspace = try Self.workspace()
    let url = workspace.url("shop.sqlite")
    await #expect(
      throws: SyncError.olderDatabase(path: url.path, version: 1, newest: 2)
    ) {
      try await SyncStore.open(
        Self.metadata(version: 2), at: url.path, adopting: .version(1),
        whenUnreadable: .startOver(keeping: workspace.url("old")))
    }
    #expect(try workspace.rows(of: "shop.sqlite", "SELECT title FROM items") == [["Tea"]])
  }

  /// Immediate foreign keys of the file are deferred on a connection of another library, too.
  @Test func defersReferencesOnForeignConnection() async throws {
    let workspace = try Workspace()
    let metadata = try Self.metadata(
      """
      swiftsync: 1
      name: Shop
      version: 1
      adopt: true
      entities:
        Item:
          attributes: { id: int }
          relations: { box: { to: Box, foreign-key: true } }
        Box: { attributes: { id: int } }

      """)
    #expect(
      try workspace.execute(
        """
        CREATE TABLE boxes (id INTEGER PRIMARY KEY);
        CREATE TABLE items (id INTEGER PRIMARY KEY, box_id INTEGER NOT NULL REFERENCES boxes);
        """, on: "shop.sqlite") == nil)
    let path = workspace.url("shop.sqlite").path
    try await SyncStore.open(
      metadata, at: path, adopting: .version(1, addingIndexes: true)
    ).close()
    var opened: OpaquePointer?
    #expect(sqlite3_open(path, &opened) == SQLITE_OK)
    let handle = try #require(opened)
    defer { sqlite3_close(handle) }
    for (id, begin, end) in [(1, "", ""), (2, "BEGIN", "COMMIT")] {
      #expect(
        sqlite3_exec(handle, "PRAGMA foreign_keys = ON; \(begin)", nil, nil, nil) == SQLITE_OK)
      try SyncStore.transaction(metadata, on: handle) { transaction in
        try transaction.execute("INSERT INTO items VALUES (?1, ?1)", [.integer(Int64(id))])
        try transaction.execute("INSERT INTO boxes VALUES (?1)", [.integer(Int64(id))])
      }
      #expect(sqlite3_exec(handle, end, nil, nil, nil) == SQLITE_OK)
    }
    #expect(
      try workspace.rows(of: "shop.sqlite", "SELECT id, box_id FROM items")
        == [["1", "1"], ["2", "2"]])
  }

  @Test func migratesFromStatedVersion() async throws {
    let workspace = try Self.workspace()
    await #expect(
      throws: SyncError.olderDatabase(
        path: workspace.url("shop.sqlite").path, version: 1, newest: 2)
    ) {
      try await SyncStore.open(
        Self.metadata(version: 2), at: workspace.url("shop.sqlite").path, adopting: .version(1))
    }
    await #expect(
      throws: SyncError.newerDatabase(
        path: workspace.url("shop.sqlite").path, version: 3, newest: 2)
    ) { try await Self.open(workspace, version: 2, .version(3)) }
    #expect(
      try workspace.execute("CREATE INDEX items_title ON items (title)", on: "shop.sqlite") == nil)
    // The plan in this test has no index, and the store never creates the indexes of its version by itself.
    let refusal = await #expect(throws: SyncError.self) {
      try await Self.open(workspace, version: 2, .version(2))
    }
    #expect(
      Self.reason(refusal) == "it is not version 2 of 'Shop': table 'items' lacks column 'price'")
    let store = try await Self.open(workspace, version: 2, .version(1))
    await store.close()
    #expect(
      try workspace.rows(
        of: "shop.sqlite", "SELECT version, title, price FROM swiftsync_schema, items")
        == [["2", "Tea", "NULL"]])
  }

  @Test func schemaMustAllowAdoption() async throws {
    let workspace = try Self.workspace()
    let refusal = await #expect(throws: SyncError.self) {
      try await SyncStore(
        TrackerSchema.self,
        .init(location: .url(workspace.url("shop.sqlite")), adoption: .version(1))
      ).opened()
    }
    #expect(
      Self.reason(refusal)
        == "another program has created it, and the schema 'Tracker' does not have 'adopt: true'")
  }

  /// A missing file is created with the newest version, regardless of the stated version.
  @Test func createsMissingDatabase() async throws {
    let workspace = try Workspace()
    let store = try await Self.open(workspace, version: 2, .version(1))
    try await store.apply(
      .data(Data(#"[{"id": 2, "title": "Cup"}]"#.utf8)), as: "Item", options: ApplyOptions())
    await store.close()
    try await Self.open(workspace, version: 2, nil).close()
    #expect(
      try workspace.rows(
        of: "shop.sqlite", "SELECT version, user_version FROM swiftsync_schema, pragma_user_version"
      )
        == [["2", "0"]])
  }
}
