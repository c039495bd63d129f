import Foundation
import Programs
import Testing

/// A file of an app with GRDB: UUIDs as bytes, dates as seconds.
@Suite struct GRDBFileTests {
  private static let theirs = """
    CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
    CREATE TABLE player (
      id INTEGER PRIMARY KEY AUTOINCREMENT, uuid BLOB NOT NULL, teamUUID BLOB, name TEXT NOT NULL,
      createdAt INTEGER NOT NULL, editedAt DATETIME, seenAt DOUBLE
    );
    INSERT INTO grdb_migrations VALUES ('v1');
    INSERT INTO player VALUES
      (1, x'0a0b0c0d0e0f4a1b8c2d3e4f50617281', NULL, 'Arthur', 1700000000, 1700000000.25, 721692800.5),
      (2, x'0a0b0c0d0e0f4a1b8c2d3e4f50617282', x'0a0b0c0d0e0f4a1b8c2d3e4f50617281', 'Barbara',
        1700000001, NULL, NULL);
    """

  private static func schema(version: Int, more: String = "") -> String {
    """
    swiftsync: 1
    name: Game
    version: \(version)
    adopt: true
    entities:
      Player:
        table: player
        sync: { push: true }
        attributes:
          id: int
          uuid: { type: uuid, storage: blob, index: true }
          teamUUID: { type: "uuid?", storage: blob, column: teamUUID }
          name: string
          createdAt: { type: date, storage: seconds, column: createdAt }
          editedAt: { type: "date?", storage: seconds, column: editedAt }
          seenAt: { type: "date?", storage: reference-date, column: seenAt }
    \(more)
    """
  }

  private static let baseline = [
    "baseline", "--version", "1", "--database", "game.sqlite", "--add-indexes",
  ]

  private static func workspace(_ more: String = "") throws -> Workspace {
    let workspace = try Workspace()
    try workspace.write("Schemas/game.yaml", schema(version: 1))
    #expect(try workspace.execute(theirs + more, on: "game.sqlite") == nil)
    return workspace
  }

  private static func apply(_ payload: String, in workspace: Workspace) async throws -> String {
    let outcome = try await workspace.run(
      "apply", "-", "--entity", "Player", "--database", "game.sqlite", "--missing-rows", "keep",
      input: payload)
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    return outcome.output
  }

  private static let first = """
    {"id":1,"uuid":"0a0b0c0d-0e0f-4a1b-8c2d-3e4f50617281","team_uuid":null,"name":"Arthur",\
    "created_at":"2023-11-14T22:13:20Z","edited_at":"2023-11-14T22:13:20.250Z","seen_at":"2023-11-14T22:13:20.500Z"}
    """
  private static let second = """
    {"id":2,"uuid":"0a0b0c0d-0e0f-4a1b-8c2d-3e4f50617282",\
    "team_uuid":"0a0b0c0d-0e0f-4a1b-8c2d-3e4f50617281","name":"Barbara",\
    "created_at":"2023-11-14T22:13:21Z","edited_at":null,"seen_at":null}
    """

  @Test func appAndStoreWriteInTurn() async throws {
    let workspace = try Self.workspace()
    try await workspace.expect(
      Self.baseline,
      gives: Outcome(
        0, errors: "recorded version 1 of Game in game.sqlite; created 'player_uuid'\n"))
    try await workspace.expect(
      "export", "--entity", "Player", "--database", "game.sqlite",
      gives: Outcome(0, output: "[\(Self.first),\(Self.second)]\n"))
    // The second row is unchanged; the first write drops the fraction of 'editedAt'.
    _ = try await Self.apply("[\(Self.first),\(Self.second)]", in: workspace)
    #expect(
      try workspace.execute(
        """
        UPDATE player SET seenAt = 721692801, editedAt = 1700000007 WHERE id = 2;
        INSERT INTO player (uuid, name, createdAt)
        VALUES (x'ffffffffffff4fffbfffffffffffffff', 'Craig', 5)
        """, on: "game.sqlite") == nil)
    // The other program's row has not been pushed yet, so its values win.
    _ = try await Self.apply(
      #"[{"id": 3, "team_uuid": "FFFFFFFF-FFFF-4FFF-BFFF-FFFFFFFFFFFE", "seen_at": "2001-01-01T00:00:00.125Z"}]"#,
      in: workspace)

    try await workspace.run("freeze")
    try workspace.write("Schemas/game.yaml", Self.schema(version: 2, more: "      note: string?"))
    _ = try await Self.apply(#"[{"id": 2, "note": "b", "created_at": 1700000002}]"#, in: workspace)
    #expect(
      try workspace.rows(
        of: "game.sqlite",
        "SELECT id, hex(uuid), hex(teamUUID), createdAt, editedAt, seenAt, note FROM player") == [
          [
            "1", "0A0B0C0D0E0F4A1B8C2D3E4F50617281", "", "1700000000", "1700000000",
            "721692800.5", "NULL",
          ],
          [
            "2", "0A0B0C0D0E0F4A1B8C2D3E4F50617282", "0A0B0C0D0E0F4A1B8C2D3E4F50617281",
            "1700000002", "1700000007", "721692801.0", "b",
          ],
          [
            "3", "FFFFFFFFFFFF4FFFBFFFFFFFFFFFFFFF", "", "5", "NULL", "NULL", "NULL",
          ],
        ])
    #expect(
      try workspace.rows(
        of: "game.sqlite", "SELECT id, operation, fields FROM swiftsync_changes ORDER BY id") == [
          ["2", "update", ",editedAt,seenAt,"], ["3", "insert", ","],
        ])
  }

  @Test func baselineReportsOtherValueFormats() async throws {
    let workspace = try Self.workspace(
      """
      UPDATE player SET uuid = '0a0b0c0d-0e0f-4a1b-8c2d-3e4f50617281', createdAt = 'soon';
      UPDATE player SET teamUUID = x'00', editedAt = 1e20, seenAt = 'x' WHERE id = 2;
      """)
    let bytes = "where the schema says a UUID of 16 bytes\n"
    let place = { (column: String, value: String) in
      "table 'player' has column '\(column)', which holds \(value), "
    }
    try await workspace.expect(
      Self.baseline,
      gives: Outcome(
        1,
        output: place(
          "uuid", "'0a0b0c0d-0e0f-4a1b-8c2d-3e4f50617281' in row 1 and 1 other row") + bytes
          + place("teamUUID", "1 byte in row 2") + bytes
          + place("createdAt", "'soon' in row 1 and 1 other row")
          + "where the schema says a date in seconds since 1970\n"
          + place("editedAt", "1e+20 in row 2")
          + "where the schema says a date in seconds since 1970\n"
          + place("seenAt", "'x' in row 2")
          + "where the schema says a date in seconds since 2001\n",
        errors: "swiftsync-gen: error: game.sqlite is not version 1 of Game\n"))
  }

  /// An identity that is stored as bytes is rejected at its position in the schema.
  @Test func rejectsBlobIdentities() async throws {
    let workspace = try Self.workspace()
    try workspace.write(
      "Schemas/game.yaml",
      Self.schema(version: 1).replacing("      id: int\n", with: "")
        .replacing("    attributes:", with: "    identity: uuid\n    attributes:"))
    let outcome = try await workspace.run(Self.baseline)
    #expect(
      outcome.errors.contains(
        "error: 'uuid' cannot identify rows of 'Player': it has 'storage: blob', but UUIDs that identify rows "
          + "are stored as text; remove 'storage' [invalid-identity]"), "\(outcome.errors)")
  }

  @Test func importInfersStorageFormats() async throws {
    let workspace = try Self.workspace()
    try await workspace.run("import", "game.sqlite")
    let schema = try workspace.read("Schemas/app.yaml")
    #expect(
      schema.contains(
        """
              uuid: { type: uuid, storage: blob } # guessed: from the bytes
              teamUUID: { type: "uuid?", column: teamUUID, storage: blob } # guessed: from the bytes
              name: string
              # guessed: from the name and the numbers
              createdAt: { type: date, column: createdAt, storage: seconds }

        """), "\(schema)")
  }
}
