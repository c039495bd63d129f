import Foundation
import NotebookKit
import SwiftSyncRuntime
import SwiftSyncSimulator
import Testing

/// The form: new notes, edits, conflicts with other devices, and what the server rejects.
@Suite @MainActor struct NoteEditorTests {
  private let notebook: Notebook

  init() async throws { notebook = try await Notebook() }

  private var backend: SimulatedBackend { notebook.backend }
  private var session: SyncSession { notebook.session }

  private func editor(_ draft: Draft<Note>) -> NoteEditorModel {
    NoteEditorModel(draft, in: notebook.store)
  }

  @Test func newNoteNeedsTitle() async throws {
    let editor = editor(Draft())
    #expect(!editor.canSave && editor.titleProblems == [])
    editor.draft.body = "text"
    #expect(editor.titleProblems == ["A value is required."])
    editor.draft.title = " "
    #expect(editor.titleProblems == ["Enter a title."] && !editor.canSave)
    editor.draft.title = "New"
    #expect(editor.titleProblems == [] && editor.canSave)
    await editor.save()
    #expect(editor.isSaved && editor.message == nil)
    try await session.run()
    #expect(try notebook.sentNote(editor.draft.id)?.title == "New")
  }

  /// The session is started, as in the app: what fails without a network is repeated later.
  @Test func offlineEditIsSentLater() async throws {
    let note = try await notebook.firstNote()
    backend.isOnline = false
    session.start()
    try await wait(for: "the failure") { session.state.phase == .offline }
    let editor = editor(Draft(note))
    editor.draft.title = "Written on a train"
    await editor.save()
    try await wait(for: "the edit") { session.state.pendingCount == 1 }
    #expect(try notebook.sentNote(note.id)?.title == "Title 1")
    backend.isOnline = true
    try await session.refresh()
    #expect(session.state.pendingCount == 0 && session.state.lastError == nil)
    #expect(try notebook.sentNote(note.id)?.title == "Written on a train")
    await session.stop()
  }

  // MARK: - Other devices

  /// An open form whose title another device has changed, too.
  private func conflictingEditor() async throws -> NoteEditorModel {
    let note = try await notebook.firstNote()
    let editor = editor(Draft(note))
    editor.draft.title = "Mine"
    editor.draft.body = "My text"
    try backend.edit { transaction in
      let patch = Note.Patch(title: .value("Theirs"), isPinned: .value(true))
      try transaction.update(Note.self, id: note.id, patch)
    }
    try await session.run()
    await editor.save()
    #expect(editor.conflict?.fields == ["title"] && !editor.isSaved)
    #expect(editor.conflict?.stored.title == "Theirs")
    return editor
  }

  @Test func keepsMine() async throws {
    let editor = try await conflictingEditor()
    editor.resolve(try #require(editor.conflict), keepingMine: true)
    #expect(editor.conflict == nil && editor.draft.title == "Mine" && editor.draft.isPinned)
    await editor.save()
    #expect(editor.isSaved)
    try await session.run()
    let sent = try notebook.sentNote(editor.draft.id)
    #expect(sent?.title == "Mine" && sent?.body == "My text" && sent?.isPinned == true)
  }

  @Test func usesTheirs() async throws {
    let editor = try await conflictingEditor()
    editor.resolve(try #require(editor.conflict), keepingMine: false)
    #expect(editor.draft.title == "Theirs" && editor.draft.body == "My text")
    await editor.save()
    try await session.run()
    let sent = try notebook.sentNote(editor.draft.id)
    #expect(editor.isSaved && sent?.title == "Theirs" && sent?.body == "My text")
  }

  @Test func reportsDeletedNote() async throws {
    let note = try await notebook.firstNote()
    let editor = editor(Draft(note))
    editor.draft.title = "Mine"
    try backend.edit { try $0.delete(note) }
    try await session.run()
    await editor.save()
    #expect(!editor.isSaved && editor.message == "This note has been deleted.")
  }

  // MARK: - Problems

  private func rejectedEdit() async throws -> SyncProblem {
    let editor = editor(Draft(try await notebook.firstNote()))
    editor.draft.title = "Taken"
    await editor.save()
    notebook.rejectNextTitle()
    try await session.run()
    let problems = session.state.problems
    try #require(problems.count == 1)
    #expect(problems[0].kind == .rejected && problems[0].resolutions == [.retry, .discard])
    return problems[0]
  }

  @Test func formShowsWhatServerRejects() async throws {
    let problem = try await rejectedEdit()
    let draft = try #require(try await Draft<Note>(resolving: problem, in: notebook.store))
    let editor = editor(draft)
    #expect(editor.draft.title == "Taken" && editor.titleProblems == ["is taken"])
    editor.draft.title = "Free"
    #expect(editor.titleProblems == [] && editor.canSave)
    await editor.save()
    try await session.run()
    #expect(session.state.problems == [])
    #expect(try notebook.sentNote(editor.draft.id)?.title == "Free")
  }

  @Test func rejectedEditIsDiscarded() async throws {
    let problem = try await rejectedEdit()
    try await session.resolve(problem, .discard)
    try await session.run()
    #expect(session.state.problems == [] && session.state.pendingCount == 0)
    #expect(try await notebook.firstNote().title == "Title 1")
  }
}
