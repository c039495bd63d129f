import Testing

@testable import SwiftSyncRuntime

@Suite struct CreatedObjectsTests {
  @Test func findsTheRuntimesOwn() {
    let script = """
      -- CREATE TABLE swiftsync_comment (id);
      /* CREATE TRIGGER swiftsync_comment AFTER INSERT ON tasks * / */
      CREATE TABLE tasks (id, "create" TEXT DEFAULT 'CREATE TABLE swiftsync_text (it''s)');
      CREATE UNIQUE INDEX swiftsync_changes_id ON swiftsync_changes (entity, id);
      CREATE TABLE swiftsync_links(id);
      create table IF NOT EXISTS "swiftsync_changes" (id);
      CREATE TEMP TRIGGER `swiftsync_my tasks_insert` AFTER INSERT ON [my tasks]
      BEGIN
        INSERT INTO swiftsync_changes SELECT 'x', 1 - 2 / 3;
      END;
      CREATE TRIGGER [swiftsync_größe] AFTER DELETE ON tasks BEGIN SELECT 1; END;
      CREATE
      """
    #expect(
      CreatedObjects(in: script).own == [
        "table 'swiftsync_links'", "table 'swiftsync_changes'",
        "trigger 'swiftsync_my tasks_insert'", "trigger 'swiftsync_größe'",
      ])
  }

  @Test(arguments: ["", "CREATE", "CREATE TABLE", "CREATE TABLE IF NOT", "'", "\"", "/*", "--"])
  func readsScriptsThatBreakOff(script: String) {
    #expect(CreatedObjects(in: script).own.isEmpty)
  }
}
