@testable import sync_client

/// Checks that the writes that the server accepted match the writes that were made.
///
/// The server's versions, each row as it was after each accepted write, define the order: the last
/// write to arrive wins, field by field. The judge looks at five fields whose values are each
/// written only once in a simulation. It checks four rules:
///
/// 1. *Nothing is lost.* Each edit that was carried out is among the versions of its task, so the
///    final value is that of a later accepted write. Exceptions are edits that the same client
///    replaced before they could be sent, and edits of deleted tasks: a deletion wins over edits.
/// 2. *Nothing is duplicated.* There is one version of an insert. An edit that its client has seen
///    confirmed is not accepted again after that moment, and no edit is accepted after a later one
///    of the same client. Until it is confirmed, an edit may be accepted several times, as each
///    retry is a new write of the pending change (A13): the server may or may not have received an
///    upload without a response.
/// 3. *Nothing is invented.* Someone wrote each value in a version, and each deletion.
/// 4. *Deleted rows stay deleted.*
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
  }

  static let fields: [Write.Field] = [.title, .details, .estimate, .sortIndex, .labels]

  private let log: EditLog
  private let versions: [Int: [Version]]
  private var violations: [String] = []
  private let edits: [String: Int]
  private var accepted: Set<Int> = []
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
    for deletion in log.deletions {
      guard let last = versions[deletion.row]?.last, !last.isDeleted else { continue }
      violations.append("lost: the deletion of task \(deletion.row) by \(name(deletion.client))")
    }
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
          violations.append(
            "from nowhere: \(field) of task \(version.row) is cleared, was '\(old)'")
        }
        continue
      }
      judge(value, of: field, in: version)
    }
  }

  private mutating func judgeMark(_ version: Version) {
    if !version.isDeleted {
      violations.append("deleted task \(version.row) is back, in version \(version.position)")
    } else if !log.deletions.contains(where: { $0.row == version.row }) {
      violations.append("from nowhere: the deletion of task \(version.row)")
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
      guard isLast, Self.fields.contains(edit.field), !accepted.contains(index),
        !deleted.contains(edit.row)
      else { continue }
      violations.append("lost: \(words(edit))")
    }
  }

  private func words(_ edit: EditLog.Edit) -> String {
    "\(edit.field) '\(edit.value)' of task \(edit.row) by \(name(edit.client))"
  }

  private func name(_ client: Int?) -> String {
    client.map { "client \($0)" } ?? "somebody else"
  }
}
