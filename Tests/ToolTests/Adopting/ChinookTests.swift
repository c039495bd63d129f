import Foundation
import Programs
import Testing

/// The sample database Chinook: imported, adopted, and written by a store.
@Suite struct ChinookTests {
  /// The tables as Chinook's script creates them, with fewer address columns and few rows.
  private static let sql = """
    CREATE TABLE [Album] ([AlbumId] INTEGER NOT NULL, [Title] NVARCHAR(160) NOT NULL,
      [ArtistId] INTEGER NOT NULL, CONSTRAINT [PK_Album] PRIMARY KEY ([AlbumId]),
      FOREIGN KEY ([ArtistId]) REFERENCES [Artist] ([ArtistId]) ON DELETE NO ACTION ON UPDATE NO ACTION);
    CREATE TABLE [Artist] ([ArtistId] INTEGER NOT NULL, [Name] NVARCHAR(120),
      CONSTRAINT [PK_Artist] PRIMARY KEY ([ArtistId]));
    CREATE TABLE [Customer] ([CustomerId] INTEGER NOT NULL, [FirstName] NVARCHAR(40) NOT NULL,
      [LastName] NVARCHAR(20) NOT NULL, [Company] NVARCHAR(80), [Email] NVARCHAR(60) NOT NULL,
      [SupportRepId] INTEGER, CONSTRAINT [PK_Customer] PRIMARY KEY ([CustomerId]),
      FOREIGN KEY ([SupportRepId]) REFERENCES [Employee] ([EmployeeId]) ON DELETE NO ACTION ON UPDATE NO ACTION);
    CREATE TABLE [Employee] ([EmployeeId] INTEGER NOT NULL, [LastName] NVARCHAR(20) NOT NULL,
      [FirstName] NVARCHAR(20) NOT NULL, [Title] NVARCHAR(30), [ReportsTo] INTEGER, [BirthDate] DATETIME,
      [HireDate] DATETIME, CONSTRAINT [PK_Employee] PRIMARY KEY ([EmployeeId]),
      FOREIGN KEY ([ReportsTo]) REFERENCES [Employee] ([EmployeeId]) ON DELETE NO ACTION ON UPDATE NO ACTION);
    CREATE TABLE [Genre] ([GenreId] INTEGER NOT NULL, [Name] NVARCHAR(120),
      CONSTRAINT [PK_Genre] PRIMARY KEY ([GenreId]));
    CREATE TABLE [Invoice] ([InvoiceId] INTEGER NOT NULL, [CustomerId] INTEGER NOT NULL,
      [InvoiceDate] DATETIME NOT NULL, [BillingCity] NVARCHAR(40), [Total] NUMERIC(10,2) NOT NULL,
      CONSTRAINT [PK_Invoice] PRIMARY KEY ([InvoiceId]),
      FOREIGN KEY ([CustomerId]) REFERENCES [Customer] ([CustomerId]) ON DELETE NO ACTION ON UPDATE NO ACTION);
    CREATE TABLE [InvoiceLine] ([InvoiceLineId] INTEGER NOT NULL, [InvoiceId] INTEGER NOT NULL,
      [TrackId] INTEGER NOT NULL, [UnitPrice] NUMERIC(10,2) NOT NULL, [Quantity] INTEGER NOT NULL,
      CONSTRAINT [PK_InvoiceLine] PRIMARY KEY ([InvoiceLineId]),
      FOREIGN KEY ([InvoiceId]) REFERENCES [Invoice] ([InvoiceId]),
      FOREIGN KEY ([TrackId]) REFERENCES [Track] ([TrackId]));
    CREATE TABLE [MediaType] ([MediaTypeId] INTEGER NOT NULL, [Name] NVARCHAR(120),
      CONSTRAINT [PK_MediaType] PRIMARY KEY ([MediaTypeId]));
    CREATE TABLE [Playlist] ([PlaylistId] INTEGER NOT NULL, [Name] NVARCHAR(120),
      CONSTRAINT [PK_Playlist] PRIMARY KEY ([PlaylistId]));
    CREATE TABLE [PlaylistTrack] ([PlaylistId] INTEGER NOT NULL, [TrackId] INTEGER NOT NULL,
      CONSTRAINT [PK_PlaylistTrack] PRIMARY KEY ([PlaylistId], [TrackId]),
      FOREIGN KEY ([PlaylistId]) REFERENCES [Playlist] ([PlaylistId]),
      FOREIGN KEY ([TrackId]) REFERENCES [Track] ([TrackId]));
    CREATE TABLE [Track] ([TrackId] INTEGER NOT NULL, [Name] NVARCHAR(200) NOT NULL, [AlbumId] INTEGER,
      [MediaTypeId] INTEGER NOT NULL, [GenreId] INTEGER, [Composer] NVARCHAR(220),
      [Milliseconds] INTEGER NOT NULL, [Bytes] INTEGER, [UnitPrice] NUMERIC(10,2) NOT NULL,
      CONSTRAINT [PK_Track] PRIMARY KEY ([TrackId]),
      FOREIGN KEY ([AlbumId]) REFERENCES [Album] ([AlbumId]),
      FOREIGN KEY ([GenreId]) REFERENCES [Genre] ([GenreId]),
      FOREIGN KEY ([MediaTypeId]) REFERENCES [MediaType] ([MediaTypeId]));
    CREATE INDEX [IFK_AlbumArtistId] ON [Album] ([ArtistId]);
    CREATE INDEX [IFK_TrackAlbumId] ON [Track] ([AlbumId]);
    INSERT INTO Artist VALUES (1,'AC/DC');
    INSERT INTO Album VALUES (1,'For Those',1);
    INSERT INTO Genre VALUES(1,'Rock');
    INSERT INTO MediaType VALUES(1,'MPEG');
    INSERT INTO Track VALUES (1, 'Evil Walks', 1, 1, 1, 'Young', 100, 200, 0.99);
    INSERT INTO Track VALUES (2, 'Walk', NULL, 1, NULL, NULL, 1, NULL, 1.99);
    INSERT INTO Playlist VALUES (1,'Music');
    INSERT INTO PlaylistTrack VALUES (1,1);
    INSERT INTO Employee VALUES (1, 'Adams', 'Andrew', 'GM', NULL, '1962-02-18 00:00:00', '2002-08-14 00:00:00');
    INSERT INTO Employee VALUES (2, 'Edwards', 'Nancy', NULL, 1, '1958-12-08 00:00:00', '2002-05-01 00:00:00');
    INSERT INTO Customer VALUES (1,'L','G','Embraer','l@e.br',2);
    INSERT INTO Invoice VALUES (1,1,'2009-01-01 00:00:00','Oslo',1.98);
    INSERT INTO InvoiceLine VALUES (1,1,1,0.99,1);
    """

  @Test func adoptsWithImportedSchema() async throws {
    let workspace = try Workspace()
    #expect(try workspace.execute(Self.sql, on: "chinook.sqlite") == nil)
    let imported = try await workspace.run("import", "chinook.sqlite", "--name", "Chinook")
    #expect(imported.status == 0, "\(imported.errors)")
    // Chinook stores prices as numbers, but a decimal is stored as text.
    let schema = try workspace.read("Schemas/chinook.yaml")
      .replacing("swiftsync: 1\n", with: "swiftsync: 1\nadopt: true\n")
      .replacing("type: decimal", with: "type: double")
    try workspace.write("Schemas/chinook.yaml", schema)
    let baseline = try await workspace.run(
      "baseline", "--version", "1", "--database", "chinook.sqlite", "--add-indexes")
    #expect(baseline.output == "")
    #expect(baseline.errors.hasPrefix("recorded version 1 of Chinook in chinook.sqlite; created "))
    try await workspace.expect(
      "export", "--entity", "Employee", "--database", "chinook.sqlite", "--id", "2",
      gives: Outcome(
        0,
        output:
          #"{"employee_id":2,"last_name":"Edwards","first_name":"Nancy","title":null,"#
          + #""birth_date":"1958-12-08T00:00:00Z","hire_date":"2002-05-01T00:00:00Z","reports_to_id":1,"#
          + #""customer_ids":[1],"reports_to_employee_ids":[]}"# + "\n"))
    try await Self.addTrack(in: workspace)
  }

  /// A track precedes its album, and an album its artist, although the file checks references immediately.
  private static func addTrack(in workspace: Workspace) async throws {
    let payload = #"""
      [{"track_id": 3, "name": "Bad Boy Boogie", "milliseconds": 5, "unit_price": 1, "media_type_id": 1,
        "album": {"album_id": 4, "title": "Let There Be Rock", "artist": {"artist_id": 2, "name": "Young"}}}]
      """#
    let applied = try await workspace.run(
      "apply", "-", "--entity", "Track", "--database", "chinook.sqlite", "--missing-rows", "keep",
      input: payload)
    #expect(applied.status == 0, "\(applied.errors)")
    #expect(
      try workspace.rows(
        of: "chinook.sqlite",
        """
        SELECT t.TrackId, t.Name, t.Composer, t.UnitPrice, b.Title, a.Name
        FROM Track t JOIN Album b USING (AlbumId) JOIN Artist a USING (ArtistId) ORDER BY 1
        """) == [
          ["1", "Evil Walks", "Young", "0.99", "For Those", "AC/DC"],
          ["3", "Bad Boy Boogie", "NULL", "1", "Let There Be Rock", "Young"],
        ])
  }
}
