import Foundation
import NotebookKit
import SwiftSyncRuntime
import SwiftSyncTestSupport
import Testing

/// Tests of the app without its views: the state of the models, and their effects on the store and the server.
@Suite @MainActor struct NotebookKitTests {
  private let server = RecordingTransport()
  private let api: NotebookAPI

  init() throws {
    let url = try #require(URL(string: "https://notes.example"))
    api = NotebookAPI(baseURL: url, transport: server)
  }

  private func store() async throws -> SyncStore { try await .inMemory(with: Fixtures.notebook) }

  /// Waits until a model reflects the store.
  private func wait(_ isThere: () -> Bool) async throws {
    for _ in 0..<1_000_000 where !isThere() { await Task.yield() }
    try #require(isThere())
  }

  private func titles(_ list: NoteListModel) -> [String] {
    list.sections.flatMap { $0.rows.map(\.title) }
  }

  private func first(_ store: SyncStore) async throws -> Note {
    try #require(try await store.fetch(Note.order(\.title).first))
  }

  // MARK: - The list

  @Test func theListFollowsTheStore() async throws {
    let store = try await store()
    let list = NoteListModel(store)
    try await wait { list.noteCount == 3 && !list.isLoading }
    #expect(list.sections.map(\.key) == ["Name 1", "Name 2"])
    #expect(titles(list) == ["Title 1", "Title 2", "Title 3"])

    try await store.insert(Note(title: "Loose", isPinned: true))
    try await wait { list.noteCount == 4 && list.sections.count == 3 }
    #expect(list.sections[0].key == nil && list.sections[0].rows.map(\.title) == ["Loose"])
  }

  @Test func aSearchFindsTitlesAndTexts() async throws {
    let store = try await store()
    let groceries = Note(title: "Groceries", body: "Éclairs, and whatever else goes with milk")
    try await store.insert(groceries)
    try await store.insert(Note(title: "Milk"))
    let list = NoteListModel(store)
    #expect(!list.isSearching && list.matches == [])
    list.searchText = "MILK écl"
    try await wait { list.matches.map(\.id) == [groceries.id] }
    #expect(list.isSearching && list.matches[0].title == Snippet([.init("Groceries")]))
    #expect(
      list.matches[0].body.parts == [
        .init("Éclairs", isMatch: true), .init(", and whatever else goes with "),
        .init("milk", isMatch: true),
      ])
    #expect(await list.note(of: list.matches[0])?.title == "Groceries")
    list.searchText = "mil"
    try await wait { list.matches.map(\.title.text) == ["Milk", "Groceries"] }
    list.searchText = " "
    #expect(!list.isSearching && list.matches == [] && list.message == nil)
  }

  /// The title is shown completely, the text only around its matches.
  @Test func aSearchFollowsTheStore() async throws {
    let store = try await store()
    let list = NoteListModel(store)
    list.searchText = "title"
    try await wait { list.matches.count == 3 }
    let note = try await first(store)
    try await store.update(note) {
      $0.title = "Another name"
      $0.body = String(repeating: "word ", count: 50) + "title"
    }
    try await wait { list.matches.contains { $0.title.text == "Another name" } }
    let match = try #require(list.matches.first { $0.id == note.id })
    #expect(match.body.parts.first?.text.hasPrefix("…") == true)
    #expect(match.body.parts.last == .init("title", isMatch: true))
    await list.delete(note)
    try await wait { list.matches.count == 2 }
    #expect(await list.note(of: match) == nil)
  }

  @Test func whatWasDeletedComesBack() async throws {
    let store = try await store()
    let list = NoteListModel(store)
    try await wait { list.noteCount == 3 }
    await list.delete(try await first(store))
    try await wait { titles(list) == ["Title 2", "Title 3"] && list.undo.canUndo }
    await list.takeBack()
    try await wait { titles(list).count == 3 }
    let folder = try #require(try await store.fetch(Folder.order(\.name)).first)
    await list.delete(folder)
    try await wait { list.sections.map(\.key) == [nil, "Name 2"] }
    await list.takeBack()
    try await wait { list.sections.map(\.key) == ["Name 1", "Name 2"] }
    await list.doAgain()
    try await wait { list.sections.map(\.key) == [nil, "Name 2"] }
    #expect(list.message == nil)
  }

  @Test func whatAnotherDeviceChangedIsNotTakenBack() async throws {
    let store = try await store()
    let list = NoteListModel(store)
    let note = try await first(store)
    await list.togglePin(of: note)
    _ = try await store.transaction { try $0.execute("DELETE FROM swiftsync_changes") }
    try await store.apply(
      .json([
        "id": .string(note.id.uuidString), "title": "Title 1", "is_pinned": false,
        "updated_at": "2099-01-01T00:00:00Z",
      ]), as: Note.self)
    try await store.update(Note.self, id: note.id, Note.Patch(body: .value("mine")))
    _ = try await store.transaction { try $0.execute("DELETE FROM swiftsync_changes") }
    try await store.apply(
      .json([
        "id": .string(note.id.uuidString), "body": "theirs", "updated_at": "2099-01-02T00:00:00Z",
      ]), as: Note.self)
    await list.takeBack()
    #expect(list.message == "This was changed on another device: Note")
    #expect(try await first(store).body == "theirs")
  }

  // MARK: - The form

  @Test func aNewNoteNeedsATitle() async throws {
    let store = try await store()
    let editor = NoteEditorModel(nil, in: store)
    #expect(!editor.canSave && editor.problems == [])
    editor.draft.body = "text"
    #expect(editor.problems == ["A value is required."])
    editor.draft.title = " "
    #expect(editor.problems == ["Expected a string that matches '[^ ]', found  ."])
    editor.draft.title = String(repeating: "x", count: 101)
    #expect(editor.problems == ["The row does not meet 'length(title) <= 100'."])
    editor.draft.title = "New"
    #expect(editor.canSave)
    await editor.save()
    #expect(editor.ending == .saved)
    #expect(try await store.count(Note.where { $0.title == "New" }) == 1)
  }

  @Test func theUserDecidesAConflict() async throws {
    let store = try await store()
    let note = try await first(store)
    let editor = NoteEditorModel(note, in: store)
    editor.draft.title = "Mine"
    editor.draft.isPinned = true
    try await store.update(
      Note.self, id: note.id, Note.Patch(title: .value("Theirs"), body: .value("new")))
    await editor.save()
    #expect(editor.conflict?.fields == ["title"] && editor.ending == nil)
    editor.reload()
    #expect(editor.draft.title == "Theirs" && editor.draft.isPinned && editor.conflict == nil)
    editor.draft.title = "Both"
    try await store.update(Note.self, id: note.id, Note.Patch(title: .value("Again")))
    await editor.save()
    await editor.overwrite()
    #expect(editor.ending == .saved)
    let saved = try #require(try await store.fetch(Note.self, id: note.id))
    #expect(saved.title == "Both" && saved.isPinned && saved.body == "new")
  }

  @Test func aNoteThatIsGoneIsReported() async throws {
    let store = try await store()
    let note = try await first(store)
    let editor = NoteEditorModel(note, in: store)
    try await wait { editor.folders.count == 3 }
    editor.draft.folderID = editor.folders[2].id
    try await store.delete(note)
    await editor.save()
    #expect(editor.ending == .deleted)
  }

  // MARK: - The server

  @Test func anEditIsShownAtOnceAndSentLater() async throws {
    let store = try await store()
    let list = NoteListModel(store)
    let sync = NotebookSync(
      store, api, retry: HTTP.RetryPolicy(maxAttempts: 1, initialDelay: .zero, maxDelay: .zero))
    let note = try await first(store)
    await list.togglePin(of: note)
    try await wait { list.sections.first?.rows.first?.isPinned == true }
    await sync.sync()
    guard case .failed = sync.state else {
      Issue.record("\(sync.state)")
      return
    }
    #expect(try await store.fetch(PendingChange.all).map(\.fields) == [["isPinned", "updatedAt"]])

    server.respond(
      to: .post, "/push",
      json: #"{"results": [{"type": "Note", "id": "\#(note.id)", "status": "applied"}]}"#)
    server.respond(to: .get, "/folders", json: "[]")
    server.respond(to: .get, "/notes", json: "[]")
    await sync.sync()
    #expect(sync.state == .idle)
    #expect(try await store.fetch(PendingChange.all).isEmpty)
    // Undo is sent, too.
    await list.takeBack()
    #expect(try await store.fetch(PendingChange.all).map(\.fields) == [["isPinned", "updatedAt"]])
  }
}
