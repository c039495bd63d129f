public import Observation
public import SwiftSyncRuntime

/// The form of a note. Edits are not stored until they are saved.
@MainActor @Observable
public final class NoteEditorModel: Identifiable {
  public var draft: Draft<Note>
  /// The conflict with edits from another device, until the user resolves it.
  public private(set) var conflict: Draft<Note>.Conflict?
  public private(set) var isSaved = false
  public private(set) var message: String?

  private let store: SyncStore

  public init(_ draft: Draft<Note>, in store: SyncStore) {
    self.draft = draft
    self.store = store
  }

  /// What is wrong with the title; nothing before the user has begun to type a new note.
  public var titleProblems: [String] {
    draft.isNew && !draft.isEdited ? [] : draft.problems(of: \.title).map(\.message)
  }

  public var canSave: Bool { draft.isEdited && draft.problems.isEmpty }

  public func save() async {
    do {
      switch try await store.save(draft) {
      case .saved: isSaved = true
      case .conflict(let conflict): self.conflict = conflict
      case .deleted: message = "This note has been deleted."
      case .invalid(let problems): message = problems.first?.message
      }
    } catch {
      message = error.localizedDescription
    }
  }

  /// Continues with the edits of this device, or with those of the other one where both differ.
  public func resolve(_ conflict: Draft<Note>.Conflict, keepingMine: Bool) {
    draft = keepingMine ? conflict.overwriting : conflict.reloaded
    self.conflict = nil
  }
}
