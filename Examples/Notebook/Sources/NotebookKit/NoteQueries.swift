public import SwiftSyncRuntime

/// The queries of the app.
enum NoteQueries {
  /// All notes, pinned ones first.
  static let notes = Note.order(\.isPinned.descending, \.title)

  static let folders = Folder.order(\.name)

  /// The notes that contain the words of a string, best matches first. The last word may be a prefix, because the user
  /// is still typing. A blank text has no matches.
  ///
  /// Every search for notes uses this query.
  static func matches(of text: String) -> Query<Note>.Selection<(Note.ID, Snippet, Snippet)> {
    Note.search(text + "*").limit(isBlank(text) ? 0 : 100)
      .select { ($0.id, $0.title.highlighted, $0.body.snippet()) }
  }

  static func isBlank(_ text: String) -> Bool { text.allSatisfy(\.isWhitespace) }
}

/// A note that matches a search, with the matching words marked.
public struct NoteMatch: Identifiable, Hashable, Sendable {
  public let id: Note.ID
  public let title: Snippet
  /// The part of the note's text with the most matches.
  public let body: Snippet
}
