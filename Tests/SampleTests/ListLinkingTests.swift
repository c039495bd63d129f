import Foundation
import SwiftSyncRuntime
import Testing
import Tracker

/// Single rows that are added to lists and removed from them.
@Suite struct ListLinkingTests {
  private let area = Area(id: 1, name: "one")

  /// A store with area 1, which has keyword a of a and b, and tickets 1 and 2, of which it has the
  /// first.
  private func sample() async throws -> DeskSample {
    let sample = try await DeskSample()
    let keywords = #"[{"id": "a", "name": "A"}, {"id": "b", "name": "B"}]"#
    _ = try await sample.store.apply(.data(Data(keywords.utf8)), as: Keyword.self)
    let area = #"[{"id": 1, "name": "one", "keyword_ids": ["a"]}, {"id": 2, "name": "two"}]"#
    _ = try await sample.store.apply(.data(Data(area.utf8)), as: Area.self)
    let tickets = """
      [{"id": 1, "title": "x", "state": "new", "area_id": 1},
       {"id": 2, "title": "y", "state": "new"}]
      """
    _ = try await sample.store.apply(.data(Data(tickets.utf8)), as: Ticket.self)
    #expect(try sample.queue() == [])
    return sample
  }

  // MARK: - Many-to-many lists

  @Test func addsToTheEndOfAnOrderedList() async throws {
    let sample = try await sample()
    #expect(try await sample.store.link("b", to: \.keywords, of: area))
    #expect(try await area.keywords.ids(in: sample.store) == ["a", "b"])
    #expect(try sample.queue() == ["Area|1|update|,keywords,"])
    #expect(try await !sample.store.link("b", to: \.keywords, of: area))
    #expect(try await area.keywords.ids(in: sample.store) == ["a", "b"])
  }

  @Test func removesAMember() async throws {
    let sample = try await sample()
    #expect(try await sample.store.unlink("a", from: \.keywords, of: area))
    #expect(try await area.keywords.ids(in: sample.store) == [])
    #expect(try sample.queue() == ["Area|1|update|,keywords,"])
    #expect(try await !sample.store.unlink("a", from: \.keywords, of: area))
    #expect(try await sample.store.fetch(Keyword.self, id: "a") != nil)
  }

  @Test func takesRows() async throws {
    let sample = try await sample()
    let keyword = Keyword(id: "b", name: "B")
    #expect(try await sample.store.link(area, to: \.areas, of: keyword))
    #expect(try sample.queue() == ["Keyword|b|update|,areas,"])
    #expect(try await keyword.areas.ids(in: sample.store) == [1])
    #expect(try await sample.store.unlink(area, from: \.areas, of: keyword))
    #expect(try await area.keywords.ids(in: sample.store) == ["a"])
  }

  /// A push sends the list, so a member whose row has not arrived stays in it.
  @Test func keepsMembersThatAreNotStored() async throws {
    let sample = try await sample()
    let payload = #"[{"id": 1, "name": "one", "keyword_ids": ["a", "later"]}]"#
    _ = try await sample.store.apply(.data(Data(payload.utf8)), as: Area.self)
    try await sample.store.link("b", to: \.keywords, of: area)
    #expect(try await area.keywords.ids(in: sample.store) == ["a", "later", "b"])
    #expect(try await area.keywords(in: sample.store).map(\.id) == ["a", "b"])
    try await sample.store.unlink("a", from: \.keywords, of: area)
    #expect(try await area.keywords.ids(in: sample.store) == ["later", "b"])
  }

  /// A list without an order has the order of its identities.
  @Test func changesAnUnorderedList() async throws {
    let sample = try await sample()
    let keyword = Keyword(id: "a", name: "A")
    try await sample.store.link(2, to: \.areas, of: keyword)
    #expect(try await keyword.areas.ids(in: sample.store) == [1, 2])
    try await sample.store.unlink(1, from: \.areas, of: keyword)
    #expect(try await keyword.areas.ids(in: sample.store) == [2])
    #expect(try sample.queue() == ["Keyword|a|update|,areas,"])
  }

  // MARK: - Children

  @Test func setsTheParentOfAChild() async throws {
    let sample = try await sample()
    #expect(try await sample.store.link(2, to: \.tickets, of: area))
    #expect(try await area.tickets.ids(in: sample.store) == [1, 2])
    #expect(try sample.queue() == ["Ticket|2|update|,area,"])
    #expect(try await !sample.store.link(2, to: \.tickets, of: area))
  }

  /// The reference has `on-delete: cascade`, as in a patch of the list.
  @Test func deletesAChildThatLeavesACascadingList() async throws {
    let sample = try await sample()
    #expect(try await sample.store.unlink(1, from: \.tickets, of: area))
    #expect(try await sample.store.fetch(Ticket.all).map(\.id) == [2])
    #expect(try sample.queue() == ["Ticket|1|delete|,"])
  }

  @Test func unlinksAChildWhoseParentIsOptional() async throws {
    let sample = try await sample()
    let inner = Area(id: 2, name: "two")
    try await sample.store.link(inner, to: \.children, of: area)
    #expect(try await sample.store.fetch(Area.self, id: 2)?.parentID == 1)
    #expect(try await sample.store.unlink(inner, from: \.children, of: area))
    #expect(try await sample.store.fetch(Area.self, id: 2)?.parentID == nil)
  }

  @Test func movesAChildInATransaction() async throws {
    let sample = try await sample()
    let other = Area(id: 2, name: "two")
    try await sample.store.transaction { [area] transaction in
      try transaction.unlink(1, from: \.tickets, of: area)
      try transaction.link(1, to: \.tickets, of: other)
      #expect(try other.tickets.ids(in: transaction) == [1])
    }
    #expect(try await sample.store.fetch(Ticket.self, id: 1)?.areaID == 2)
    #expect(try sample.queue() == ["Ticket|1|update|,area,"])
  }

  // MARK: - Errors

  @Test func refusesAChildThatNeedsItsParent() async throws {
    let store = try await SyncStore.inMemory(TrackerSchema.self)
    let project = Project(id: TrackerIDs.project, name: "Web", code: "WEB", ownerID: TrackerIDs.ada)
    try await store.insert(project)
    let todo = Todo(title: "x", projectID: project.id)
    try await store.insert(todo)
    await #expect(throws: SyncError.nullRequired(entity: "Todo", member: "project")) {
      try await store.unlink(todo, from: \.tasks, of: project)
    }
    #expect(try await store.fetch(Todo.all).map(\.projectID) == [project.id])
  }

  @Test func refusesRowsThatTheirParentIdentifies() async throws {
    let sample = try await sample()
    await #expect(
      throws: SyncError.invalidOption(
        "'Area.stages': its rows are identified by their parent, so they cannot be linked or "
          + "unlinked; insert or delete them")
    ) {
      try await sample.store.link(
        Stage.Identity(areaID: 1, number: 1), to: \.stages, of: area)
    }
  }

  @Test func refusesListsOfOtherRows() async throws {
    let sample = try await sample()
    await #expect(
      throws: SyncError.invalidOption(
        "the list is not one of 'Area'; pass the row that the list belongs to")
    ) {
      try await sample.store.link("b", to: \.parent.keywords, of: area)
    }
    await #expect(throws: SyncError.unknownRow("9", entity: "Area")) {
      try await sample.store.link("b", to: \.keywords, of: Area(id: 9, name: ""))
    }
  }

  // MARK: - Undo and drafts

  @Test func undoKeepsWhatOthersHaveAdded() async throws {
    let sample = try await sample()
    let store = sample.store
    store.undo.start()
    try await store.unlink("a", from: \.keywords, of: area)
    #expect(store.undo.state.undoable == [1])
    guard case .done = try await store.undo.undo() else {
      Issue.record("not undone")
      return
    }
    #expect(try await area.keywords.ids(in: store) == ["a"])
  }

  @Test func draftKeepsWhatOthersHaveChanged() async throws {
    let sample = try await sample()
    var draft = Draft(area)
    draft.link("b", to: \.keywords)
    draft.unlink("a", from: \.keywords)
    #expect(draft.isEdited && draft.editedFields == ["keywords"] && draft.changes == Area.Patch())
    let payload = #"[{"id": 1, "name": "one", "keyword_ids": ["a", "c"]}]"#
    _ = try await sample.store.apply(.data(Data(payload.utf8)), as: Area.self)

    guard case .saved(let row, _) = try await sample.store.save(draft) else {
      Issue.record("not saved")
      return
    }

    #expect(row == area)
    #expect(try await area.keywords.ids(in: sample.store) == ["c", "b"])
    draft.revert()
    #expect(!draft.isEdited)
  }

  @Test func newDraftLinksItsLists() async throws {
    let sample = try await sample()
    var draft = Draft<Area>()
    draft.name = "three"
    draft.link("b", to: \.keywords)
    draft.link("a", to: \.keywords)
    draft.link("b", to: \.keywords)
    guard case .saved(let row, _) = try await sample.store.save(draft) else {
      Issue.record("not saved")
      return
    }
    #expect(try await row.keywords.ids(in: sample.store) == ["a", "b"])
  }
}
