import NotebookKit
import SwiftSyncKit
import SwiftUI

struct NoteDetail: View {
  @LiveRow private var note: Note?
  @State private var editor: NoteEditorModel?
  @Environment(\.syncStore) private var store

  init(id: Note.ID) { _note = LiveRow(id: id) }

  var body: some View {
    if let note, let isPinned = $note.binding(\.isPinned) {
      List {
        Text(note.body)
        Toggle("Pinned", isOn: isPinned)
      }
      .navigationTitle(note.title)
      .toolbar { Button("Edit") { editor = NoteEditorModel(Draft(note), in: store) } }
      .sheet(item: $editor) { NoteForm(editor: $0) }
    } else {
      Text("This note has been deleted.")
    }
  }
}
