import Foundation
public import Observation
import SwiftSyncLive
public import SwiftSyncRuntime

/// The form of a note. Edits are not stored until they are saved.
@MainActor @Observable
public final class NoteEditorModel {
  /// The outcome of saving.
  public enum Ending: Hashable, Sendable {
    case saved
    case deleted
  }

  /// The note as it is edited.
  public var draft: Draft<Note>
  /// The conflict with changes from another device, until the user resolves it.
  public private(set) var conflict: Draft<Note>.Conflict?
  /// The outcome of saving; nil while the form is open.
  public private(set) var ending: Ending?
  public var message: String?
  /// The folders to choose from.
  public var folders: [Folder] { liveFolders.rows }
  @ObservationIgnored private let store: SyncStore
  @ObservationIgnored private let liveFolders: LiveQuery<Folder>

  /// Edits a note, or creates one for nil.
  public init(_ note: Note?, in store: SyncStore) {
    draft = note.map { Draft($0) } ?? Draft<Note>()
    self.store = store
    liveFolders = LiveQuery(NoteQueries.folders, in: store)
  }

  /// The reasons why the note cannot be saved; empty until it is edited.
  public var problems: [String] {
    draft.isEdited ? draft.problems.map(\.message) : []
  }

  public var canSave: Bool { draft.isEdited && draft.problems.isEmpty }

  public func save() async {
    do {
      switch try await store.save(draft) {
      case .saved: ending = .saved
      case .deleted: ending = .deleted
      case .conflict(let conflict): self.conflict = conflict
      case .invalid(let problems): message = problems.first?.message
      }
    } catch {
      message = error.localizedDescription
    }
  }

  /// Saves the edits over the changes of another device.
  public func overwrite() async {
    guard let conflict else { return }
    draft = conflict.overwriting
    self.conflict = nil
    await save()
  }

  /// Replaces the edits with the changes of the other device.
  public func reload() {
    guard let conflict else { return }
    draft = conflict.reloaded
    self.conflict = nil
  }
}
