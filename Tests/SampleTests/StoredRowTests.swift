import CSQLite
import Foundation
@_spi(Generated) import SwiftSyncRuntime
import Testing
import Tracker

/// Rows as values, for libraries with their own connections.
@Suite struct StoredRowTests {
  private let project = Project(
    id: TrackerIDs.project, name: "Web", code: "WEB",
    budget: Money(minorUnits: 5, currency: "EUR"), startsOn: CalendarDay(_constant: "2026-01-02"),
    phases: ["a"], createdAt: Date(timeIntervalSince1970: 0),
    updatedAt: Date(timeIntervalSince1970: 1), ownerID: TrackerIDs.ada)

  @Test func roundTrips() throws {
    let row = try project.row()
    #expect(row.count == Project.metadata.columns.count)
    #expect(row[1] == .text("Web"))
    #expect(try Project(row: row.map { $0 ?? .null }) == project)
  }

  @Test func rejectsValuesThatAreNotRows() throws {
    var row = try project.row().map { $0 ?? .null }
    row[1] = .integer(1)
    #expect(
      throws: SyncError.invalidStoredValue(
        entity: "Project", column: "name", expected: "a string", found: "the integer 1")
    ) { try Project(row: row) }
    #expect(
      throws: SyncError.unreadableRow(
        entity: "Project", reason: "1 values were given for \(row.count) columns")
    ) { try Project(row: [.null]) }
  }

  @Test func rejectsUnstorableColumnValues() {
    var task = Todo(title: "A", projectID: TrackerIDs.project)
    task.sortIndex = .nan
    #expect(
      throws: SyncError.invalidValue(
        entity: "Todo", column: "sort_index", reason: "nan cannot be stored")
    ) { try task.row() }
  }
}
