import SyncGenEmit
import TestHelpers
import Testing

/// The change queue of an entity with a composite identity.
@Suite struct CompositeQueueTests {
  private static func yaml(_ version: Int, _ id: String) -> String {
    """
    swiftsync: 1
    name: App
    version: \(version)
    entities:
      Doc: { attributes: { id: \(id) } }
      Line:
        attributes: { no: int, t: "string?" }
        relations: { doc: Doc }
        identity: [doc, no]
        sync: { push: true }

    """
  }

  /// The time to migrate the queue does not grow with the number of rows.
  @Test func findsRowsOfEntriesByTheirPrimaryKey() throws {
    let database = try Database()
    try database.run(SchemaEmitter.ddl(for: SchemaFixture.schema(Self.yaml(1, "int"))))
    let files = try SchemaFixture.files(Self.yaml(2, "string"), after: Self.yaml(1, "int"))
    let file = try #require(files.first { $0.path == "migrations/2.sql" })
    let statements = String(decoding: file.bytes, as: UTF8.self).split(separator: ";\n")
      .filter { $0.hasPrefix("UPDATE OR REPLACE swiftsync_changes") }
    #expect(statements.count == 2)
    for statement in statements {
      let plan = try database.rows("EXPLAIN QUERY PLAN \(statement)").map { $0[3] ?? "" }
      #expect(plan.contains { $0.hasPrefix("SEARCH lines USING") }, "\(plan)")
      #expect(!plan.contains { $0.hasPrefix("SCAN lines") }, "\(plan)")
    }
  }
}
