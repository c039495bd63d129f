import Foundation
public import Observation
public import SwiftSyncLive
public import SwiftSyncRuntime

/// What the list of notes shows and does.
@MainActor
public final class NoteListModel {
  /// A section of the list: a folder's name, or nil for notes outside of folders.
  public typealias Section = RowSection<String?, Note>

  public let undo: LiveUndo
  private let store: SyncStore
  private let live: LiveSectionsQuery<String?, Note>
  private let count: LiveCountQuery
  private let state = NoteListState()

  public init(_ store: SyncStore) {
    self.store = store
    undo = LiveUndo(store)
    live = LiveSectionsQuery(Self.sections(""), in: store)
    count = LiveCountQuery(Note.all, in: store)
  }

  /// The notes by folder. While a new search is read, the former result stays.
  public var sections: [Section] { live.sections }

  /// The number of all notes.
  public var noteCount: Int { count.count }

  /// Whether the first notes, or those of a new search, are not there yet.
  public var isLoading: Bool { live.isLoading }

  /// What the user has to know, until it is dismissed.
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
      live.load(Self.sections(newValue))
    }
  }

  /// Pins a note, or takes the pin away. The list follows at once; the server gets to know with the next sync.
  public func togglePin(of note: Note) async {
    await attempt {
      _ = try await store.update(
        Note.self, id: note.id, Note.Patch(isPinned: .value(!note.isPinned)))
    }
  }

  public func delete(_ note: Note) async {
    await attempt { _ = try await store.delete(Note.self, id: note.id) }
  }

  /// Deletes a folder; its notes stay, outside of folders.
  public func delete(_ folder: Folder) async {
    await attempt { _ = try await store.delete(Folder.self, id: folder.id) }
  }

  public func takeBack() async {
    await attempt { report(try await undo.undo()) }
  }

  public func doAgain() async {
    await attempt { report(try await undo.redo()) }
  }

  private func report(_ outcome: UndoOutcome) {
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

  private static func sections(_ text: String) -> SectionedQuery<Note, String?> {
    NoteQueries.notes(matching: text).sectioned { $0.folder.name.optional }
  }
}

// What is observed lies in `NoteListState` and in the live queries.
extension NoteListModel: Observable {}

@MainActor @Observable
private final class NoteListState {
  var searchText = ""
  var message: String?
}
