import Foundation
import NotebookKit
import SwiftSyncRuntime
import SwiftSyncSimulator
import Testing

/// What the list shows, and what the user does in it.
@Suite @MainActor struct NoteListTests {
  private let notebook: Notebook
  private let list: NoteListModel

  init() async throws {
    notebook = try await Notebook()
    list = NoteListModel(notebook.store)
  }

  private var store: SyncStore { notebook.store }

  private var titles: [[String]] { list.sections.map { $0.rows.map(\.title) } }

  @Test func showsNotesByFolder() async throws {
    try await wait(for: "the sample notes") { titles == [["Title 1", "Title 2"], ["Title 3"]] }
    #expect(list.sections.map(\.key) == ["Name 1", "Name 2"] && !list.hasMore)
    try await store.insert([Note(title: "B"), Note(title: "C", isPinned: true)])
    try await wait(for: "notes without a folder") { titles.first == ["C", "B"] }
    #expect(list.sections.map(\.key) == [nil, "Name 1", "Name 2"])
  }

  @Test func loadsMoreNotes() async throws {
    try notebook.backend.edit { transaction in
      for number in 100..<200 { try transaction.insert(Note(title: "Note \(number)")) }
    }
    try await notebook.session.run()
    let pages = notebook.backend.requests.filter { $0.url.path == "/notes" }
    #expect(pages.count > 5, "the list has pages of 20 rows")
    try await wait(for: "the first rows") { titles.map(\.count) == [50] }
    #expect(list.hasMore)
    list.loadMore()
    try await wait(for: "more rows") { titles.map(\.count) == [100] }
    list.loadMore()
    try await wait(for: "all rows") { titles.map(\.count) == [100, 2, 1] }
    #expect(!list.hasMore)
  }

  @Test func findsTitlesAndTexts() async throws {
    try await store.insert([
      Note(title: "Groceries", body: "Éclairs, and whatever else goes with milk"),
      Note(title: "Milk"),
    ])
    #expect(list.matches == [])
    list.searchText = "MILK écl"
    try await wait(for: "all words") { list.matches.map(\.title) == ["Groceries"] }
    list.searchText = "mil"
    try await wait(for: "a prefix") { list.matches.map(\.title) == ["Milk", "Groceries"] }
    try await store.delete(list.matches[0])
    try await wait(for: "a deletion") { list.matches.map(\.title) == ["Groceries"] }
    list.searchText = " "
    try await wait(for: "all notes, as there are no words") { list.matches.count == 4 }
  }

  @Test func deletesNotes() async throws {
    try await wait(for: "the sample notes") { list.sections.count == 2 }
    let notes = list.sections[0].rows
    await list.delete(notes, at: [1])
    try await wait(for: "the deletion") { titles == [["Title 1"], ["Title 3"]] }
    #expect(list.message == nil)
    try await notebook.session.run()
    #expect(try notebook.sentNote(notes[1].id) == nil)
    #expect(try notebook.sentNote(notes[0].id) != nil)

    await store.close()
    await list.delete(notes, at: [0])
    #expect(list.message == SyncError.closed.localizedDescription)
  }

  @Test func showsWhatServerHas() async throws {
    let note = try await notebook.firstNote()
    #expect(list.pushState(of: note) == .synced)
    try await store.update(note) { $0.title = "New" }
    try await wait(for: "the edit") { list.pushState(of: note) == .pending }
    notebook.rejectNextTitle()
    try await notebook.session.run()
    try await wait(for: "the problem") { list.pushState(of: note) == .problem }
    try await notebook.session.refresh()
    try await wait(for: "the second attempt") { list.pushState(of: note) == .synced }
    #expect(try notebook.sentNote(note.id)?.title == "New")
  }
}
