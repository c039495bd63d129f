import Foundation
import SyncGenDiagnostics
import SyncGenSchema
import TestHelpers
import Testing

@testable import SyncGenImport
@_spi(Generated) @testable import SwiftSyncSession
@_spi(Generated) @testable import SwiftSyncStore
@_spi(Generated) @testable import swiftsync_gen

/// The rows of a Core Data file in a store whose schema `import` created from the model.
@Suite struct CoreDataRowsTests {
  private static let external: Set = ["Profile.avatar"]

  /// A folder with a Core Data file and an empty database.
  private final class Blog {
    let folder: URL
    let store: SyncStore
    var file: URL { folder.appendingPathComponent("Model.sqlite") }
    private var database: String { folder.appendingPathComponent("blog.sqlite").path }

    init(_ more: String = "") async throws {
      folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("core-data-rows-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let model = SourceFile(path: "contents", bytes: Array(BlogModel.text(4).utf8))
      let result = try InMemory.schema(of: CoreDataImport.read([model]))
      store = try await SyncStore.open(
        SchemaMetadata(result.schema), at: folder.appendingPathComponent("blog.sqlite").path,
        log: .none)
      try BlogStore.make(at: file.path, more)
    }

    deinit {
      #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) }
    }

    /// Rows of the store, each as a text.
    func rows(_ sql: String) throws -> [String] {
      try Database(at: database).rows(sql).map { $0.map { $0 ?? "-" }.joined(separator: "|") }
    }

    func copy(
      _ names: [String: String] = [:], external: Set<String>? = CoreDataRowsTests.external,
      batchSize: Int = 1_000
    ) async throws -> CoreDataStore.ImportReport {
      var source = CoreDataStore(at: file, names: names, externalStorage: external)
      source.batchSize = batchSize
      return try await store.importRows(from: source)
    }

    func expect(error: String, _ names: [String: String] = [:], external: Set<String>? = [])
      async throws
    {
      await #expect(throws: SyncError.unusableDatabase(path: file.path, reason: error)) {
        _ = try await copy(names, external: external)
      }
      #expect(try rows("SELECT count(*) FROM authors") == ["0"])
    }
  }

  /// The copied rows are the same, whatever the number of rows per transaction.
  @Test(arguments: [1, 2, 1_000]) func copiesWholeStore(batchSize: Int) async throws {
    let blog = try await Blog()
    let before = try Data(contentsOf: blog.file)
    let report = try await blog.copy(batchSize: batchSize)
    #expect(
      try blog.rows(
        "SELECT remote_id, full_name, author_description, email FROM authors ORDER BY remote_id")
        == ["701|Ada|writes|ada@example.com", "702|-|-|-"])
    #expect(
      try blog.rows("SELECT id, bio, hex(avatar), author_id FROM profiles")
        == ["00112233-4455-6677-8899-aabbccddeeff||CAFE|701"])
    #expect(try blog.rows("SELECT identifier, price FROM categories") == ["news|12.25"])
    #expect(
      try blog.rows(
        """
        SELECT id, created_at, title, is_draft, score, views, meta, secret, author_id, category_id
        FROM posts ORDER BY id
        """) == [
          "31|2020-01-06T10:40:00.250000Z|First|0|0.5|9000000000|-|-|701|news",
          "32|2001-01-01T00:00:00.000000Z|Second|1|2.0|0|-|-|702|-",
        ])
    #expect(
      try blog.rows(
        "SELECT id, text, post_id, comments_position, reply_to_id FROM comments ORDER BY 4")
        == ["42|first|31|0|43", "43|middle|31|1|-", "41|last|31|2|-"])
    #expect(
      try blog.rows("SELECT id, created_at, title, url, width, author_id FROM photos")
        == ["51|2000-12-31T23:59:59.000000Z|Photo|https://example.com/1|1.5|701"])
    let notes = try blog.rows("SELECT id, text, link FROM notes ORDER BY text DESC")
    #expect(notes.map { $0.dropFirst(36) } == ["|Note|https://example.com/2", "|-|-"])
    #expect(
      notes.map { $0.prefix(36) }
        == [1, 2].map { CoreDataValue.uuid(ofRow: $0, in: "ZNOTE", of: BlogStore.id)[...] })
    #expect(
      try blog.rows("SELECT key, value, target_type, target_id FROM settings")
        == ["theme|dark|photo|51"])
    #expect(
      try blog.rows("SELECT slug, name FROM tags ORDER BY 1") == ["a|A", "b|-", "c|C"])
    #expect(try blog.rows("SELECT user, day, value FROM votes") == ["ada|monday|3"])
    #expect(
      try blog.rows("SELECT post_id, tag_id, position FROM post_tags ORDER BY 1, 3")
        == ["31|c|0", "31|b|1", "31|a|2", "32|b|0"])
    #expect(try blog.rows("SELECT * FROM swiftsync_links") == [])
    #expect(try Data(contentsOf: blog.file) == before)
    expectReport(report)

    let again = try await blog.copy()
    #expect(again.wasComplete)
    #expect(again.entities == [:])
  }

  private func expectReport(_ report: CoreDataStore.ImportReport) {
    #expect(!report.wasComplete)
    #expect(
      report.entities.mapValues { [$0.inserted, $0.updated, $0.rejectedCount] } == [
        "Author": [2, 0, 0], "Profile": [1, 0, 0], "Post": [2, 0, 0], "Comment": [3, 0, 0],
        "Tag": [3, 0, 0], "Category": [1, 0, 0], "Note": [2, 0, 0], "Vote": [1, 0, 0],
        "Setting": [1, 0, 1], "Photo": [1, 0, 0],
      ])
    #expect(report.entities["Setting"]?.rejected.map(\.rule) == [.missingIdentity])
    #expect(report.unreadValues == ["Post.meta (ZCONTENT.ZMETA)": 1])
    #expect(report.absentMembers == ["Photo.comments"])
    #expect(report.unusedColumns == ["ZCONTENT.ZTITLELOWER"])
    #expect(report.otherRows == ["Draft": 1])
  }

  /// A row that the app has changed or deleted is not copied again, and a copy of the file counts
  /// as the same store.
  @Test func copiesEachStoreOnce() async throws {
    let blog = try await Blog()
    _ = try await blog.copy()
    _ = try await blog.store.transaction { transaction in
      try transaction.execute("UPDATE tags SET name = 'mine' WHERE slug = 'a'")
      try transaction.execute("DELETE FROM tags WHERE slug = 'b'")
    }
    try Database(at: blog.file.path).run("INSERT INTO ZTAG VALUES (4, 10, 1, 'late', NULL)")
    #expect(try await blog.copy().wasComplete)
    #expect(try blog.rows("SELECT slug, name FROM tags ORDER BY 1") == ["a|mine", "c|C"])
    // Another store is another source, whose rows are applied to the stored rows.
    try Database(at: blog.file.path).run("UPDATE Z_METADATA SET Z_UUID = 'other'")
    let report = try await blog.copy()
    #expect(report.entities["Tag"]?.inserted == 2)
    #expect(report.entities["Tag"]?.updated == 1)
  }

  /// Lists of the store that the file does not have remain unchanged.
  @Test func keepsExistingMembersOfLists() async throws {
    let blog = try await Blog()
    _ = try await blog.store.transaction { transaction in
      try transaction.execute("INSERT INTO tags VALUES ('own', NULL)")
      try transaction.execute(
        "INSERT INTO posts (id, created_at, title, is_draft, score, views, author_id) "
          + "VALUES (31, '2020-01-01T00:00:00.000000Z', 'Old', 0, 0, 0, 1)")
      try transaction.execute("INSERT INTO post_tags VALUES (31, 'own', 0)")
      try transaction.execute(
        "INSERT INTO comments (id, created_at, text, post_id, comments_position) "
          + "VALUES (99, '2020-01-01T00:00:00.000000Z', 'own', 31, 0)")
    }
    _ = try await blog.copy()
    #expect(try blog.rows("SELECT title FROM posts WHERE id = 31") == ["First"])
    #expect(
      try blog.rows("SELECT tag_id FROM post_tags WHERE post_id = 31 ORDER BY 1")
        == ["a", "b", "c", "own"])
    #expect(
      try blog.rows("SELECT id FROM comments WHERE post_id = 31 ORDER BY 1")
        == ["41", "42", "43", "99"])
  }

  /// Rows that are only in the write-ahead log are copied.
  @Test func copiesRowsInWriteAheadLog() async throws {
    let blog = try await Blog()
    let writer = try Database(at: blog.file.path)
    try writer.run("PRAGMA journal_mode = WAL")
    try writer.run("INSERT INTO ZTAG VALUES (4, 10, 1, 'd', 'D')")
    let report = try await blog.copy()
    #expect(report.entities["Tag"]?.inserted == 4)
    #expect(try blog.rows("SELECT name FROM tags WHERE slug = 'd'") == ["D"])
    #expect(try writer.rows("SELECT count(*) FROM ZTAG") == [["4"]])
  }

  @Test func findsRenamedMembers() async throws {
    let blog = try await Blog(
      """
      UPDATE Z_PRIMARYKEY SET Z_NAME = 'Keyword' WHERE Z_ENT = 10;
      ALTER TABLE ZTAG RENAME TO ZKEYWORD;
      ALTER TABLE ZKEYWORD RENAME COLUMN ZSLUG TO ZWORD;
      ALTER TABLE Z_5TAGS RENAME TO Z_5WORDS;
      ALTER TABLE Z_5WORDS RENAME COLUMN Z_10TAGS TO Z_10WORDS;
      ALTER TABLE Z_5WORDS RENAME COLUMN Z_FOK_10TAGS TO Z_FOK_10WORDS;
      """)
    _ = try await blog.copy([
      "Tag": "Keyword", "Tag.slug": "word", "Post.tags": "words", "Photo.tags": "words",
    ])
    #expect(try blog.rows("SELECT slug, name FROM tags ORDER BY 1") == ["a|A", "b|-", "c|C"])
    #expect(
      try blog.rows("SELECT post_id, tag_id, position FROM post_tags ORDER BY 1, 3")
        == ["31|c|0", "31|b|1", "31|a|2", "32|b|0"])
  }

  @Test func readsExternalStorage() async throws {
    let name = "11111111-2222-4333-8444-555555555555"
    let blog = try await Blog(
      "UPDATE ZPROFILE SET ZAVATAR = CAST(x'02' || '\(name)' || x'00' AS BLOB);")
    let folder = blog.folder.appendingPathComponent(".Model_SUPPORT/_EXTERNAL_DATA")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data([1, 2, 3]).write(to: folder.appendingPathComponent(name))
    let report = try await blog.copy()
    #expect(try blog.rows("SELECT hex(avatar) FROM profiles") == ["010203"])
    #expect(report.unreadValues["Profile.avatar (ZPROFILE.ZAVATAR)"] == nil)
  }

  @Test func reportsMissingExternalStorage() async throws {
    let name = "11111111-2222-4333-8444-555555555555"
    let blog = try await Blog(
      "UPDATE ZPROFILE SET ZAVATAR = CAST(x'02' || '\(name)' || x'00' AS BLOB);")
    let report = try await blog.copy()
    #expect(try blog.rows("SELECT avatar FROM profiles") == ["-"])
    #expect(report.unreadValues["Profile.avatar (ZPROFILE.ZAVATAR)"] == 1)
  }

  // MARK: Other schemas

  private static let desk = """
    swiftsync: 1
    name: Desk
    version: 1
    conventions: { dates: unix }
    entities:
      Item:
        attributes:
          id: int
          title: { type: string, remote: heading.text }
          note: { type: "string?", direction: local }
          dueAt: { type: "date?", storage: integer }
          labels: "[string]"
        relations:
          folder: { to: Folder, foreign-key: true }
          related: { to: [Item], inverse: backlinks }
          backlinks: { to: [Item], inverse: related }
      Folder:
        attributes: { id: uuid, name: string }
        relations:
          items: { to: [Item], inverse: folder }
          parent: { to: "Folder?", foreign-key: true, inverse: folders }
          folders: { to: [Folder], inverse: parent }
    """

  private static let deskFile = """
    CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
    INSERT INTO Z_METADATA VALUES (1, 'desk', NULL);
    CREATE TABLE Z_PRIMARYKEY (
      Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
    INSERT INTO Z_PRIMARYKEY VALUES (1, 'Folder', 0, 2), (2, 'Item', 0, 3), (3, 'Urgent', 2, 0);
    CREATE TABLE ZFOLDER (
      Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZPARENT INTEGER, ZNAME VARCHAR);
    INSERT INTO ZFOLDER VALUES (1, 1, 1, 2, 'inner'), (2, 1, 1, NULL, 'outer');
    CREATE TABLE ZITEM (
      Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZFOLDER INTEGER, ZDUEAT TIMESTAMP,
      ZTITLE VARCHAR, ZNOTE VARCHAR, ZLABELS VARCHAR);
    INSERT INTO ZITEM VALUES
      (1, 2, 1, 1, 0.5, 'one', 'local', '["a","b"]'), (2, 3, 1, 2, NULL, 'two', NULL, '[]'),
      (3, 2, 1, 9, NULL, 'lost', NULL, '[]');
    CREATE TABLE Z_2BACKLINKS (
      Z_2BACKLINKS INTEGER, Z_2RELATED INTEGER, PRIMARY KEY (Z_2BACKLINKS, Z_2RELATED));
    INSERT INTO Z_2BACKLINKS VALUES (1, 2);
    """

  /// Formats, keys and directions of payloads do not matter, references with a foreign key find
  /// their rows in any order, and rows of subentities that the schema does not have become rows of
  /// their parents.
  @Test func ignoresPayloadFormats() async throws {
    var bag = DiagnosticBag()
    let schema = try #require(
      InMemory.compile(SourceFile(path: "desk.yaml", bytes: Array(Self.desk.utf8)), &bag),
      "\(bag.diagnostics.map(\.message))")
    let file = try TemporaryFile("Desk.sqlite", "")
    try Database(at: file.path).execute(Self.deskFile)
    let database = try TemporaryFile("store.sqlite", "")
    let store = try await SyncStore.open(SchemaMetadata(schema), at: database.path)
    var source = CoreDataStore(at: URL(fileURLWithPath: file.path))
    source.batchSize = 1
    let report = try await store.importRows(from: source)
    let rows = try await store.query(
      """
      SELECT i.id, title, note, due_at, labels, f.name, p.name FROM items AS i
      JOIN folders AS f ON f.id = folder_id LEFT JOIN folders AS p ON p.id = f.parent_id ORDER BY i.id
      """)
    #expect(
      rows.map { $0.values.map(\.text).joined(separator: "|") } == [
        #"1|one|local|978307200500000|["a","b"]|inner|outer"#, "2|two|null|null|[]|outer|null",
      ])
    // The item that refers to the other one is in the column that the inverse names.
    let links = try await store.query("SELECT * FROM item_related")
    #expect(links.map { $0.values.map(\.text) } == [["1", "2"]])
    #expect(report.entities["Item"]?.rejected.map(\.rule) == [.unknownReference])
    #expect(report.absentMembers == [])
    #expect(report.otherRows == [:])
    await store.close()

    // Another schema text with the same version makes the store compare its tables with the schema.
    let other = Self.desk.replacing("heading.text", with: "heading")
    let changed = try #require(
      InMemory.compile(SourceFile(path: "desk.yaml", bytes: Array(other.utf8)), &bag))
    let again = try await SyncStore.open(SchemaMetadata(changed), at: database.path)
    #expect(try await again.importRows(from: source).wasComplete)
    await again.close()
  }

  // MARK: Errors

  @Test func rejectsMissingRequiredColumn() async throws {
    let blog = try await Blog("ALTER TABLE ZCONTENT DROP COLUMN ZTEXT;")
    try await blog.expect(
      error:
        "'Comment.text' is required, but table 'ZCONTENT' has no column 'ZTEXT' that could hold it; "
        + "state what the Core Data model calls it: names: [\"Comment.text\": \"…\"]")
  }

  @Test func rejectsAmbiguousNumberedColumns() async throws {
    let blog = try await Blog("ALTER TABLE ZCONTENT ADD COLUMN ZTEXT1 VARCHAR;")
    try await blog.expect(
      error:
        "'Comment.text' may be column 'ZTEXT' or 'ZTEXT1' of table 'ZCONTENT'; specify which, e.g. "
        + "names: [\"Comment.text\": \"text1\"]")
    _ = try await blog.copy(["Comment.text": "text"])
    #expect(try blog.rows("SELECT text FROM comments WHERE id = 41") == ["last"])
  }

  @Test func rejectsPossibleExternalStorage() async throws {
    let blog = try await Blog()
    try await blog.expect(
      error:
        "the values of 'Profile.avatar' look as if the Core Data model allows external storage "
        + "for them; list the attributes for which it does: externalStorage: [\"Profile.avatar\"], or [] "
        + "if there are none", external: nil)
    _ = try await blog.copy(external: [])
    #expect(try blog.rows("SELECT hex(avatar) FROM profiles") == ["01CAFE"])
  }

  @Test func rejectsUnknownNames() async throws {
    let blog = try await Blog()
    await #expect(throws: SyncError.invalidOption("the schema has no 'Tag.word'")) {
      _ = try await blog.copy(["Tag.word": "slug"])
    }
    try await blog.expect(
      error: "it has no entity 'Word', the name that 'names' gives for 'Tag'", ["Tag": "Word"])
    try await blog.expect(
      error: "table 'ZTAG' has no column 'ZWORD', the name that 'names' gives for 'Tag.slug'",
      ["Tag.slug": "word"])
  }

  @Test func rejectsOtherFiles() async throws {
    let blog = try await Blog()
    try Database(at: blog.file.path).run("DELETE FROM Z_PRIMARYKEY WHERE Z_NAME <> 'Draft'")
    try await blog.expect(
      error: "it has none of the schema's entities; pass their names as 'names'")
    try FileManager.default.removeItem(at: blog.file)
    try Database(at: blog.file.path).run("CREATE TABLE rows (id INTEGER)")
    try await blog.expect(
      error: "it is not a Core Data store: it has no table 'Z_PRIMARYKEY'")
  }
}
