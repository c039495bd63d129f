import Foundation
public import Observation
import SwiftSyncLive
public import SwiftSyncRuntime

/// The form in which a note is written. Nothing is stored before it is saved.
@MainActor @Observable
public final class NoteEditorModel {
  /// How saving has ended.
  public enum Ending: Hashable, Sendable {
    case saved
    case deleted
  }

  /// The note as it is edited.
  public var draft: Draft<Note>
  /// What another device has changed meanwhile, until the user decides.
  public private(set) var conflict: DraftConflict<Note>?
  /// How saving has ended; nil while the form is open.
  public private(set) var ending: Ending?
  public var message: String?
  /// The folders to choose from.
  public var folders: [Folder] { liveFolders.rows }
  @ObservationIgnored private let store: SyncStore
  @ObservationIgnored private let liveFolders: LiveQuery<Folder>

  /// Edits a note, or writes a new one.
  public init(_ note: Note?, in store: SyncStore) {
    draft = note.map { Draft($0) } ?? Draft(new: Note(title: ""))
    self.store = store
    liveFolders = LiveQuery(NoteQueries.folders, in: store)
  }

  /// Why the note cannot be saved; empty before anything was written.
  public var problems: [String] {
    draft.isEdited ? draft.problems.compactMap(\.errorDescription) : []
  }

  public var canSave: Bool { draft.isEdited && draft.problems.isEmpty }

  public func save() async {
    do {
      switch try await store.save(draft) {
      case .saved: ending = .saved
      case .deleted: ending = .deleted
      case .conflict(let conflict): self.conflict = conflict
      case .invalid(let problems): message = problems.first?.errorDescription
      }
    } catch {
      message = error.localizedDescription
    }
  }

  /// Saves the edits although another device has changed the same members.
  public func overwrite() async {
    guard let conflict else { return }
    draft = conflict.overwriting
    self.conflict = nil
    await save()
  }

  /// Continues with what the other device has written.
  public func reload() {
    guard let conflict else { return }
    draft = conflict.reloaded
    self.conflict = nil
  }
}
