import NotebookKit
import SwiftSyncKit
import SwiftUI

struct NoteForm: View {
  @Bindable var editor: NoteEditorModel
  @LiveRows(Folder.order(\.name)) private var folders
  @Environment(\.dismiss) private var dismiss

  var body: some View {
    NavigationStack {
      Form {
        TextField("Title", text: $editor.draft.title)
        ForEach(editor.titleProblems, id: \.self) { Text($0).foregroundStyle(.red) }
        TextField("Text", text: $editor.draft.body, axis: .vertical)
        Picker("Folder", selection: $editor.draft.folderID) {
          Text("No Folder").tag(Folder.ID?.none)
          ForEach(folders) { Text($0.name).tag(Folder.ID?.some($0.id)) }
        }
        if let conflict = editor.conflict {
          Section("Changed on Another Device") {
            Text(conflict.stored.title)
            Button("Keep Mine") { editor.resolve(conflict, keepingMine: true) }
            Button("Use Theirs") { editor.resolve(conflict, keepingMine: false) }
          }
        }
        if let message = editor.message { Text(message) }
      }
      .toolbar {
        Button("Cancel") { dismiss() }
        Button("Save") { Task { await editor.save() } }.disabled(!editor.canSave)
      }
      .onChange(of: editor.isSaved) { dismiss() }
    }
  }
}
