@testable import sync_client

/// Checks that the writes that the server accepted match the writes that were made.
///
/// The server's versions, each row as it was after each accepted write, define the order: the last
/// write to arrive wins, field by field. The judge looks at five fields whose values are each
/// written only once in a simulation. It checks four rules:
///
/// 1. *Nothing is lost.* Each edit that was carried out is among the versions of its task, so the
///    final value is that of a later accepted write. Exceptions are edits that the same client
///    replaced before they could be sent, edits of deleted tasks, because a deletion wins over
///    edits, and the edits that `SimulationRun` excuses.
/// 2. *Nothing is duplicated.* There is one version of an insert. An edit that its client has seen
///    confirmed is not accepted again after that moment, and no edit is accepted after a later one
///    of the same client. Until it is confirmed, an edit may be accepted several times, as each
///    retry is a new write of the pending change (A13): the server may or may not have received an
///    upload without a response.
/// 3. *Nothing is invented.* Someone wrote each value in a version, and each deletion, unless the
///    parent of the task was deleted.
/// 4. *Deleted rows stay deleted*, unless another client creates a row with the same identity.
///
/// If several clients create a row with one identity, each creation is an edit of the same row.
///
/// `SimulationRun` checks that stores and server have the same rows in the end, that pending edits
/// stay in their store and that queues become empty.
struct Judge {
  /// A write that the server has accepted.
  struct Version {
    let position: Int
    let row: Int
    let isDeleted: Bool
    /// The checked fields in their order.
    let values: [String?]
    /// The identity of the parent, whose values are not unique.
    let parent: String?
  }

  static let fields: [Write.Field] = [.title, .details, .estimate, .sortIndex, .labels]

  private let log: EditLog
  private let versions: [Int: [Version]]
  private var violations: [String] = []
  private let edits: [String: Int]
  private let parents: Set<String>
  private var accepted: Set<Int> = []
  private var acceptedParents: Set<String> = []
  /// The latest accepted edit of each client to a field of a task.
  private var latest: [String: Int] = [:]

  /// The violations as text; empty if there are none.
  static func violations(_ log: EditLog, _ versions: [Version]) -> [String] {
    var judge = Judge(log, versions)
    judge.judge()
    return judge.violations
  }

  private init(_ log: EditLog, _ versions: [Version]) {
    self.log = log
    self.versions = Dictionary(grouping: versions, by: \.row)
    edits = Dictionary(
      log.edits.enumerated().map { (Self.key($1.row, $1.field, $1.value), $0) }
    ) { first, _ in first }
    parents = Set(
      log.edits.filter { $0.field == .parent }.map { Self.key($0.row, .parent, $0.value) })
  }

  private static func key(_ row: Int, _ field: Write.Field, _ value: String) -> String {
    "\(row) \(field) \(value)"
  }

  private mutating func judge() {
    for (_, history) in versions.sorted(by: { $0.key < $1.key }) {
      var before: Version?
      for version in history {
        judge(version, after: before)
        before = version
      }
    }
    judgeLosses()
    for deletion in log.deletions where !deletion.isOfNewTask {
      guard let history = versions[deletion.row], history.last?.isDeleted == false,
        !isRestored(history)
      else { continue }
      violations.append("lost: the deletion of task \(deletion.row) by \(name(deletion.client))")
    }
  }

  /// Whether a creation has restored a deleted row.
  private func isRestored(_ history: [Version]) -> Bool {
    zip(history, history.dropFirst()).contains { $0.isDeleted && !$1.isDeleted }
  }

  // MARK: - Accepted writes

  private mutating func judge(_ version: Version, after before: Version?) {
    if let before, before.isDeleted != version.isDeleted {
      judgeMark(version)
    }
    for (index, field) in Self.fields.enumerated() {
      let old = before.flatMap { $0.values[index] }
      guard let value = version.values[index], value != old else {
        if let old, version.values[index] == nil {
          judgeCleared(field, of: version, old)
        }
        continue
      }
      judge(value, of: field, in: version)
    }
    judgeParent(of: version, after: before)
  }

  /// A creation states that the row has no other values.
  private mutating func judgeCleared(_ field: Write.Field, of version: Version, _ old: String) {
    guard !log.isContested(version.row) else { return }
    violations.append("from nowhere: \(field) of task \(version.row) is cleared, was '\(old)'")
  }

  private mutating func judgeParent(of version: Version, after before: Version?) {
    guard version.parent != before?.parent else { return }
    guard let parent = version.parent else {
      return judgeCleared(.parent, of: version, before?.parent ?? "")
    }
    if parents.contains(Self.key(version.row, .parent, parent)) {
      acceptedParents.insert(Self.key(version.row, .parent, parent))
    } else {
      violations.append("from nowhere: the parent of task \(version.row) is '\(parent)'")
    }
  }

  private mutating func judgeMark(_ version: Version) {
    if !version.isDeleted {
      guard !isCreation(version) else { return }
      violations.append("deleted task \(version.row) is back, in version \(version.position)")
    } else if !log.deletions.contains(where: { $0.row == version.row }), !isCascaded(version) {
      violations.append("from nowhere: the deletion of task \(version.row)")
    }
  }

  /// Whether the title is one of a client that has created the row, one of several.
  private func isCreation(_ version: Version) -> Bool {
    guard log.isContested(version.row), let title = version.values[0],
      let edit = edits[Self.key(version.row, .title, title)]
    else { return false }
    return log.creations[version.row, default: []].contains(log.edits[edit].client)
  }

  /// Whether the row was deleted together with its parent.
  private func isCascaded(_ version: Version) -> Bool {
    guard let parent = version.parent.map(TaskRows.number(of:)) else { return false }
    return versions[parent, default: []].contains {
      $0.isDeleted && $0.position < version.position
    }
  }

  private mutating func judge(_ value: String, of field: Write.Field, in version: Version) {
    guard let index = edits[Self.key(version.row, field, value)] else {
      violations.append("from nowhere: \(field) of task \(version.row) is '\(value)'")
      return
    }
    let edit = log.edits[index]
    accepted.insert(index)
    if let confirmed = edit.confirmedAt, version.position > confirmed {
      violations.append(
        "doubled: \(words(edit)) was confirmed at version \(confirmed) and accepted again as"
          + " \(version.position)")
    }
    let key = "\(edit.client ?? -1) \(edit.row) \(field)"
    if let later = latest[key], later > index {
      violations.append(
        "doubled: \(words(edit)) was accepted as version \(version.position), after the later"
          + " '\(log.edits[later].value)'")
    }
    latest[key] = max(latest[key] ?? index, index)
  }

  // MARK: - Missing writes

  private mutating func judgeLosses() {
    let deleted = Set(log.deletions.map(\.row))
      .union(versions.filter { $0.value.contains(where: \.isDeleted) }.keys)
    var replaced: Set<String> = []
    for (index, edit) in log.edits.enumerated().reversed() {
      // Only the last edit of a client to a field has to arrive.
      let isLast = replaced.insert("\(edit.client ?? -1) \(edit.row) \(edit.field)").inserted
      guard isLast, !edit.isExcused, !deleted.contains(edit.row), !isAccepted(edit, index)
      else { continue }
      violations.append("lost: \(words(edit))")
    }
  }

  private func isAccepted(_ edit: EditLog.Edit, _ index: Int) -> Bool {
    switch edit.field {
    case .parent: acceptedParents.contains(Self.key(edit.row, .parent, edit.value))
    case .priority, .project: true  // Their values are not unique.
    default: accepted.contains(index)
    }
  }

  private func words(_ edit: EditLog.Edit) -> String {
    "\(edit.field) '\(edit.value)' of task \(edit.row) by \(name(edit.client))"
  }

  private func name(_ client: Int?) -> String {
    client.map { "client \($0)" } ?? "somebody else"
  }
}
