import Foundation
import SwiftSyncRuntime
import SwiftSyncSimulator
import Testing

/// Lists, without pages.
@Suite struct ListTests {
  private let sample = KioskSample()

  private var backend: SimulatedBackend { sample.backend }
  private var api: KioskAPI { sample.api }

  private func addPapers() throws {
    try backend.edit { transaction in
      try transaction.insert(Rack(id: 1, name: "Left"))
      try transaction.insert(Rack(id: 2, name: "Right"))
      for (title, pages, rack) in [("A", 1, 1), ("B", 2, 1), ("C", 3, 2)] {
        try transaction.insert(Paper(title: title, pages: pages, rackID: rack))
      }
    }
  }

  @Test func filtersByMembers() async throws {
    try addPapers()
    #expect(try await api.foundPapers().map(\.title) == ["A", "B", "C"])
    #expect(try await api.foundPapers(title: "B").map(\.title) == ["B"])
    #expect(try await api.foundPapers(pages: [1, 3]).map(\.title) == ["A", "C"])
    #expect(try await api.foundPapers(title: "A", pages: [2]) == [])
    #expect(
      await reason { _ = try await api.foundPapers(sort: "title") }
        == "the schema does not say what 'sort' of 'foundPapers' does: Paper has no such member")
  }

  @Test func listsRowsOfParent() async throws {
    try addPapers()
    #expect(try await api.rackPapers(rack: 1).map(\.title) == ["A", "B"])
    #expect(try await api.rackPapers(rack: 2).map(\.title) == ["C"])
    #expect(await status { _ = try await api.rackPapers(rack: 3) } == 404)
  }

  @Test func returnsChangesSinceWatermark() async throws {
    try addPapers()
    let store = try await sample.device()
    let first = try await api.papers(into: store)
    #expect(first.inserted == 3)
    // One second is subtracted from the watermark, so the rows arrive again.
    let second = try await api.papers(into: store)
    #expect(second.inserted == 0 && second.updated == 0)
    try backend.edit { transaction in
      let papers = try transaction.fetch(Paper.where { $0.title != "B" })
      for paper in papers where paper.title == "A" {
        try transaction.delete(Paper.self, id: paper.id)
      }
      for paper in papers where paper.title == "C" {
        try transaction.update(Paper.self, id: paper.id, Paper.Patch(pages: .value(30)))
      }
    }
    try await api.papers(into: store)
    let papers = try await store.fetch(Paper.all.order(\.title))
    #expect(papers.map(\.title) == ["B", "C"] && papers.map(\.pages) == [2, 30])
    #expect(
      backend.requests.map { $0.url.query == nil } == [true, false, false],
      "only the first call has no watermark")
  }

  @Test func documentsHaveAllRows() async throws {
    try addPapers()
    try backend.edit { transaction in
      try transaction.insert(Topic(id: "a", name: "News", rank: 1))
      try transaction.insert(Bill(note: "Lunch"))
    }
    let day = try await api.day()
    #expect(day.racks.map(\.name) == ["Left", "Right"])
    #expect(day.ranked?.mapValues(\.name) == ["a": "News"] && day.news.count == 2)
    let store = try await sample.device()
    #expect(try await api.day(into: store).rejectedCount == 0)
    #expect(try await store.fetch(Rack.order(\.id)).map(\.name) == ["Left", "Right"])
    #expect(try await store.fetch(Topic.all) == [Topic(id: "a", name: "News", rank: 1)])
    #expect(try await store.fetch(Bill.all).map(\.note) == ["Lunch"])
  }

  @Test func documentsAreNotAnsweredInPart() async throws {
    #expect(
      await reason { _ = try await api.week() }
        == "the schema does not say what 'groups' of 'week' is")
  }

  @Test func keepsWhatListsOfOthersLack() async throws {
    let sample = try KioskSample.withTopics()
    let keyed = try await sample.api.keyed()
    #expect(keyed.keys.sorted() == ["a", "b", "c", "d", "e"] && keyed["b"]?.rank == 2)
    let store = try await sample.device()
    #expect(try await sample.api.topics(into: store).inserted == 5)
    try sample.backend.edit { try $0.delete(Topic.self, id: "c") }
    #expect(try await sample.api.topics(into: store).deleted == 1)
  }
}
