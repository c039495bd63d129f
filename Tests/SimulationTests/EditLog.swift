@testable import sync_client

/// The writes of a simulation, and when the writers saw them confirmed.
struct EditLog {
  /// A value that was written to a field of a task, and was then in the store of the writer or on
  /// the server.
  struct Edit {
    /// `nil` if someone else wrote to the server.
    let client: Int?
    let row: Int
    let field: Write.Field
    let value: String
    /// The number of versions that the server had accepted when the writer saw the edit confirmed;
    /// `nil` until then.
    var confirmedAt: Int?
  }

  struct Deletion {
    let client: Int?
    let row: Int
  }

  /// In the order of the writes.
  private(set) var edits: [Edit] = []
  private(set) var deletions: [Deletion] = []
  /// The edits of each client that it has not seen confirmed.
  private(set) var open: [Int: [Int]] = [:]

  /// Records a write that was carried out.
  ///
  /// - Parameter confirmedAt: The number of accepted versions, for writes to the server itself.
  mutating func add(_ write: Write, by client: Int?, confirmedAt: Int? = nil) {
    switch write.change {
    case .delete: deletions.append(Deletion(client: client, row: write.row))
    case .spoil: add(write, client, .title, " ", confirmedAt)
    case .set(let field): add(write, client, field, write.text(of: field), confirmedAt)
    case .insert(let project):
      for field in [Write.Field.title, .sortIndex] {
        add(write, client, field, write.text(of: field), confirmedAt)
      }
      add(write, client, .project, Write.id(ofProject: project), confirmedAt)
    }
  }

  private mutating func add(
    _ write: Write, _ client: Int?, _ field: Write.Field, _ value: String, _ confirmedAt: Int?
  ) {
    if let client { open[client, default: []].append(edits.count) }
    edits.append(
      Edit(client: client, row: write.row, field: field, value: value, confirmedAt: confirmedAt))
  }

  /// Records which edits of a client are no longer in its queue.
  mutating func confirm(by client: Int, at position: Int, _ isPending: (Edit) -> Bool) {
    guard let indexes = open[client] else { return }
    open[client] = indexes.filter { index in
      if isPending(edits[index]) { return true }
      edits[index].confirmedAt = position
      return false
    }
  }

  /// The latest unconfirmed edits of a client, one for each field of a task.
  func latestOpen(of client: Int) -> [Edit] {
    var latest: [String: Edit] = [:]
    for index in open[client] ?? [] {
      latest["\(edits[index].row) \(edits[index].field)"] = edits[index]
    }
    return Array(latest.values)
  }
}
