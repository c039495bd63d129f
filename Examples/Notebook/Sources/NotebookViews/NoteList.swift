import NotebookKit
import SwiftSyncKit
import SwiftUI

/// All notes by folder, or what a search has found.
struct NoteList: View {
  private let account: AccountModel
  @State private var list: NoteListModel
  @State private var editor: NoteEditorModel?
  @LiveSync private var sync
  @Environment(\.syncStore) private var store

  init(_ store: SyncStore, _ account: AccountModel) {
    self.account = account
    _list = State(initialValue: NoteListModel(store))
  }

  var body: some View {
    NavigationStack {
      List {
        if list.searchText.isEmpty {
          ForEach(list.sections, id: \.key) { section in
            Section(section.key ?? "No Folder") { rows(section.rows) }
          }
          if list.hasMore { ProgressView().onAppear { list.loadMore() } }
        } else {
          rows(list.matches)
        }
        if let message = list.message { Text(message) }
      }
      .navigationTitle("Notes")
      .navigationDestination(for: Note.ID.self) { NoteDetail(id: $0) }
      .searchable(text: $list.searchText)
      .refreshable { await sync.refresh() }
      .toolbar {
        SignOutButton(account: account)
        Button("New Note", systemImage: "square.and.pencil") {
          editor = NoteEditorModel(Draft(), in: store)
        }
      }
      .safeAreaInset(edge: .bottom) { SyncBar(account: account) }
    }
    .sheet(item: $editor) { NoteForm(editor: $0) }
  }

  private func rows(_ notes: [Note]) -> some View {
    ForEach(notes) { note in
      NavigationLink(value: note.id) {
        HStack {
          Text(note.title)
          Spacer()
          Image(systemName: list.pushState(of: note).cloud)
        }
      }
    }
    .onDelete { offsets in Task { await list.delete(notes, at: offsets) } }
  }
}

extension PushState {
  /// The little cloud, which says whether the server has a row.
  fileprivate var cloud: String {
    switch self {
    case .synced: "checkmark.icloud"
    case .pending: "icloud.and.arrow.up"
    case .sending: "arrow.clockwise.icloud"
    case .problem: "exclamationmark.icloud"
    }
  }
}
