public import Foundation
public import Observation
import SwiftSyncLive
public import SwiftSyncRuntime

/// The list of notes: in sections by folder, or what a search has found.
@MainActor @Observable
public final class NoteListModel {
  /// The words to search for. The user may still be typing the last one.
  public var searchText = "" {
    didSet { found.load(Note.search(searchText + "*").limit(100)) }
  }
  public private(set) var message: String?
  private let store: SyncStore
  private let notes: LiveSectionsQuery<String?, Note>
  private let found: LiveQuery<Note>
  private let unsent: LiveQuery<(Note.ID, PushState)>

  public init(_ store: SyncStore) {
    self.store = store
    let pinnedFirst = Note.order(\.isPinned.descending, \.title).limit(50)
    notes = LiveSectionsQuery(pinnedFirst.sectioned { $0.folder.name.optional }, in: store)
    found = LiveQuery(Note.all.limit(0), in: store)
    unsent = LiveQuery(
      Note.where { $0.pushState != .synced }.select { ($0.id, $0.pushState) }, in: store)
  }

  /// The notes by the name of their folder. Those without a folder come first.
  public var sections: [Query<Note>.Section<String?>] { notes.sections }

  public var hasMore: Bool { notes.hasMore }
  public func loadMore() { notes.loadMore(50) }

  /// What the search has found, best matches first.
  public var matches: [Note] { found.rows }

  /// Whether the server has the edits of a note.
  public func pushState(of note: Note) -> PushState {
    unsent.rows.first { $0.0 == note.id }?.1 ?? .synced
  }

  public func delete(_ notes: [Note], at offsets: IndexSet) async {
    do {
      try await store.delete(notes, atOffsets: offsets)
    } catch {
      message = error.localizedDescription
    }
  }
}
