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
    #expect(problem.message == "number is taken")
    #expect(problem.fieldErrors == ["number": ["is taken"]])
    #expect(
      try backend.rows(of: Bill.self).map(\.note).sorted { ($0 ?? "") < ($1 ?? "") } == [
        "Lunch", "Tea",
      ])
  }

  /// The server deletes the sale with its bill after it has changed it.
  @Test func batchRespondsWithFinalRows() async throws {
    let store = try await sample.device()
    let bill = Bill(note: "Lunch")
    try await store.insert(bill)
    try await store.insert(Sale(amount: 3, billID: bill.id))
    try await store.push(to: api.sales)
    let response = try await send(
      "/sales",
      """
      {"revision": null, "bills": [{"id": 1, "voided_at": "2026-03-02T08:00:00Z"}],
       "sales": [{"id": 1, "amount": 9}]}
      """)
    let sales = response["sales"]?["success"]?.array ?? []
    #expect(sales.count == 1 && sales.first?["amount"] == 9)
    #expect(sales.first?["voided_at"]?.string != nil)
  }

  @Test func batchRejectsRowsThatReferToRejectedOnes() async throws {
    let store = try await sample.device()
    try backend.edit { try $0.insert(Bill(note: "Lunch", number: 1)) }
    let bill = Bill(note: "Dinner", number: 1)
    try await store.insert(bill)
    try await store.insert(Sale(amount: 3, billID: bill.id))
    try await store.push(to: api.sales)
    let problems = try await store.problems(.rejected)
    #expect(problems.map(\.entity) == ["Bill", "Sale"])
    #expect(
      problems.map(\.fieldErrors) == [
        ["number": ["is taken"]],
        ["bill_id": ["is a temporary id that the server does not know"]],
      ])
    #expect(try backend.rows(of: Sale.self) == [])
    let single = await reason422 { _ = try await api.createSale(Sale(amount: 3, billID: bill.id)) }
    #expect(single == "'bill_id' is a temporary id that the server does not know")
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

  private func send(_ path: String, _ body: String) async throws -> JSONValue {
    let url = try #require(URL(string: "https://kiosk.example/api\(path)"))
    let response = try await backend.send(HTTP.Request(.post, url, body: Data(body.utf8)))
    return try JSONValue(json: String(decoding: response.body, as: UTF8.self))
  }

  /// The server's message in the response to a call with invalid values.
  private func reason422(_ body: () async throws -> Void) async -> String? {
    do {
      try await body()
    } catch let error as APIError {
      let json = error.response.flatMap { try? JSONValue(json: $0.text) }
      return error.response?.status == 422 ? json?["message"]?.string : nil
    } catch {
      Issue.record("\(error)")
    }
    return nil
  }
}
