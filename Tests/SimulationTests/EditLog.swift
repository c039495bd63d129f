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
    /// Whether the value is one with which the task was created.
    let isCreation: Bool
    /// Whether the edit may be missing on the server, although its client no longer has it in its
    /// queue.
    var isExcused = false
    /// The number of versions that the server had accepted when the writer saw the edit confirmed;
    /// `nil` until then.
    var confirmedAt: Int?
  }

  struct Deletion {
    let client: Int?
    let row: Int
    /// Whether the writer had created the task and not seen the creation confirmed, so that the
    /// server may never learn of either.
    let isOfNewTask: Bool
  }

  /// In the order of the writes.
  private(set) var edits: [Edit] = []
  private(set) var deletions: [Deletion] = []
  /// Who has created each task. It is usually one writer.
  private(set) var creations: [Int: [Int?]] = [:]
  /// The edits of each client that it has not seen confirmed.
  private(set) var open: [Int: [Int]] = [:]

  /// Records a write that was carried out.
  ///
  /// - Parameter confirmedAt: The number of accepted versions, for writes to the server itself.
  mutating func add(_ write: Write, by client: Int?, confirmedAt: Int? = nil) {
    switch write.change {
    case .delete: addDeletion(of: write.row, by: client)
    case .discard: discard([write.row], client)
    case .spoil: add(write, client, .title, " ", confirmedAt)
    case .move: add(write, client, .parent, write.text(of: .parent), confirmedAt)
    case .set(let field): add(write, client, field, write.text(of: field), confirmedAt)
    case .insert(let project):
      creations[write.row, default: []].append(client)
      for field in [Write.Field.title, .sortIndex] {
        add(write, client, field, write.text(of: field), confirmedAt, isCreation: true)
      }
      add(
        write, client, .project, Write.id(ofProject: project), confirmedAt, isCreation: true)
    }
  }

  private mutating func add(
    _ write: Write, _ client: Int?, _ field: Write.Field, _ value: String, _ confirmedAt: Int?,
    isCreation: Bool = false
  ) {
    if let client { open[client, default: []].append(edits.count) }
    edits.append(
      Edit(
        client: client, row: write.row, field: field, value: value, isCreation: isCreation,
        confirmedAt: confirmedAt))
  }

  mutating func addDeletion(of row: Int, by client: Int?) {
    let isOfNewTask = openEdits(of: client).contains { $0.row == row && $0.isCreation }
    deletions.append(Deletion(client: client, row: row, isOfNewTask: isOfNewTask))
  }

  /// Whether several writers have created the task.
  func isContested(_ row: Int) -> Bool { creations[row, default: []].count > 1 }

  func openEdits(of client: Int?) -> [Edit] {
    client.map { (open[$0] ?? []).map { edits[$0] } } ?? []
  }

  /// Records which edits of a client are no longer in its queue.
  ///
  /// - Returns: Their positions.
  mutating func confirm(
    by client: Int, at position: Int, _ isPending: (Edit) -> Bool
  ) -> [Int] {
    guard let indexes = open[client] else { return [] }
    let confirmed = indexes.filter { !isPending(edits[$0]) }
    for index in confirmed { edits[index].confirmedAt = position }
    open[client] = indexes.filter { isPending(edits[$0]) }
    return confirmed
  }

  mutating func excuse(_ edit: Int) {
    edits[edit].isExcused = true
  }

  /// Records that a client has given up its edits of some rows.
  mutating func discard(_ rows: Set<Int>, _ client: Int?) {
    guard let client else { return }
    for index in open[client] ?? [] where rows.contains(edits[index].row) { excuse(index) }
  }

  /// Records that a client has given up an edit of a new row.
  mutating func giveUp(_ edit: Edit, by client: Int) {
    let isSame = { (other: Edit) in
      (other.row, other.field, other.value) == (edit.row, edit.field, edit.value)
    }
    for index in open[client] ?? [] where isSame(edits[index]) { excuse(index) }
    open[client]?.removeAll { isSame(edits[$0]) }
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
