import TestHelpers
import Foundation
import SyncGenEmit
import Testing

/// SQLite runs the output of the set `sql`.
@Suite struct SQLTests {
  private func sql(_ schema: String) throws -> String {
    let file = try SchemaFixture.files(schema).first { $0.path == "schema.sql" }
    return String(decoding: try #require(file).bytes, as: UTF8.self)
  }

  private let catalog = "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name"

  @Test(arguments: [false, true])
  func statementsRunWithAndWithoutComments(isLarge: Bool) throws {
    let schema = isLarge ? TortureSchema.size() : TortureSchema.names(access: "internal")
    let commented = try Database()
    try commented.run(try sql(schema))
    let plain = try Database()
    try plain.run(SchemaEmitter.ddl(for: try SchemaFixture.schema(schema)))
    let tables = try commented.rows(catalog)
    #expect(tables.count > 80)
    #expect(try plain.rows(catalog) == tables)
    #expect(try commented.rows("PRAGMA user_version") == [["1"]])
    #expect(try plain.rows("PRAGMA user_version") == [["1"]])
  }

  @Test func columnsHaveDefaults() throws {
    let database = try Database()
    try database.run(try sql(TortureSchema.names(access: "internal")))
    try database.run("INSERT INTO tasks (id) VALUES ('1')")
    let row = try database.rows(
      """
      SELECT text, at, amount, price_minor, price_currency, day, site, "key", hex(bytes), extra,
      kind, byte, level, kinds, sizes FROM tasks
      """)
    #expect(
      row == [
        [
          "a 'quoted' \"text\" with \\ and\nlines", "2026-01-02T03:04:05.123456Z",
          "1234567890123456789.0123456789012345678", "-1", "EUR", "2026-02-28",
          "https://example.com/a?b=c", "00000000-0000-4000-8000-0000000000ff", "00FF",
          #"{"a":"x","b":[1,null,true]}"#, "it's", nil, "-1", "[]", #"{"a":1,"b":2}"#,
        ]
      ])
  }

  @Test func checksEnforcedReferencesAtCommit() throws {
    let database = try Database()
    let schema = """
      swiftsync: 1
      name: A
      version: 1
      entities:
        B: { attributes: { id: int }, relations: { c: { to: C, foreign-key: true } } }
        C: { attributes: { id: int } }
      """
    try database.run(try sql(schema))
    try database.run("PRAGMA foreign_keys = ON; BEGIN; INSERT INTO bs VALUES (1, 2)")
    #expect(throws: Database.Failure.self) { try database.run("COMMIT") }
    try database.run("INSERT INTO cs VALUES (2); COMMIT")
    #expect(try database.rows("SELECT * FROM bs") == [["1", "2"]])
  }

  /// Keywords as names of tables, columns and relationships.
  @Test func triggersQuoteNames() throws {
    let database = try Database()
    let schema = """
      swiftsync: 1
      name: A
      version: 1
      entities:
        Group:
          table: order
          attributes:
            index: { type: int, remote: index }
            select: string?
            values: money?
            when: { type: date?, touch: true }
          relations:
            from: { to: Group?, inverse: none }
            where: { to: [Group], inverse: none, ordered: true }
          identity: index
          sync: { clock: when, push: true }
      """
    try database.run(try sql(schema))
    try database.run(
      """
      INSERT INTO "order" ("index") VALUES (1), (2);
      DELETE FROM swiftsync_changes;
      UPDATE "order" SET "select" = 'x', values_minor = 1 WHERE "index" = 1;
      DELETE FROM "order" WHERE "index" = 2;
      INSERT INTO group_where VALUES (1, 2, 0);
      """)
    let queue = try database.rows(
      "SELECT entity, id, operation, fields FROM swiftsync_changes ORDER BY sequence")
    #expect(
      queue == [
        ["Group", "1", "update", ",select,values,when,where,"], ["Group", "2", "delete", ","],
      ])
  }

  /// Triggers have no conflict clause and need nothing newer than SQLite 3.39.
  @Test func createsOnlyRequiredTriggers() throws {
    let text = try sql(
      """
      swiftsync: 1
      name: A
      version: 1
      entities:
        B:
          attributes: { id: int, both: int?, in: { type: int?, direction: pull } }
          sync: { push: true }
        C: { attributes: { id: int, touched: { type: date, default: now, touch: true } } }
        D: { attributes: { id: int } }
      """)
    let database = try Database()
    try database.run(text)
    let triggers = try database.rows(
      "SELECT name FROM sqlite_schema WHERE type = 'trigger' ORDER BY name")
    #expect(
      triggers == [
        ["swiftsync_bs_delete"], ["swiftsync_bs_identity"], ["swiftsync_bs_insert"],
        ["swiftsync_bs_replace"], ["swiftsync_bs_update"], ["swiftsync_cs_identity"],
        ["swiftsync_cs_update"],
      ])
    #expect(text.contains("AFTER UPDATE OF both ON bs\n"))
    for word in ["OR REPLACE", "OR IGNORE", "ON CONFLICT", "subsec"] {
      #expect(!text.contains(word))
    }
  }
}
