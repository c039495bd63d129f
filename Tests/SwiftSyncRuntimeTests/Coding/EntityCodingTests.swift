import Foundation
import SwiftSyncRuntime
import Testing

@Suite struct EntityCodingTests {
  static let minimal = #"""
    {"id":"ABCDEF01-2345-4789-ABCD-EF0123456789","title":"a","sort_index":1.5,"created_at":1600000000125,
     "updated_at":"2026-01-02 03:04:05+02:00","project_id":"00000000-0000-0000-0000-000000000001"}
    """#

  func decode(_ json: String) throws -> Task {
    try JSONDecoder().decode(Task.self, from: Data(json.utf8))
  }

  @Test func whatIsMissingGetsItsDefault() throws {
    let task = try decode(Self.minimal)
    #expect(task.id == UUID(uuidString: "abcdef01-2345-4789-abcd-ef0123456789"))
    #expect(task.state == .todo)
    #expect(task.details == nil)
    #expect(task.price == Decimal(string: "9.95"))
    #expect(task.fee == Money(minorUnits: 0, currency: "EUR"))
    #expect(task.tags == [])
    #expect(task.createdAt == Date(timeIntervalSince1970: 1_600_000_000.125))
    #expect(task.updatedAt == Date(timeIntervalSince1970: 1_767_315_845))
  }
}
