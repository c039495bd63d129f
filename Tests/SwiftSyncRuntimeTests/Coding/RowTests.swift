import CSQLite
import Foundation
import Testing

@_spi(Generated) @testable import SwiftSyncCoding
@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore

@Suite struct RowTests {
  /// Runs the query and passes its first row to `body`.
  private func withRow<T>(
    _ sql: String, _ values: [StoredValue] = [], _ body: (RowColumns) throws -> T
  ) throws -> T {
    var database: OpaquePointer?
    #expect(sqlite3_open(":memory:", &database) == SQLITE_OK)
    swiftsync_allow_double_quoted_strings(database, 0, 0)
    defer { sqlite3_close(database) }
    var statement: OpaquePointer?
    #expect(sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK)
    defer { sqlite3_finalize(statement) }
    let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    for (index, value) in values.enumerated() {
      let place = Int32(index + 1)
      switch value {
      case .null: sqlite3_bind_null(statement, place)
      case .integer(let value): sqlite3_bind_int64(statement, place, value)
      case .real(let value): sqlite3_bind_double(statement, place, value)
      case .text(let value): sqlite3_bind_text(statement, place, value, -1, transient)
      case .blob(let value):
        sqlite3_bind_blob(statement, place, value, Int32(value.count), transient)
      }
    }
    #expect(sqlite3_step(statement) == SQLITE_ROW)
    return try body(RowColumns(try #require(statement)))
  }

  private func values(_ task: Todo) throws -> [StoredValue] {
    var row = RowWriter(Todo.metadata)
    task.write(to: &row)
    #expect(row.problem == nil)
    return try row.values.map { try #require($0) }
  }

  private func read(_ values: [StoredValue]) throws -> Todo {
    let sql = "SELECT " + values.map { _ in "?" }.joined(separator: ",")
    return try withRow(sql, values) {
      var fields = FieldReader(.row($0), Todo.coding)
      return try Todo(fields: &fields)
    }
  }

  @Test(arguments: [EntityCodingTests.full, EntityCodingTests.minimal])
  func roundTripsThroughColumns(_ json: String) throws {
    let task = try JSONDecoder().decode(Todo.self, from: Data(json.utf8))
    #expect(try read(values(task)) == task)
  }

  @Test func rejectsInvalidColumnValues() throws {
    let task = try JSONDecoder().decode(Todo.self, from: Data(EntityCodingTests.full.utf8))
    let good = try values(task)
    let bad: [(Int, StoredValue, String, String)] = [
      (0, .text("x"), "a UUID", "the text 'x'"), (1, .null, "a string", "null"),
      (5, .text("late"), "a string", "the text 'late'"),
      (18, .integer(2), "a bool", "the integer 2"),
      (19, .integer(3), "a day", "the integer 3"), (25, .real(1), "a date", "the number 1.0"),
      (12 + 1, .text("{"), "a list, each element a string", "the text '{'"),
    ]
    for (column, value, expected, found) in bad {
      var values = good
      values[column] = value
      let name = Todo.metadata.columns[column].name
      #expect(
        throws: SyncError.invalidStoredValue(
          entity: "Todo", column: name, expected: expected, found: found)
      ) { try read(values) }
    }
  }

  @Test func rejectsUnstorableValues() throws {
    var task = try JSONDecoder().decode(Todo.self, from: Data(EntityCodingTests.full.utf8))
    task.sortIndex = .nan
    task.updatedAt = .init(timeIntervalSince1970: 1e15)
    var row = RowWriter(Todo.metadata)
    task.write(to: &row)
    #expect(
      row.problem
        == .invalidValue(entity: "Todo", column: "sort_index", reason: "nan cannot be stored"))
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(task) }
    task.sortIndex = 1
    var late = RowWriter(Todo.metadata)
    task.write(to: &late)
    #expect(
      late.problem?.description
        == "'Todo' cannot store the value in its column 'updated_at': the date 1000000000000000.0 "
        + "seconds after 1970 cannot be stored"
    )
  }

  @Test func storedValuesOfIdentities() throws {
    #expect("a".storedValues == [.text("a")])
    #expect(7.storedValues == [.integer(7)])
    let date = Date(timeIntervalSince1970: 1.5)
    #expect(date.storedValues == [.text("1970-01-01T00:00:01.500000Z")])
    let metadata = EntityMetadata(
      name: "A", table: "as", columns: [ColumnMetadata("at", .integer)], attributes: [],
      identity: [0])
    #expect(date.storedValues(in: metadata) == [.integer(1_500_000)])
  }
}
