#if canImport(SwiftUI)
  public import NotebookKit
  public import SwiftSyncKit
  public import SwiftUI

  /// The window of the app.
  public struct NotebookView: View {
    private let store: SyncStore
    @State private var sync: NotebookSync
    @State private var list: NoteListModel

    public init(_ store: SyncStore, _ api: NotebookAPI) {
      self.store = store
      _sync = State(initialValue: NotebookSync(store, api))
      _list = State(initialValue: NoteListModel(store))
    }

    public var body: some View {
      NoteList(list: list, sync: sync)
        .syncStore(store)
        .task { await sync.sync() }
    }
  }

  /// All notes by folder, or the results of a search, with a search field.
  struct NoteList: View {
    @Bindable var list: NoteListModel
    let sync: NotebookSync
    @Environment(\.syncStore) private var store
    @State private var editor: NoteEditorModel?

    var body: some View {
      List {
        if list.isSearching {
          ForEach(list.matches) { match in
            NoteMatchRow(match: match) { edit(match) }
          }
        } else {
          ForEach(list.sections, id: \.key) { section in
            Section(section.key ?? "Notes") {
              ForEach(section.rows) { note in
                NoteRow(note: note, list: list) { edit(note) }
              }
            }
          }
        }
      }
      .searchable(text: $list.searchText)
      Button("New note") { edit(nil) }
      Button("Undo") { Task { await list.takeBack() } }.disabled(!list.undo.canUndo)
      Button("Redo") { Task { await list.doAgain() } }.disabled(!list.undo.canRedo)
      Button("Synchronize") { Task { await sync.sync() } }.disabled(sync.state == .syncing)
      if let message = list.message { Text(message) }
      if let editor { NoteEditor(editor: editor) }
    }

    private func edit(_ note: Note?) {
      editor = NoteEditorModel(note, in: store)
    }

    private func edit(_ match: NoteMatch) {
      Task {
        if let note = await list.note(of: match) { edit(note) }
      }
    }
  }

  /// A match of a search: its title, and the part of its text with the most matches.
  struct NoteMatchRow: View {
    let match: NoteMatch
    let edit: @MainActor () -> Void

    var body: some View {
      Button(action: edit) {
        VStack(alignment: .leading) {
          text(match.title)
          text(match.body)
        }
      }
    }

    /// Matching words are bold.
    private func text(_ snippet: Snippet) -> Text {
      snippet.parts.reduce(Text(verbatim: "")) { text, part in
        text + (part.isMatch ? Text(verbatim: part.text).bold() : Text(verbatim: part.text))
      }
    }
  }

  struct NoteRow: View {
    let note: Note
    let list: NoteListModel
    let edit: @MainActor () -> Void

    var body: some View {
      Button(note.title, action: edit)
      Button(note.isPinned ? "Unpin" : "Pin") { Task { await list.togglePin(of: note) } }
      Button("Delete") { Task { await list.delete(note) } }
    }
  }

  /// The form of one note.
  struct NoteEditor: View {
    @Bindable var editor: NoteEditorModel

    var body: some View {
      Form {
        TextField("Title", text: $editor.draft.title)
        TextField("Text", text: $editor.draft.body)
        Toggle("Pinned", isOn: $editor.draft.isPinned)
        ForEach(editor.problems, id: \.self) { Text($0) }
        Button("Save") { Task { await editor.save() } }.disabled(!editor.canSave)
        if let conflict = editor.conflict {
          Text("Another device has changed: \(conflict.fields.sorted().joined(separator: ", "))")
          Button("Overwrite") { Task { await editor.overwrite() } }
          Button("Reload") { editor.reload() }
        }
      }
    }
  }

  #if DEBUG
    /// The window with sample notes, for previews.
    @MainActor func notebookPreview() -> some View {
      NoteCount().syncStore(.preview(with: Fixtures.notebook))
    }

    private struct NoteCount: View {
      @LiveCount(Note.all) private var count

      var body: some View { Text("\(count) notes") }
    }
  #endif
#endif
