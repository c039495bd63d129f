import Testing

@_spi(Generated) import SwiftSyncREST
@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore

@Suite struct KeptStatementsTests {
  @Test func limitsCachedStatements() throws {
    let connection = try Connection(path: SyncStore.memoryPath, mode: .readWrite)
    for number in 0..<Connection.statementLimit * 3 {
      #expect(try connection.integer("SELECT \(number)") == Int64(number))
    }
    #expect(connection.statements.count <= Connection.statementLimit)
  }

  @Test func keepsActiveStatement() throws {
    let connection = try Connection(path: SyncStore.memoryPath, mode: .readWrite)
    let query = try connection.statement("SELECT 1 UNION ALL SELECT 2")
    #expect(try query.step())
    for number in 0..<Connection.statementLimit * 2 {
      #expect(try connection.integer("SELECT \(number)") == Int64(number))
    }
    #expect(try connection.statement("SELECT 1 UNION ALL SELECT 2") === query)
    #expect(try query.step() && query.integer(0) == 2)
  }
}
