import SwiftSyncRuntime

/// The queries of the app.
enum NoteQueries {
  /// The notes that a text is found in, pinned ones first; all notes for an empty text.
  ///
  /// The only place that says how notes are searched.
  static func notes(matching text: String) -> Query<Note> {
    let sorted = Note.order {
      $0.isPinned.descending
      $0.title.ascending
    }
    if text.isEmpty { return sorted }
    return sorted.where {
      $0.title.localizedContains(text) || $0.body.localizedContains(text)
    }
  }

  static let folders = Folder.order { $0.name.ascending }
}
