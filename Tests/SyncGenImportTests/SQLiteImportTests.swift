import Foundation
import SyncGenDiagnostics
import SyncGenImport
import TestHelpers
import Testing

/// Databases that other programs created, and the schemas that are created from them.
@Suite struct SQLiteImportTests {
  /// Reads a database that is created by the statements of a script.
  private func read(_ sql: String, rows: Int = 1000) throws -> ImportedSchema {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("sqlite-import-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
    let path = folder.appendingPathComponent("app.sqlite").path
    try Database(at: path).run(sql)
    var schema = try SQLiteImport.read(path: path, rows: rows)
    for index in schema.remarks.indices {
      let place = schema.remarks[index].place
      schema.remarks[index].place = String(place.dropFirst(folder.path.count + 1))
    }
    return schema
  }

  @Test func readsUpperCamelCaseTables() throws {
    let schema = try read(
      """
      CREATE TABLE Artist (ArtistId INTEGER NOT NULL PRIMARY KEY, Name NVARCHAR(120));
      CREATE TABLE Album (
        AlbumId INTEGER NOT NULL PRIMARY KEY, Title NVARCHAR(160) NOT NULL,
        ArtistId INTEGER NOT NULL, FOREIGN KEY (ArtistId) REFERENCES Artist (ArtistId)
      );
      CREATE TABLE Employee (
        EmployeeId INTEGER NOT NULL PRIMARY KEY, ReportsTo INTEGER REFERENCES Employee,
        BirthDate DATETIME, Salary NUMERIC(10, 2)
      );
      CREATE TABLE Playlist (PlaylistId INTEGER NOT NULL PRIMARY KEY);
      CREATE TABLE PlaylistAlbum (
        PlaylistId INTEGER NOT NULL REFERENCES Playlist ON DELETE CASCADE,
        AlbumId INTEGER NOT NULL REFERENCES Album, PRIMARY KEY (PlaylistId, AlbumId)
      );
      INSERT INTO Employee VALUES (1, NULL, '1962-02-18 00:00:00', 12.5);
      """)
    #expect(
      schema.lines == """
        artist (Artist) identity ArtistId
          ArtistId int
          Name string?
          albums [album] inverse Artist
        album (Album) identity AlbumId
          AlbumId int
          Title string
          Artist artist column ArtistId foreign-key deny
          playlists [playlist]
        employee (Employee) identity EmployeeId
          EmployeeId int
          BirthDate date?
          Salary decimal?
          ReportsTo employee? column ReportsTo foreign-key deny
          reports_to_employees [employee] inverse ReportsTo
        playlist (Playlist) identity PlaylistId
          PlaylistId int
          albums [album] inverse playlists through playlist_album
        playlist_album (PlaylistAlbum) identity Playlist, Album
          Playlist playlist column PlaylistId foreign-key cascade
          Album album column AlbumId foreign-key deny
        app.sqlite: table Employee: column BirthDate has dates such as '1962-02-18 00:00:00', which a store reads; it writes the form '2026-03-03T09:30:00.000000Z', so rewrite them before you compare or order by them
        app.sqlite: table Employee: column Salary has numbers, but a store writes 'decimal' as text; use 'double' to keep the file unchanged
        """)
  }

  @Test func infersTypesFromValues() throws {
    let schema = try read(
      """
      CREATE TABLE samples (
        id TEXT PRIMARY KEY, created_at TEXT NOT NULL, day TEXT, seen_at INTEGER, edited_at INTEGER,
        touched_at INTEGER, is_done INTEGER, count INTEGER, ratio REAL, price TEXT, state TEXT,
        home TEXT, tags TEXT, extra TEXT, mixed TEXT, photo BLOB, amount_minor INTEGER,
        amount_currency TEXT, plain
      );
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 24)
      INSERT INTO samples SELECT
        printf('%08x-0000-4000-8000-000000000000', i), '2026-01-02T03:04:05.123456Z', '2026-01-02',
        1760000000, 1760000000000, 1760000000000000, i % 2, i, 1.0, '1.5' || (i % 3),
        CASE i % 2 WHEN 0 THEN 'in_progress' ELSE 'done' END, 'https://example.com/', '["a"]',
        '{"a":1}', 'Text ' || i, x'00', 5, 'EUR', NULL FROM n;
      """)
    #expect(
      schema.lines == """
        sample (samples) identity id
          id uuid
          created_at date
          day day?
          seen_at date? storage seconds
          edited_at date? dates unix-ms
          touched_at date? storage integer
          is_done bool?
          count int?
          ratio double?
          price decimal?
          state sample_state?
          home url?
          tags [string]?
          extra json?
          mixed string?
          photo data?
          amount money?
          plain string?
        sample_state: done, in_progress
        app.sqlite: table samples: column edited_at has milliseconds since 1970, but a store writes text; use 'int' to keep the file unchanged
        """)
  }

  @Test func readsConstraints() throws {
    let schema = try read(
      """
      CREATE TABLE lists (id INTEGER PRIMARY KEY, title TEXT NOT NULL DEFAULT 'Inbox');
      CREATE TABLE "items" (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        list_id INTEGER NOT NULL REFERENCES lists ON DELETE CASCADE ON UPDATE CASCADE,
        state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'done')), -- CHECK (no)
        starred INT NOT NULL DEFAULT 0 CHECK (starred IN (0, 1)),
        meta TEXT CHECK (json_valid(meta)), rank INTEGER DEFAULT (1 + 1),
        code TEXT UNIQUE COLLATE NOCASE, deleted_at INTEGER, twice INT AS (rank * 2),
        CHECK (rank >= 0 /* , */ AND code <> 'a,)b'), CHECK (deleted_at > 0)
      );
      CREATE INDEX live ON items (rank) WHERE deleted_at IS NULL;
      CREATE INDEX recent ON items (rank) WHERE deleted_at > 5;
      CREATE INDEX lower_code ON items (lower(code));
      CREATE UNIQUE INDEX both ON items (list_id, rank DESC);
      CREATE TABLE profiles (
        id TEXT PRIMARY KEY, list_id INTEGER UNIQUE REFERENCES lists
      ) WITHOUT ROWID;
      CREATE TABLE loose (a INT, b INT);
      CREATE TABLE keyed (a INT NOT NULL, b INT, UNIQUE (a));
      CREATE VIEW open_items AS SELECT * FROM items;
      CREATE TRIGGER cut AFTER DELETE ON lists BEGIN SELECT 1; END;
      INSERT INTO items (list_id, meta, deleted_at) VALUES (9, '{}', 1760000000000);
      """)
    #expect(
      schema.lines == """
        list (lists) identity id
          id int
          title string = 'Inbox'
          items [item] inverse list
          profile profile?
        item (items) identity id check rank >= 0 AND code <> 'a,)b'
          id int
          state item_state = 'open'
          starred bool = false
          meta json?
          rank int?
          code string? unique nocase
          deleted_at date? dates unix-ms
          list list column list_id
          index rank where deleted_at IS NULL
          index list, rank unique
        profile (profiles) identity id
          id string
          list list? column list_id inverse profile foreign-key deny
        keyed (keyed) identity a
          a int
          b int?
        item_state: open, done only
        app.sqlite: table items: column list_id: ON UPDATE CASCADE
        app.sqlite: table items: column list_id refers to missing rows of 'lists', so it has no foreign key; a store cannot adopt the table before these references are removed
        app.sqlite: table items: column rank: the default 1 + 1 is left out
        app.sqlite: table items: column deleted_at has milliseconds since 1970, but a store writes text; use 'int' to keep the file unchanged
        app.sqlite: table items: generated column twice is not imported
        app.sqlite: table items: index recent is left out: WHERE deleted_at > 5
        app.sqlite: table items: index lower_code is left out: it has expressions or generated columns
        app.sqlite: table items: index both: DESC
        app.sqlite: table items: the check (deleted_at > 0) is left out: a store uses other names or value forms for its columns
        app.sqlite: table items: AUTOINCREMENT
        app.sqlite: table profiles: WITHOUT ROWID: a store needs rowids, so it cannot adopt the table
        app.sqlite: table loose: left out: it has no primary key and no unique index of columns with NOT NULL
        app.sqlite: view open_items is not imported
        app.sqlite: table lists: trigger cut is not imported
        """)
    let notes = schema.entities.flatMap(\.relations).flatMap(\.notes)
    #expect(notes == ["soft, because rows of 'lists' are missing"])
  }

  @Test func samplesRequestedNumberOfRows() throws {
    let script = """
      CREATE TABLE a (id INTEGER PRIMARY KEY, x TEXT);
      INSERT INTO a VALUES (1, '2026-01-02'), (2, 'x');
      """
    #expect(try read(script, rows: 1).lines.contains("x day?"))
    #expect(try read(script, rows: 2).lines.contains("x string?"))
    #expect(try read(script, rows: 0).lines.contains("x string?"))
  }

  @Test func rejectsFilesThatAreNotDatabases() throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("no-database-\(UUID().uuidString)").path
    try Data("SQLite format 3\0 and nothing else".utf8).write(to: URL(fileURLWithPath: path))
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: path) } }
    #expect(throws: FileReadError("file is not a database")) {
      try SQLiteImport.read(path: path, rows: 10)
    }
    #expect(throws: FileReadError("No such file or directory")) {
      try SQLiteImport.read(path: path + "-missing", rows: 10)
    }
  }

  /// Reading needs no log of a database that nobody has open, and no index of a log without one.
  @Test(arguments: [false, true])
  func createsNoFilesNextToDatabase(hasLog: Bool) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("sqlite-import-\(UUID().uuidString)")
    let copy = folder.appendingPathComponent("a %41?#")
    try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
    let file = folder.appendingPathComponent("app.sqlite").path
    let database = try Database(at: file)
    try database.run(
      "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE a (id INTEGER PRIMARY KEY);"
    )
    if !hasLog { try database.run("PRAGMA wal_checkpoint(TRUNCATE)") }
    let copied = copy.appendingPathComponent("app.sqlite").path
    try FileManager.default.copyItem(atPath: file, toPath: copied)
    if hasLog { try FileManager.default.copyItem(atPath: file + "-wal", toPath: copied + "-wal") }
    let before = try FileManager.default.contentsOfDirectory(atPath: copy.path).sorted()
    let schema = try SQLiteImport.read(path: copied, rows: 1000)
    #expect(schema.entities.map(\.name) == ["a"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: copy.path).sorted() == before)
    // The database of a running program has both files.
    #expect(try SQLiteImport.read(path: file, rows: 1000).entities.map(\.name) == ["a"])
  }
}
