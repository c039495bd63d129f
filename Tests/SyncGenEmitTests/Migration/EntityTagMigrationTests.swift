import SyncGenEmit
import Testing

/// The entity tags of rows follow their rows.
@Suite struct EntityTagMigrationTests {
  private static let sync = "sync: { push: true, etag: true }"
  private static let first = """
    entities:
      Note: { attributes: { id: int, a: string }, \(sync) }
      Tag: { attributes: { id: int, a: string }, \(sync) }
      Pen: { attributes: { id: int, a: string }, \(sync) }
      Ink: { attributes: { id: int, a: string }, \(sync) }
      Box: { attributes: { id: int, a: string }, \(sync) }
      Lid: { attributes: { id: int, a: string }, \(sync) }
    """
  private static let second = """
    entities:
      Tag: { renamed-from: Note, plural: notes, attributes: { id: int, a: string }, \(sync) }
      Note: { renamed-from: Tag, plural: tags, attributes: { id: int, a: string }, \(sync) }
      Stylus: { renamed-from: Pen, attributes: { id: int, a: string }, \(sync) }
      Ink: { attributes: { id: { type: string, backfill: "a || id" }, a: string }, \(sync) }
      Box: { attributes: { id: int, a: string }, sync: { push: true } }
    migrations: { 2: [{ drops: [Lid] }] }
    """

  private static let rows = """
    INSERT INTO notes (id, a) VALUES (1, 'x'); INSERT INTO tags (id, a) VALUES (1, 'x');
    INSERT INTO pens (id, a) VALUES (1, 'x'); INSERT INTO inks (id, a) VALUES (1, 'x');
    INSERT INTO swiftsync_etags (entity, id, etag) VALUES
      ('Note', 1, '"note"'), ('Tag', 1, '"tag"'), ('Pen', 1, '"pen"'), ('Ink', 1, '"ink"'),
      ('Ink', 2, '"not stored"'), ('Box', 1, '"box"'), ('Lid', 1, '"lid"')
    """

  @Test func tagsFollowNamesAndIdentities() throws {
    let database = try MigratedDatabase(Self.first, Self.second, rows: Self.rows)
    #expect(
      try database.rows("SELECT entity, quote(id), etag FROM swiftsync_etags ORDER BY etag") == [
        #"Ink|'x1'|"ink""#, #"Tag|1|"note""#, #"Stylus|1|"pen""#, #"Note|1|"tag""#,
      ])
  }

  /// Databases may come from a runtime without the table.
  @Test func databasesWithoutTagsAreNotUpdated() throws {
    let plain = { (yaml: String) -> String in yaml.replacing(", etag: true", with: "") }
    let files = try SchemaFixture.files(
      "swiftsync: 1\nname: App\nversion: 2\n\(plain(Self.second))\n",
      after: "swiftsync: 1\nname: App\nversion: 1\n\(plain(Self.first))\n")
    let file = try #require(files.first { $0.path == "migrations/2.sql" })
    #expect(!String(decoding: file.bytes, as: UTF8.self).contains("swiftsync_etags"))
  }
}
