import CSQLite
import Foundation

@_spi(Generated) import SwiftSyncREST
@_spi(Generated) @testable import SwiftSyncSession
@_spi(Generated) @testable import SwiftSyncStore

/// A call that applies a list or a document.
struct Call: Sendable {
  let target: SyncTarget
  var payload: Payload
  var options: ApplyOptions

  /// The name of the entity, or of the document.
  var entity: String { target.name }

  init(_ entity: String, _ payload: Payload, _ change: (inout ApplyOptions) -> Void = { _ in }) {
    self.init(.entity(entity), payload, change)
  }

  init(
    _ target: SyncTarget, _ payload: Payload, _ change: (inout ApplyOptions) -> Void = { _ in }
  ) {
    self.target = target
    self.payload = payload
    options = ApplyOptions()
    change(&options)
  }
}

/// An in-memory database on the test's own thread, with the tables of a schema.
final class LawDatabase {
  /// All rows of all tables, in a fixed order.
  typealias Content = [String: [[StoredValue]]]

  /// The outcome of a call: its report, and the reason if it was refused.
  struct Outcome: Equatable {
    let report: ApplyReport
    let refusal: SyncError.Refusal?
  }

  private let connection: Connection
  let plan: SchemaPlan

  /// A new database, filled by some calls.
  init(_ schema: LawSchema, after calls: [Call] = []) throws(SyncError) {
    plan = schema.plan
    connection = try Connection(path: ":memory:", mode: .readWrite)
    try DatabaseSetup.configure(connection)
    try connection.execute(schema.metadata.ddl)
    for call in calls { try apply(call) }
  }

  /// Runs a call; a refusal is an outcome, any other error is a bug in the applier or the test.
  @discardableResult
  func apply(_ call: Call) throws(SyncError) -> Outcome {
    let target = try plan.target(call.target)
    do {
      let report = try connection.writeTransaction { () throws(SyncError) in
        let applying = try ApplyCall(plan, target, call.options, on: connection)
        let report = try applying.run([DataStream(Data(call.payload.description.utf8))])
        return (report, call.options.isDryRun ? .rollback : .commit)
      }
      return Outcome(report: report, refusal: nil)
    } catch .refused(let refusal, let report) {
      return Outcome(report: report, refusal: refusal)
    }
  }

  /// Begins a run of pages.
  func beginPages(_ source: String, of entity: String, isStable: Bool) throws(SyncError) -> ListRun
  {
    guard let entity = plan.entity(entity) else {
      throw .unknownEntity(entity, known: plan.entityNames)
    }
    return try connection.writeTransaction { () throws(SyncError) in
      let run = try ListRuns(on: connection).begin(
        source, of: entity, in: nil, isStable: isStable, version: 1)
      return (run, .commit)
    }
  }

  func export(_ entity: String, _ relations: ExportOptions.Relations) throws(SyncError) -> Payload {
    var options = ExportOptions()
    options.relations = relations
    let export = try EntityExport(plan, entity, options)
    let output = ExportOutput()
    try export.write(nil, from: connection, to: output)
    return .scalar(String(decoding: output.data, as: UTF8.self))
  }

  /// The number of statements that SQLite runs during `body`.
  func countingStatements(_ body: () throws -> Void) throws -> Int {
    var count = 0
    try withUnsafeMutablePointer(to: &count) { count in
      sqlite3_trace_v2(
        connection.handle, UInt32(SQLITE_TRACE_STMT),
        { _, count, _, _ in
          count?.assumingMemoryBound(to: Int.self).pointee += 1
          return 0
        }, count)
      defer { sqlite3_trace_v2(connection.handle, 0, nil, nil) }
      try body()
    }
    return count
  }

  /// The number of instructions that SQLite runs during `body`.
  func countingSteps(_ body: () throws -> Void) throws -> Int {
    var count = 0
    try withUnsafeMutablePointer(to: &count) { count in
      sqlite3_trace_v2(
        connection.handle, UInt32(SQLITE_TRACE_PROFILE),
        { _, count, statement, _ in
          let steps = sqlite3_stmt_status(
            OpaquePointer(statement), SQLITE_STMTSTATUS_VM_STEP, 1)
          count?.assumingMemoryBound(to: Int.self).pointee += Int(steps)
          return 0
        }, count)
      defer { sqlite3_trace_v2(connection.handle, 0, nil, nil) }
      try body()
    }
    return count
  }

  func content() throws(SyncError) -> Content {
    var content: Content = [:]
    for table in try rows("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name") {
      content[table[0].text] = try self.content(of: table[0].text)
    }
    return content
  }

  func content(of table: String) throws(SyncError) -> [[StoredValue]] {
    let width = try rows("PRAGMA table_info(\"\(table)\")").count
    let order = (1...max(width, 1)).map(String.init).joined(separator: ", ")
    return try rows("SELECT * FROM \"\(table)\" ORDER BY \(order)")
  }

  func rows(_ sql: String) throws(SyncError) -> [[StoredValue]] {
    let query = try connection.statement(sql)
    defer { query.reset() }
    let width = sqlite3_column_count(query.pointer)
    var rows: [[StoredValue]] = []
    while try query.step() {
      rows.append((0..<width).map { query.value($0).stored })
    }
    return rows
  }
}

extension LawDatabase {
  /// The differences between two contents, one line per row.
  static func difference(_ before: Content, _ after: Content) -> String? {
    var lines: [String] = []
    for table in Set(before.keys).union(after.keys).sorted() {
      let (old, new) = (before[table] ?? [], after[table] ?? [])
      guard old != new else { continue }
      lines += old.filter { !new.contains($0) }.map { "- \(line($0, of: table))" }
      lines += new.filter { !old.contains($0) }.map { "+ \(line($0, of: table))" }
    }
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  private static func line(_ row: [StoredValue], of table: String) -> String {
    table + ": " + row.map(\.text).joined(separator: " | ")
  }
}
