import Testing

@_spi(Generated) import SwiftSyncREST
@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore

@Suite struct CreatedTriggersTests {
  @Test func findsRuntimeTriggers() {
    let script = """
      -- CREATE TRIGGER swiftsync_comment AFTER INSERT ON tasks BEGIN SELECT 1; END;
      /* CREATE TRIGGER swiftsync_comment AFTER INSERT ON tasks * / */
      CREATE TABLE tasks (id, "create" TEXT DEFAULT 'CREATE TRIGGER swiftsync_text (it''s)');
      CREATE TABLE swiftsync_links(id);
      create trigger  "swiftsync_my tasks_insert" AFTER INSERT ON [my tasks]
      BEGIN
        UPDATE t SET a = CASE a WHEN 'END' THEN 1 ELSE CASE WHEN b THEN 2 END END; -- END
        INSERT INTO swiftsync_changes SELECT 'x', 1 - 2 / 3;
      END;
      CREATE TRIGGER [swiftsync_größe] AFTER DELETE ON tasks BEGIN SELECT 1; END;
      CREATE TRIGGER somebodys AFTER DELETE ON tasks BEGIN SELECT 1; END;
      CREATE
      """
    let inserts = """
      CREATE TRIGGER "swiftsync_my tasks_insert" AFTER INSERT ON [my tasks]
      BEGIN
        UPDATE t SET a = CASE a WHEN 'END' THEN 1 ELSE CASE WHEN b THEN 2 END END; -- END
        INSERT INTO swiftsync_changes SELECT 'x', 1 - 2 / 3;
      END
      """
    #expect(
      CreatedTriggers(in: script).own == [
        "swiftsync_my tasks_insert": inserts,
        "swiftsync_größe":
          "CREATE TRIGGER [swiftsync_größe] AFTER DELETE ON tasks BEGIN SELECT 1; END",
      ])
  }

  /// Otherwise a store would replace all triggers each time it opens.
  @Test func textMatchesSQLite() throws {
    let connection = try Connection(path: SyncStore.memoryPath, mode: .readWrite)
    try connection.execute(ShopSchema.metadata.ddl)
    try connection.execute("CREATE TABLE \"a b\" (id); CREATE TABLE swiftsync_changes (id)")
    let script = """
      create trigger "swiftsync_a b" AFTER INSERT ON "a b"
      BEGIN DELETE FROM swiftsync_changes WHERE id = CASE WHEN 1 THEN 2 END; END;
      """
    try connection.execute(script)
    #expect(try OwnObjects(connection).triggers == CreatedTriggers(in: script).own)
  }

  @Test(arguments: [
    "", "CREATE", "CREATE TRIGGER", "CREATE TRIGGER swiftsync_a",
    "CREATE TRIGGER swiftsync_a BEGIN CASE END", "'", "\"", "/*", "--",
  ])
  func ignoresTruncatedTriggers(script: String) {
    #expect(CreatedTriggers(in: script).own.isEmpty)
  }
}
