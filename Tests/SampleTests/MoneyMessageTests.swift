import Foundation
import SwiftSyncRuntime
import Testing
import Tracker

/// Foundation's decoder reports the same errors about an amount of money as the applier.
@Suite struct MoneyMessageTests {
  @Test(arguments: [
    (#""budget_minor": 5, "budget_currency": "e1r""#, "budget_currency", #"found "e1r""#),
    (#""budget_minor": "x", "budget_currency": "EUR""#, "budget_minor", #"found "x""#),
    (#""budget_minor": 5"#, "budget_currency", "found only one"),
    (#""budget_minor": 5, "budget_currency": null"#, "budget_currency", "found only one"),
    (#""budget_currency": "EUR""#, "budget_minor", "found only one"),
    (#""costs": { "spent_cents": 5 }"#, "costs.currency", "found only one"),
    (#""costs": { "currency": "EUR" }"#, "costs.spent_cents", "found only one"),
    (#""costs": { "spent_cents": 5, "currency": 7 }"#, "costs.currency", "found 7"),
  ])
  func isTheAppliers(member: String, path: String, end: String) async throws {
    let text = """
      {"id": "90ec0000-0000-4000-8000-000000000001", "name": "P", "code": "P", \
      "owner_id": "90ec0000-0000-4000-8000-000000000002", "created_at": "2026-01-01T00:00:00Z", \
      "updated_at": "2026-01-01T00:00:00Z", \(member)}
      """
    let rejected = try await rejection(of: text)
    #expect(rejected.path == "[0].\(path)")
    #expect(rejected.message.hasSuffix(end))
    for problem in [failure(Project.self, text), failure(Project.Patch.self, text)] {
      #expect(problem?.path == path)
      #expect(problem?.message == rejected.message)
    }
  }

  private func rejection(of text: String) async throws -> ApplyReport.RejectedRow {
    let database = try Database()
    let store = try await database.open(TrackerSchema.self)
    do {
      _ = try await store.apply(.data(Data("[\(text)]".utf8)), as: "Project")
    } catch SyncError.refused(_, let report) {
      return try #require(report.rejected.first)
    }
    return try #require(nil as ApplyReport.RejectedRow?, "the applier took \(text)")
  }

  private func failure(
    _ type: (some Decodable).Type, _ text: String
  ) -> (path: String, message: String)? {
    do {
      _ = try JSONDecoder().decode(type, from: Data(text.utf8))
    } catch DecodingError.dataCorrupted(let context) {
      let path = context.codingPath.map(\.stringValue).joined(separator: ".")
      return (path, context.debugDescription)
    } catch {
      Issue.record(error)
    }
    return nil
  }
}
