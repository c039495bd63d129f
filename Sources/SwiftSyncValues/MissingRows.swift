/// What happens to stored rows that a list does not contain (A8).
public enum MissingRows: Hashable, Sendable {
  /// They are deleted, within the scope for which the list is complete (A8, A9, A10). Rows that a
  /// nested list lacks are removed from it, and deleted if the relationship has `cascade`.
  case delete
  /// They are kept.
  case keep
  /// They are kept if the value at a path is true, not empty, or missing, because the list then goes
  /// on elsewhere. Otherwise they are deleted.
  ///
  /// The path has keys separated by dots, e.g. `meta.more`. It begins at the response; for a nested
  /// list, at the row that contains the list; and for a list in a document, at the object that
  /// contains the list.
  case keepIf(String)

  /// Whether rows may be deleted.
  package var mayDelete: Bool { self != .keep }
}
