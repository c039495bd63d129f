import Foundation
public import Observation
public import SwiftSyncLive
public import SwiftSyncRuntime

/// The view model of the list of notes.
@MainActor
public final class NoteListModel {
  /// A section of the list: a folder's name, or nil for notes without a folder.
  public typealias Section = Query<Note>.Section<String?>

  public let undo: LiveUndo
  private let store: SyncStore
  private let live: LiveSectionsQuery<String?, Note>
  private let found: LiveQuery<(Note.ID, Snippet, Snippet)>
  private let count: LiveCountQuery
  private let state = NoteListState()

  public init(_ store: SyncStore) {
    self.store = store
    undo = LiveUndo(store)
    live = LiveSectionsQuery(
      NoteQueries.notes.sectioned { $0.folder.name.optional }, in: store)
    found = LiveQuery(NoteQueries.matches(of: ""), in: store)
    count = LiveCountQuery(Note.all, in: store)
  }

  /// The notes by folder.
  public var sections: [Section] { live.sections }

  /// The results of the search, best matches first. They stay until the results of a new search are loaded.
  public var matches: [NoteMatch] {
    isSearching ? found.rows.map { NoteMatch(id: $0.0, title: $0.1, body: $0.2) } : []
  }

  /// Whether the list shows matches instead of sections.
  public var isSearching: Bool { !NoteQueries.isBlank(searchText) }

  /// The number of all notes.
  public var noteCount: Int { count.count }

  /// Whether the notes, or the results of the current search, are still loading.
  public var isLoading: Bool { isSearching ? found.isLoading : live.isLoading }

  /// A message for the user, until it is dismissed.
  public var message: String? {
    get { state.message }
    set { state.message = newValue }
  }

  /// The text of the search field.
  public var searchText: String {
    get { state.searchText }
    set {
      guard newValue != state.searchText else { return }
      state.searchText = newValue
      found.load(NoteQueries.matches(of: newValue))
    }
  }

  /// The note of a match, for editing; nil if it has been deleted.
  public func note(of match: NoteMatch) async -> Note? {
    var note: Note?
    await attempt { note = try await store.fetch(Note.self, id: match.id) }
    return note
  }

  /// Pins or unpins a note. The list changes at once; the next sync sends the change to the server.
  public func togglePin(of note: Note) async {
    await attempt { _ = try await store.update(note) { $0.isPinned.toggle() } }
  }

  public func delete(_ note: Note) async {
    await attempt { _ = try await store.delete(note) }
  }

  /// Deletes a folder. Its notes stay, without a folder.
  public func delete(_ folder: Folder) async {
    await attempt { _ = try await store.delete(folder) }
  }

  public func takeBack() async {
    await attempt { report(try await undo.undo()) }
  }

  public func doAgain() async {
    await attempt { report(try await undo.redo()) }
  }

  private func report(_ outcome: StoreUndo.Outcome) {
    if case .conflict(let rows) = outcome {
      message = "This was changed on another device: \(rows.map(\.entity).joined(separator: ", "))"
    }
  }

  private func attempt(_ action: () async throws -> Void) async {
    do {
      try await action()
    } catch {
      message = error.localizedDescription
    }
  }
}

// The observed state is in `NoteListState` and in the live queries.
extension NoteListModel: Observable {}

@MainActor @Observable
private final class NoteListState {
  var searchText = ""
  var message: String?
}
