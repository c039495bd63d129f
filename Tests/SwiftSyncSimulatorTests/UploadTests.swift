import Foundation
import SwiftSyncRuntime
import SwiftSyncSimulator
import Testing

/// The protocols `batch` and `operations`.
@Suite struct UploadTests {
  private let sample = KioskSample()

  private var backend: SimulatedBackend { sample.backend }
  private var api: KioskAPI { sample.api }

  @Test func batchReplacesTemporaryIDs() async throws {
    let store = try await sample.device()
    let bill = Bill(note: "Lunch")
    try await store.insert(bill)
    try await store.insert([
      Sale(amount: 3, billID: bill.id), Sale(amount: 4, billID: bill.id),
    ])
    let summary = try await store.push(to: api.sales)
    #expect(summary.rows.confirmed == 3 && summary.problems == [])
    #expect(try backend.rows(of: Bill.self).map(\.note) == ["Lunch"])
    let sales = try backend.rows(of: Sale.self)
    #expect(sales.map(\.amount).sorted() == [3, 4] && sales.map(\.billID) == [1, 1])
    let stored = try await store.fetch(Sale.all)
    #expect(Set(stored.map(\.id)) == [1, 2] && stored.map(\.billID) == [1, 1])
    #expect(try await store.fetch(PendingChange.all) == [])
  }

  @Test func batchSendsChangesOfOthers() async throws {
    let (first, second) = (try await sample.device(), try await sample.device())
    try await first.insert(Bill(note: "Lunch"))
    try await first.push(to: api.sales)
    try await second.push(to: api.sales)
    let bill = try #require(try await second.fetch(Bill.all).first)
    #expect(bill.note == "Lunch" && bill.id == 1)
    try await second.update(bill) { $0.note = "Dinner" }
    try await second.push(to: api.sales)
    try await first.push(to: api.sales)
    #expect(try await first.fetch(Bill.all).map(\.note) == ["Dinner"])

    try await first.insert(Sale(amount: 5, billID: 1))
    try await first.push(to: api.sales)
    try await second.push(to: api.sales)
    try await second.delete(bill)
    try await second.push(to: api.sales)
    // `on-delete: cascade`
    #expect(try backend.rows(of: Sale.self) == [])
    try await first.push(to: api.sales)
    #expect(try await first.fetch(Bill.all) == [])
    #expect(try await first.fetch(Sale.all) == [])
  }

  @Test func batchRejectsSingleRows() async throws {
    let (first, second) = (try await sample.device(), try await sample.device())
    try await first.insert(Bill(note: "Lunch", number: 1))
    try await first.push(to: api.sales)
    try await second.insert([Bill(note: "Dinner", number: 1), Bill(note: "Tea", number: 2)])
    let summary = try await second.push(to: api.sales)
    #expect(summary.rows.confirmed == 1 && summary.rows.rejected == 1)
    let problem = try #require(summary.problems.first { $0.kind == .rejected })
    #expect(problem.code == "conflict")
    #expect(problem.message == "conflict: number is taken")
    #expect(problem.fieldErrors == ["number": ["is taken"]])
    #expect(
      try backend.rows(of: Bill.self).map(\.note).sorted { ($0 ?? "") < ($1 ?? "") } == [
        "Lunch", "Tea",
      ])
  }

  /// The same creation arrives twice, because the first response was lost.
  @Test func batchAcceptsRepeatedRows() async throws {
    let store = try await sample.device()
    try await store.insert(Sale(amount: 3))
    backend.fail(.post, "/sales", with: .loseResponse)
    await #expect(throws: APIError.self) { try await store.push(to: api.sales) }
    #expect(try backend.rows(of: Sale.self).map(\.amount) == [3])
    try await store.push(to: api.sales)
    #expect(try backend.rows(of: Sale.self).count == 1)
    #expect(try await store.fetch(Sale.all).map(\.id) == [1])
    #expect(try await store.fetch(PendingChange.all) == [])
  }

  @Test func operationsAreApplied() async throws {
    let store = try await sample.device()
    let (ada, ben) = (Visit(guest: "Ada"), Visit(guest: "Ben"))
    try await store.insert([ada, ben])
    #expect(try await store.push(to: api.visits).rows.confirmed == 2)
    #expect(try backend.rows(of: Visit.self).map(\.guest).sorted() == ["Ada", "Ben"])
    try await store.update(Visit.self, id: ada.id, Visit.Patch(guest: .value("Ada L.")))
    try await store.delete(Visit.self, id: ben.id)
    let summary = try await store.push(to: api.visits)
    #expect(summary.rows.confirmed == 2 && summary.stale == 0)
    #expect(try backend.rows(of: Visit.self).map(\.guest) == ["Ada L."])
  }

  @Test func operationsOnOlderRowsAreStale() async throws {
    let store = try await sample.device()
    let visit = Visit(guest: "Ada")
    try await store.insert(visit)
    try await store.push(to: api.visits)
    try backend.edit {
      try $0.update(Visit.self, id: visit.id, Visit.Patch(guest: .value("Eve")))
    }
    try await store.update(Visit.self, id: visit.id, Visit.Patch(guest: .value("Ada L.")))
    let summary = try await store.push(to: api.visits)
    // With `merge`, the change is sent again, based on the newer row.
    #expect(summary.stale == 1 && summary.rows.confirmed == 1 && summary.requests == 2)
    #expect(try backend.rows(of: Visit.self).map(\.guest) == ["Ada L."])
  }
}
