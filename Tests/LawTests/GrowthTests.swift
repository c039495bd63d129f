import CSQLite
import Testing

@_spi(Generated) @testable import SwiftSyncCoding
@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore

/// The work of a call grows linearly with its payload. The tests count SQLite statements, since
/// their number does not depend on the machine.
@Suite struct GrowthTests {
  private static let schema = """
    swiftsync: 1
    name: Growth
    version: 1
    entities:
      Post:
        attributes: { id: int }
        relations:
          comments: { to: [Comment], inverse: post, ordered: true }
          tags: { to: [Tag], inverse: none }
      Comment:
        attributes: { id: int }
        relations: { post: "Post?" }
      Tag:
        attributes: { id: int }
    """

  /// The number of ids up to which all ids are kept.
  private static let limit = StatedIDs.firstLimit

  @Test func manyUnresolvedReferences() throws {
    try expectLinear(entity: "Comment") { count in
      .list(
        (0..<count).map { .object([.init("id", $0), .init("post_id", 3 * $0)]) })
    }
  }

  @Test func manyUnresolvedChildren() throws {
    try expectLinear(entity: "Post") { count in
      .object([.init("id", 1), .init(key: "comment_ids", value: Self.ids(count))])
    }
  }

  @Test func manyUnresolvedMembers() throws {
    try expectLinear(entity: "Post") { count in
      .object([.init("id", 1), .init(key: "tag_ids", value: Self.ids(count))])
    }
  }

  @Test func rejectedRowsThatReferToEachOther() throws {
    let schema = """
      swiftsync: 1
      name: Growth
      version: 1
      entities:
        Page:
          attributes: { id: int }
          relations:
            next: { to: "Page?", foreign-key: true }
            previous: { to: [Page], inverse: next }
      """
    try expectLinear(schema, rejecting: { $0 }) { count in
      let pages = (0..<count).map { Payload.object([.init("id", $0), .init("next_id", $0 + 1)]) }
      return (stored: [], rows: [.object([.init("id", 1_000_000)])] + pages)
    }
  }

  @Test func rejectedRowsThatTakeEachOthersValues() throws {
    let schema = """
      swiftsync: 1
      name: Growth
      version: 1
      entities:
        Page:
          attributes: { id: int, name: { type: string, unique: true } }
      """
    func page(_ id: Int, name: Int) -> Payload {
      .object([.init("id", id), .init(key: "name", value: .text("n\(name)"))])
    }
    try expectLinear(schema, rejecting: { $0 - 1 }) { count in
      (
        stored: (0..<count).map { page($0, name: $0) },
        rows: (0..<count).map { page($0, name: min($0 + 1, count - 1)) }
      )
    }
  }

  /// Compares the number of statements for rejected rows with that for four times as many.
  private func expectLinear(
    _ yaml: String, rejecting rejected: (Int) -> Int,
    rows: (Int) -> (stored: [Payload], rows: [Payload])
  ) throws {
    let schema = try LawSchema.of(yaml)
    let counts = try [50, 200].map { count in
      let database = try LawDatabase(schema)
      let (stored, rows) = rows(count)
      _ = try database.apply(Call("Page", .list(stored)))
      return try database.countingStatements {
        let report = try database.apply(Call("Page", .list(rows))).report
        #expect(report.rejectedCount == rejected(count))
        #expect(report.inserted + report.updated + report.unchanged == 1)
      }
    }
    #expect(counts[1] < 5 * counts[0], "statements: \(counts)")
  }

  private static func ids(_ count: Int) -> Payload {
    .list((0..<count).map { .scalar("\($0)") })
  }

  /// Compares the number of statements for ids below the limit with that for ids above it.
  private func expectLinear(entity: String, payload: (Int) -> Payload) throws {
    let schema = try LawSchema.of(Self.schema)
    let (few, many) = (Self.limit - 1_000, Self.limit + 1_000)
    let below = try statements(schema, Call(entity, payload(few)), unresolved: few)
    let beyond = try statements(schema, Call(entity, payload(many)), unresolved: many)
    // Above the limit, each id may need one more statement.
    #expect(beyond < 2 * below, "\(few) ids run \(below) statements, \(many) ids \(beyond)")
  }

  private func statements(_ schema: LawSchema, _ call: Call, unresolved: Int) throws -> Int {
    let database = try LawDatabase(schema)
    let count = try database.countingStatements {
      let report = try database.apply(call).report
      #expect(report.unresolvedReferences == unresolved)
    }
    return count
  }
}

extension Payload.Member {
  fileprivate init(_ key: String, _ number: Int) {
    self.init(key: key, value: .scalar("\(number)"))
  }
}
