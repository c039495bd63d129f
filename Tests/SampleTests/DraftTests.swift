import Foundation
import SwiftSyncRuntime
import TestHelpers
import Testing
import Tracker

/// Drafts of rows: their checks, and how their edits combine with those of others.
@Suite struct DraftTests {
  private let id = TrackerIDs.task(1)

  private func store() async throws -> (SyncStore, Todo) {
    let store = try await SyncStore.inMemory(TrackerSchema.self)
    let past = Date(timeIntervalSince1970: 1_500_000_000)
    try await store.insert(
      Project(id: TrackerIDs.project, name: "Web", code: "WEB", ownerID: TrackerIDs.ada))
    let todo = Todo(
      id: id, title: "a", details: "b", createdAt: past, updatedAt: past,
      projectID: TrackerIDs.project)
    try await store.insert(todo)
    _ = try await store.transaction { try $0.execute("DELETE FROM swiftsync_changes") }
    return (store, todo)
  }

  private func saved<Row>(_ outcome: Draft<Row>.Outcome) throws -> (row: Row, merged: Row.Patch) {
    guard case .saved(let row, let merged) = outcome else {
      Issue.record("\(outcome)")
      throw CancellationError()
    }
    return (row, merged)
  }

  private func conflict<Row>(_ outcome: Draft<Row>.Outcome) throws -> Draft<Row>.Conflict {
    guard case .conflict(let conflict) = outcome else {
      Issue.record("\(outcome)")
      throw CancellationError()
    }
    return conflict
  }

  // MARK: - Saving

  @Test func savesOnlyEditedFields() async throws {
    let (store, todo) = try await store()
    var draft = Draft(todo)
    #expect(!draft.isEdited && draft.changes == Todo.Patch())
    draft.title = "c"
    #expect(draft.isEdited && draft.editedFields == ["title"])
    #expect(draft.changes == Todo.Patch(title: .value("c")))
    try await store.update(Todo.self, id: id, Todo.Patch(details: .value("theirs")))

    let (row, merged) = try saved(try await store.save(draft))

    #expect(row.title == "c" && row.details == "theirs")
    #expect(merged.details == .value("theirs") && merged.title.isMissing)
    #expect(try await store.fetch(Todo.self, id: id) == row)
    let queue = try await store.query("SELECT fields FROM swiftsync_changes")
    #expect(queue.map { $0["fields"] as StoredValue? } == [.text(",details,updatedAt,title,")])
  }

  @Test func draftWithoutEditsWritesNothing() async throws {
    let (store, todo) = try await store()
    #expect(try saved(try await store.save(Draft(todo))).row == todo)
    #expect(try await store.query("SELECT 1 FROM swiftsync_changes").isEmpty)
  }

  @Test func callerResolvesConflicts() async throws {
    let (store, todo) = try await store()
    var draft = Draft(todo)
    draft.title = "mine"
    draft.dueOn = CalendarDay("2026-03-04")
    try await store.update(
      Todo.self, id: id, Todo.Patch(title: .value("theirs"), priority: .value(.high)))
    let before = try await store.fetch(Todo.self, id: id)

    let conflict = try conflict(try await store.save(draft))

    #expect(try await store.fetch(Todo.self, id: id) == before)
    #expect(conflict.fields == ["title"] && conflict.stored == before)
    #expect(conflict.changes.title == .value("theirs"))
    #expect(conflict.changes.priority == .value(.high))
    let reloaded = conflict.reloaded
    #expect(reloaded.title == "theirs" && reloaded.dueOn == draft.dueOn)
    #expect(reloaded.editedFields == ["dueOn"])
    #expect(conflict.overwriting.editedFields == ["title", "dueOn"])
    let row = try saved(try await store.save(conflict.overwriting)).row
    #expect(row.title == "mine" && row.priority == .high && row.dueOn == draft.dueOn)
    #expect(try saved(try await store.save(Draft(row))).row == row)
  }

  @Test func sameValueOnBothSidesDoesNotConflict() async throws {
    let (store, todo) = try await store()
    var draft = Draft(todo)
    draft.title = "c"
    try await store.update(Todo.self, id: id, Todo.Patch(title: .value("c")))
    let (row, merged) = try saved(try await store.save(draft))
    #expect(row.title == "c" && merged.title == .value("c"))
  }

  @Test func reportsDeletedRow() async throws {
    let (store, todo) = try await store()
    var draft = Draft(todo)
    draft.title = "c"
    try await store.delete(Todo.self, id: id)
    #expect(try await store.save(draft) == .deleted)
    #expect(try saved(try await store.save(Draft(new: draft.row))).row.title == "c")
  }

  @Test func reportsSoftDeletedRow() async throws {
    let store = try await SyncStore.inMemory(BoardSchema.self)
    try await store.insert(Board(id: 1))
    try await store.insert(Sticker(id: 1))
    let row = try #require(try await store.fetch(Sticker.self, id: 1))
    var draft = Draft(row)
    draft.boardID = 1
    try await store.delete(Sticker.self, id: 1)
    #expect(try await store.save(draft) == .deleted)
    // A draft of the soft-deleted row edits that row.
    let gone = try #require(try await store.fetch(Sticker.self, id: 1, softDeleted: .include))
    var other = Draft(gone)
    other.boardID = 1
    #expect(try saved(try await store.save(other)).row.boardID == 1)
  }

  @Test func savesSeveralDraftsInTransaction() async throws {
    let (store, todo) = try await store()
    let rows = try await store.transaction { transaction in
      var draft = Draft(todo)
      draft.title = "c"
      _ = try transaction.save(draft)
      _ = try transaction.save(Draft(new: Label(slug: "ui", name: "Interface")))
      return try transaction.fetch(Todo.all).map(\.title)
    }
    #expect(rows == ["c"])
    #expect(try await store.count(Label.all) == 1)
  }

  // MARK: - New rows

  @Test func newRowIsInvalidUntilRequiredFieldIsSet() async throws {
    let (store, _) = try await store()
    var draft = Draft<Todo>()
    #expect(draft.problems.map(\.field) == ["title", "project"])
    draft.title = "new"
    draft[optional: \.labelIDs] = ["ui"]
    #expect(draft.original == nil && draft.isNew)
    #expect(draft.problems.map(\.description) == ["project: a value is required"])
    #expect(draft.problems(of: \.projectID).map(\.kind) == [.required])
    #expect(draft.problems(of: \.title) == [])
    #expect(draft[optional: \.projectID] == nil && draft.changes.projectID.isMissing)
    #expect(try await store.save(draft) == .invalid(draft.problems))

    draft[optional: \.projectID] = TrackerIDs.project
    #expect(draft.problems == [] && draft.projectID == TrackerIDs.project)
    try await store.insert(Label(slug: "ui", name: "Interface"))
    let row = try saved(try await store.save(draft)).row
    #expect(row.id == draft.id && row.title == "new" && row.projectID == TrackerIDs.project)
    #expect(try await row.labels(in: store).map(\.slug) == ["ui"])
    await #expect {
      try await store.save(draft)
    } throws: { error in
      guard case SyncError.database(let failure) = error else { return false }
      return failure.code & 0xFF == 19
    }
  }

  @Test func settingClearedFieldRemovesProblem() {
    let project = UUID()
    var draft = Draft(new: Todo(title: "new", projectID: project))
    draft[optional: \.projectID] = nil
    draft.projectID = UUID()
    #expect(draft.problems == [])
    draft[optional: \.details] = "d"
    #expect(draft.details == "d")
    draft[optional: \.details] = nil
    #expect(draft.details == nil && draft.problems == [])
    draft[optional: \.labelIDs] = ["a"]
    #expect(draft.editedFields == ["project", "labels"])
    draft[optional: \.labelIDs] = nil
    draft.revert()
    #expect(!draft.isEdited && draft.projectID == project)
  }

  // MARK: - Checks

  @Test func reportsScalarAndCheckProblems() throws {
    var draft = Draft(new: Tag(id: 1, text: "Red", weights: [1, 10]))
    #expect(
      draft.problems.map(\.description) == [
        "text: expected a string that matches '^[a-z]+$', found Red",
        "weights: expected a list, each element an integer from 1 to 9, found [1,10]",
      ])
    #expect(
      draft.problems.map(\.kind) == [.pattern("^[a-z]+$"), .range(minimum: 1, maximum: 9)])
    draft.mark = TagMark(text: "Red")
    #expect(draft.problems(of: \.mark).map(\.kind) == [.content])
    draft.mark = nil
    draft.weights = []
    draft.text = "averylongword"
    #expect(
      draft.problems == [
        DraftProblem(
          kind: .check("Tag"), field: nil,
          reason: "the row does not meet 'length(text) < 12 OR id > 100'")
      ])
    #expect(
      draft.problems.first?.message
        == "The row does not meet 'length(text) < 12 OR id > 100'.")
    draft.text = "word"
    #expect(draft.problems == [])
  }

  @Test func reportsUnstorableValues() async throws {
    let (store, todo) = try await store()
    var draft = Draft(todo)
    draft.sortIndex = .nan
    #expect(
      draft.problems.map(\.description) == ["sortIndex: nan cannot be stored"])
    #expect(draft.problems.map(\.kind) == [.unstorable])
    #expect(try await store.save(draft) == .invalid(draft.problems))
  }

  /// There is a conflict only if both sides give a member different values; else both edits stay.
  @Test func randomEditsMergeOrConflict() async throws {
    let (store, todo) = try await store()
    var random = SeededRandom(7)
    for _ in 0..<40 {
      let base = try #require(try await store.fetch(Todo.self, id: todo.id))
      var draft = Draft(base)
      let (mine, theirs) = (Self.edit(&random), Self.edit(&random))
      try mine.apply(to: &draft.row)
      try await store.update(Todo.self, id: id, theirs)
      let stored = try #require(try await store.fetch(Todo.self, id: todo.id))
      let both = Set(Self.names(Todo.Patch.diff(from: base, to: stored)))
        .intersection(draft.editedFields)
      let clashes = both.filter { Self.value($0, stored) != Self.value($0, draft.row) }
      switch try await store.save(draft) {
      case .saved(let row, _):
        #expect(clashes.isEmpty)
        var expected = stored
        try draft.changes.apply(to: &expected)
        expected.updatedAt = row.updatedAt
        #expect(row == expected)
      case .conflict(let conflict): #expect(conflict.fields == clashes)
      case let other: Issue.record("\(other)")
      }
    }
  }

  private static func edit(_ random: inout SeededRandom) -> Todo.Patch {
    var patch = Todo.Patch()
    if random.chance(50) { patch.title = .value("t\(random.below(3))") }
    if random.chance(50) {
      patch.details = random.chance(30) ? .null : .value("d\(random.below(3))")
    }
    if random.chance(40) { patch.priority = .value(random.pick([.low, .high])) }
    return patch
  }

  private static func names(_ patch: Todo.Patch) -> [String] {
    [
      patch.title.isMissing ? nil : "title", patch.details.isMissing ? nil : "details",
      patch.priority.isMissing ? nil : "priority",
    ].compactMap { $0 }
  }

  private static func value(_ name: String, _ todo: Todo) -> String {
    switch name {
    case "title": todo.title
    case "details": todo.details ?? "-"
    default: "\(todo.priority)"
    }
  }
}
