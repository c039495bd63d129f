import Testing

@_spi(Generated) import SwiftSyncREST
@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore

/// Changes of memberships that are rows of an entity and are soft-deleted when they end.
@Suite struct SoftDeletedMemberTests {
  private static let club: SchemaMetadata = {
    func entity(_ name: String, _ table: String, _ relation: String, _ other: String)
      -> EntityMetadata
    {
      EntityMetadata(
        name: name, table: table, columns: [ColumnMetadata("id", .integer, required: true)],
        attributes: [AttributeMetadata("id", FieldMetadata(.int, remote: ["id"]), column: 0)],
        relations: [
          RelationMetadata(
            relation, to: other,
            .manyToMany(joinTable: "seats", side: name == "Club" ? .left : .right, .none),
            inverse: name == "Club" ? "clubs" : "members", ids: [], objects: [],
            onDelete: .nullify)
        ], identity: [0])
    }
    let seat = EntityMetadata(
      name: "Seat", table: "seats",
      columns: [
        ColumnMetadata("club_id", .integer, required: true),
        ColumnMetadata("person_id", .integer, required: true), ColumnMetadata("left_at", .text),
      ],
      attributes: [
        AttributeMetadata(
          "leftAt",
          FieldMetadata(
            .date(DateForm(remote: .auto, storage: .text)), optional: true, remote: ["left_at"]),
          column: 2)
      ],
      relations: [], identity: [0, 1],
      sync: EntitySyncMetadata(tombstone: 0, keepsTombstones: true))
    return SchemaMetadata(
      name: "Clubs", version: 1, fingerprint: "1",
      entities: [
        entity("Club", "clubs", "members", "Person"), entity("Person", "people", "clubs", "Club"),
        seat,
      ],
      joinTables: [
        JoinTableMetadata(
          "seats", left: "club_id", of: "Club", right: "person_id", of: "Person", through: "Seat")
      ],
      tables: """
        CREATE TABLE clubs (id INTEGER NOT NULL PRIMARY KEY);
        CREATE TABLE people (id INTEGER NOT NULL PRIMARY KEY);
        CREATE TABLE seats (club_id INTEGER NOT NULL, person_id INTEGER NOT NULL, left_at TEXT,
          PRIMARY KEY (club_id, person_id));
        INSERT INTO clubs VALUES (1), (2);
        INSERT INTO people VALUES (7);
        INSERT INTO seats VALUES (1, 7, NULL);
        """)
  }()

  private let connection: Connection
  private let recorder: ChangeRecorder

  init() throws {
    connection = try Connection(path: ":memory:", mode: .readWrite)
    try connection.execute(Self.club.ddl)
    recorder = ChangeRecorder(SchemaPlan(Self.club), on: connection)
    try recorder.watch(
      WatchedTables().watchingAll(of: Self.club.tables(of: 0).union(Self.club.tables(of: 1))))
  }

  /// The clubs and the people whose lists have changed.
  private func changes(_ sql: String) throws -> [[StoredValue]] {
    try connection.execute(sql)
    let rows = try recorder.takeChanges().rows
    return [0, 1].map { (rows[$0] ?? []).flatMap(\.key) }
  }

  @Test func tombstoneEndsMembership() throws {
    let year = "left_at = '2026-01-01T00:00:00.000000Z'"
    #expect(try changes("UPDATE seats SET \(year)") == [[1], [7]])
    // The membership has already ended, so nothing changes.
    #expect(try changes("UPDATE seats SET left_at = '2026-02-01T00:00:00.000000Z'") == [[], []])
    #expect(try changes("UPDATE seats SET left_at = NULL") == [[1], [7]])
    #expect(try changes("UPDATE seats SET \(year); UPDATE seats SET left_at = NULL") == [[], []])
    #expect(try changes("UPDATE seats SET \(year), club_id = 2") == [[1], [7]])
    #expect(try changes("DELETE FROM seats") == [[], []])
    #expect(try changes("INSERT INTO seats VALUES (1, 7, '2026-01-01')") == [[], []])
  }
}
