public import SwiftSyncEditing
@_spi(Generated) public import SwiftSyncStore

extension Draft {
  /// Creates a draft of the row that a problem concerns, to correct it in the form that made it.
  ///
  /// ```swift
  /// guard let draft = try await Draft<Note>(resolving: problem, in: session.store) else { return }
  ///
  /// TextField("Title", text: $draft.title)
  /// ForEach(draft.problems(of: \.title), id: \.self) { Text($0.message) }
  /// ```
  ///
  /// `problems(of:)` contains what the server has said about a member. When the draft is saved, the
  /// next push sends the change again.
  ///
  /// - Returns: `nil` if the problem concerns another entity, or if its row is not stored.
  /// - Throws: `SyncError` if the row cannot be read.
  public init?(resolving problem: SyncProblem, in store: SyncStore) async throws(SyncError) {
    guard let id = try problem.id(as: Row.self),
      let row = try await store.fetch(Row.self, id: id, softDeleted: .include)
    else { return nil }
    self.init(row)
    let fields = Row.metadata.fieldNames.indices
    for field in fields {
      let messages = problem.errors(ofField: field, Row.metadata)
      if !messages.isEmpty { remarks[field] = messages }
    }
  }
}
