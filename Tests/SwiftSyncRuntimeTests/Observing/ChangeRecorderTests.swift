import Testing

@_spi(Generated) import SwiftSyncREST
@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore

/// Changes of tables such as the samples do not have.
@Suite struct ChangeRecorderTests {
  /// A table with more columns than fit into one group of bits, and an ordered list of its own
  /// rows.
  private static let wide: SchemaMetadata = {
    let names = ["id"] + (1..<130).map { "a\($0)" }
    let columns = names.map { ColumnMetadata($0, .integer, required: $0 == "id") }
    let entity = EntityMetadata(
      name: "Wide", table: "wide \"rows\"", columns: columns,
      attributes: names.enumerated().map { column, name in
        AttributeMetadata(
          name, FieldMetadata(.int, optional: column > 0, remote: [name]), column: column)
      },
      relations: [
        RelationMetadata(
          "others", to: "Wide", .manyToMany(joinTable: "wide_others", side: .left, .position),
          inverse: "owners", ids: [], objects: [], onDelete: .nullify),
        RelationMetadata(
          "owners", to: "Wide", .manyToMany(joinTable: "wide_others", side: .right, .none),
          inverse: "others", ids: [], objects: [], onDelete: .nullify),
      ], identity: [0])
    let list = names.dropFirst().map { ", \($0) INTEGER" }.joined()
    return SchemaMetadata(
      name: "Wide", version: 1, fingerprint: "1", entities: [entity],
      joinTables: [
        JoinTableMetadata(
          "wide_others", left: "wide_id", of: "Wide", right: "other_id", of: "Wide",
          position: "place")
      ],
      tables: """
        CREATE TABLE "wide ""rows""\" (id INTEGER NOT NULL PRIMARY KEY\(list));
        CREATE TABLE wide_others (wide_id INTEGER NOT NULL, other_id INTEGER NOT NULL,
          place INTEGER, PRIMARY KEY (wide_id, other_id)) WITHOUT ROWID;
        """)
  }()

  private let connection: Connection
  private let recorder: ChangeRecorder

  init() throws {
    connection = try Connection(path: ":memory:", mode: .readWrite)
    try connection.execute(Self.wide.ddl)
    recorder = ChangeRecorder(SchemaPlan(Self.wide), on: connection)
  }

  /// The fields that changed, by row.
  private func changes(_ sql: String) throws -> [Int64: Set<Int>] {
    try connection.execute(sql)
    var found: [Int64: Set<Int>] = [:]
    for change in try recorder.takeChanges().rows[0] ?? [] {
      guard case .integer(let id) = change.key[0], case .updated(let fields) = change.kind else {
        continue
      }
      found[id] = fields
    }
    return found
  }

  @Test func recordsEachColumnOfWideTable() throws {
    try connection.execute("INSERT INTO \"wide \"\"rows\"\"\" (id) VALUES (1), (2)")
    try recorder.watch(WatchedTables().watchingAll(of: Self.wide.tables(of: 0)))
    let table = "\"wide \"\"rows\"\"\""
    for column in [1, 59, 60, 61, 119, 120, 129] {
      #expect(try changes("UPDATE \(table) SET a\(column) = 1 WHERE id = 2") == [2: [column]])
    }
    #expect(try changes("UPDATE \(table) SET a59 = 1 WHERE id = 2").isEmpty)
    try recorder.watch([:])
    let left = try connection.integer("SELECT count(*) FROM temp.sqlite_schema")
    #expect(left == 0)
  }

  @Test func recordsRowsWithChangedMembers() throws {
    let (others, owners) = (130, 131)
    try connection.execute("INSERT INTO \"wide \"\"rows\"\"\" (id) VALUES (1), (2), (3)")
    try connection.execute("INSERT INTO wide_others VALUES (1, 2, 0), (1, 3, 1)")
    try recorder.watch(WatchedTables().watchingAll(of: Self.wide.tables(of: 0)))
    #expect(
      try changes("INSERT INTO wide_others VALUES (2, 3, 0), (9, 3, 0)")
        == [2: [others], 3: [owners]])
    // A position matters only to the list that it orders.
    #expect(try changes("UPDATE wide_others SET place = 5 WHERE other_id = 2") == [1: [others]])
    #expect(
      try changes("UPDATE wide_others SET other_id = 1 WHERE wide_id = 2")
        == [1: [owners], 2: [others], 3: [owners]])
    #expect(try changes("REPLACE INTO wide_others VALUES (2, 1, 0)").isEmpty)
    #expect(try changes("DELETE FROM wide_others WHERE wide_id = 2") == [1: [owners], 2: [others]])
  }

  /// Updates of columns that are not watched fire no trigger.
  @Test func ignoresUpdatesOfUnwatchedColumns() throws {
    let table = "\"wide \"\"rows\"\"\""
    try connection.execute("INSERT INTO \(table) (id) VALUES (1), (2)")
    try recorder.watch([.entity(0): .only([3, 4])])
    #expect(try changes("UPDATE \(table) SET a1 = 7, a129 = 7").isEmpty)
    #expect(try !recorder.takeChanges().tables.contains(.entity(0)))
    #expect(try changes("UPDATE \(table) SET a1 = 8, a4 = 8 WHERE id = 2") == [2: [1, 4]])
    // A changed identity is a deleted row and an inserted row.
    try connection.execute("UPDATE \(table) SET id = 3 WHERE id = 1")
    let kinds = try recorder.takeChanges().rows[0] ?? []
    #expect(kinds.map(\.key) == [[.integer(1)], [.integer(3)]])
    // Fewer fields need no other triggers, but more fields do.
    try recorder.watch([.entity(0): .only([3])])
    #expect(try changes("UPDATE \(table) SET a4 = 9 WHERE id = 2") == [2: [4]])
    try recorder.watch([.entity(0): .only([5])])
    #expect(try changes("UPDATE \(table) SET a5 = 9 WHERE id = 2") == [2: [5]])
    try recorder.watch([.entity(0): .all])
    #expect(try changes("UPDATE \(table) SET a9 = 9 WHERE id = 2") == [2: [9]])
  }
}
