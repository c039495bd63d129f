import Foundation
import SwiftSyncRuntime
import Testing

/// Observations when ids are replaced.
@Suite struct TemporaryIDObservingTests {
  @Test func reportsRenamedRow() async throws {
    let sample = try await DeskSample()
    let ticket = Ticket(title: "Pack")
    try await sample.store.insert(ticket)
    var changes = sample.store.changes(of: Ticket.self).makeAsyncIterator()
    try await sample.store.replaceTemporaryID(of: Ticket.self, ticket.id, with: 7)
    let first = try #require(try await changes.next())
    #expect(first.renamed.map { [$0.old, $0.new] } == [[ticket.id, 7]])
    #expect(first.inserted.isEmpty && first.deleted.isEmpty && first.updated.isEmpty)
    #expect(first.description == "0 inserted, 0 updated, 0 deleted, 1 renamed")
  }

  @Test func reportsValuesChangedByResponse() async throws {
    let sample = try await DeskSample()
    let ticket = Ticket(title: "Pack")
    try await sample.store.insert(ticket)
    var changes = sample.store.changes(of: Ticket.self).makeAsyncIterator()
    sample.response(
      DeskSample.results(
        DeskSample.applied("Ticket", "\(ticket.id)", #"{"id": 7, "title": "Pack", "rank": 4}"#)))
    _ = try await sample.store.push(to: sample.endpoint(.operations))
    let first = try #require(try await changes.next())
    #expect(first.renamed.map(\.new) == [7])
    #expect(first.updated == [7: ["rank"]])
    #expect(first.inserted.isEmpty && first.deleted.isEmpty)
  }

  @Test func reportsUnseenRowAsInserted() async throws {
    let sample = try await DeskSample()
    var changes = sample.store.changes(of: Ticket.self).makeAsyncIterator()
    let ticket = Ticket(title: "Pack")
    try await sample.store.insert(ticket)
    try await sample.store.replaceTemporaryID(of: Ticket.self, ticket.id, with: 7)
    let first = try #require(try await changes.next())
    #expect(first.inserted == [7] && first.renamed.isEmpty)
  }

  @Test func reportsMergedRowAsUpdated() async throws {
    let sample = try await DeskSample()
    let ticket = Ticket(title: "Pack")
    try await sample.store.insert(ticket)
    _ = try await sample.store.apply(
      .data(Data(#"[{"id": 7, "title": "Theirs", "state": "open"}]"#.utf8)), as: "Ticket")
    var changes = sample.store.changes(of: Ticket.self).makeAsyncIterator()
    try await sample.store.replaceTemporaryID(of: Ticket.self, ticket.id, with: 7)
    let first = try #require(try await changes.next())
    #expect(first.renamed.map(\.old) == [ticket.id])
    #expect(first.deleted.isEmpty && first.updated[7]?.contains("title") == true)
  }

  @Test func observationFollowsRename() async throws {
    let sample = try await DeskSample()
    let ticket = Ticket(title: "Pack")
    try await sample.store.insert(ticket)
    var values = sample.store.values(of: Ticket.self, id: ticket.id).makeAsyncIterator()
    #expect(try await values.next()??.title == "Pack")
    try await sample.store.replaceTemporaryID(of: Ticket.self, ticket.id, with: 7)
    #expect(try await values.next()??.id == 7)
    try await sample.store.update(Ticket.self, id: 7, Ticket.Patch(title: .value("Now")))
    #expect(try await values.next()??.title == "Now")
  }
}
