@_spi(Generated) import SwiftSyncStore
import SwiftSyncValues

/// Finds pushed members that the response returns with other values.
///
/// A member that has the value from before the edit was not kept, which is a problem. Any other
/// value is only logged: servers normalize what they store.
final class KeptCheck {
  /// What a check has found, for summaries and the log.
  struct Findings: Sendable {
    var problems: [SyncProblem] = []
    var events: [SyncLog.Event] = []
  }

  /// The number of rows of a response that are logged.
  private static let logLimit = 100

  /// Compares the rows of the response while they are applied.
  let returned: ReturnedValues
  private let plan: EntityPlan
  private let changes: [PushedChange]
  private let members: SentMembers
  private let connection: Connection

  /// - Parameter changes: The changes that the server has accepted, with the current identities of
  ///   their rows. Deletions are ignored.
  init(_ changes: [PushedChange], of plan: EntityPlan, on connection: Connection) {
    var members = SentMembers(plan)
    let written = changes.filter { $0.change.operation != .delete }
    var compared: [RowKey: ReturnedValues.Members] = [:]
    for pushed in written { compared[pushed.change.key] = members.members(of: pushed) }
    returned = ReturnedValues(compared)
    self.plan = plan
    self.changes = written
    self.members = members
    self.connection = connection
  }

  /// Judges the differences, after the queue has been settled and the rows have been applied.
  func findings() throws(SyncError) -> Findings {
    var findings = Findings()
    if returned.differences.isEmpty { return findings }
    for pushed in changes {
      guard let differences = returned.differences[pushed.change.key], !differences.isEmpty,
        try !isDeleted(pushed.change.key)
      else { continue }
      try judge(differences, of: pushed.change, &findings)
    }
    return findings
  }

  /// Whether the response has deleted the row, with whatever values.
  private func isDeleted(_ key: RowKey) throws(SyncError) -> Bool {
    let row = try connection.statement(plan.sql.lookup)
    defer { row.reset() }
    row.bind(key)
    guard try row.step() else { return true }
    guard plan.metadata.sync.keepsTombstones, let column = plan.tombstoneColumn else {
      return false
    }
    let tombstone = row.value(Int32(column + 1)).stored
    return tombstone != .null && tombstone != .integer(0)
  }

  private func judge(
    _ differences: [String: ReturnedValues.Difference], of change: QueuedChange,
    _ findings: inout Findings
  ) throws(SyncError) {
    let before = OldValues(change.oldValues)
    let sent = OldValues(try ChangeQueue(on: connection).laterOldValues(of: change))
    var (lost, changed): ([String], [String]) = ([], [])
    for (name, difference) in differences {
      // What was sent is only stored if the member was not written since.
      if let sent = sent[name], try matches(sent, difference, name) { continue }
      if sent[name] == nil, isSame(difference.stored, difference, name) { continue }
      if let before = before[name], try matches(before, difference, name) {
        lost.append(name)
      } else {
        changed.append(name)
      }
    }
    note(lost.sorted(), changed.sorted(), of: change, &findings)
  }

  private func note(
    _ lost: [String], _ changed: [String], of change: QueuedChange, _ findings: inout Findings
  ) {
    let (entity, identity) = (
      plan.metadata.name, change.key.map(\.text).joined(separator: "/")
    )
    if !lost.isEmpty {
      let event = SyncLog.Event.notKept(entity: entity, identity: identity, lost)
      findings.problems.append(
        SyncProblem(
          .notKept, entity: entity, key: change.key, members: lost,
          ProblemReason(event.description)))
      findings.events.append(event)
    }
    if !changed.isEmpty {
      findings.events.append(.valuesChanged(entity: entity, identity: identity, changed))
    }
    if findings.events.count > Self.logLimit { findings.events.removeLast() }
  }

  // MARK: - Values

  /// Whether a member is in the response as it was recorded.
  private func matches(
    _ old: [OldValues.Value], _ difference: ReturnedValues.Difference, _ name: String
  ) throws(SyncError) -> Bool {
    let isList = members.isList(name)
    guard old.count == difference.returned.count, !isList || old.count <= OldValues.listLimit
    else { return false }
    let target = members.target(of: name)
    var values: [OldValues.Value] = []
    for value in old { values.append(try current(value, of: target)) }
    guard isList, !difference.isOrdered else {
      let type = members.type(of: name)
      return zip(values, difference.returned).allSatisfy { value, returned in
        value.matches(returned) { Self.isSame($0, $1, type) }
      }
    }
    let ids = values.compactMap { if case .whole(let id) = $0 { id } else { nil } }
    return Set(ids) == Set(difference.returned)
  }

  /// The id that a temporary one was replaced by since it was recorded.
  private func current(
    _ value: OldValues.Value, of target: EntityPlan?
  ) throws(SyncError) -> OldValues.Value {
    guard let target, target.identity.count == 1, case .whole(let id) = value,
      target.mayBeRenamed, target.isTemporary([id])
    else { return value }
    let new = try TemporaryIDs(on: connection).replacement(of: [id], in: target.metadata)
    return new.map { .whole($0[0]) } ?? value
  }

  /// Whether a member is in the response as it is stored.
  private func isSame(
    _ stored: [StoredValue], _ difference: ReturnedValues.Difference, _ name: String
  ) -> Bool {
    if members.isList(name), !difference.isOrdered {
      return Set(stored) == Set(difference.returned)
    }
    let type = members.type(of: name)
    return stored.count == difference.returned.count
      && zip(stored, difference.returned).allSatisfy { Self.isSame($0, $1, type) }
  }

  private static func isSame(
    _ one: StoredValue, _ other: StoredValue, _ type: ValueType?
  ) -> Bool {
    if one == other { return true }
    switch type {
    case .date(let form)?: return form.isSame(one, other)
    case .double?:
      // A numeric column of another program stores whole numbers as integers.
      guard let one = one.number, let other = other.number else { return false }
      return one == other
    case .formattedDay?: return one.exported(as: type) == other.exported(as: type)
    default: return false
    }
  }
}

extension StoredValue {
  fileprivate var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value
    case .null, .text, .blob: nil
    }
  }

  /// The JSON of a value as it is pushed; `nil` if it does not have the type.
  fileprivate func exported(as type: ValueType?) -> [UInt8]? {
    guard let type else { return nil }
    var text: [UInt8] = []
    let isWritten = withBound {
      JSONText.append($0, of: type, form: .export(dates: nil), to: &text)
    }
    return isWritten ? text : nil
  }
}

extension DateForm {
  /// The units to which servers cut dates, in microseconds.
  private static let units: [Int64] = [1_000, 1_000_000]

  /// Whether two dates are equal as far as they are pushed, or as far as the server stores them.
  fileprivate func isSame(_ sent: StoredValue, _ returned: StoredValue) -> Bool {
    guard let one = sent.withBound(storage.microseconds),
      let other = returned.withBound(storage.microseconds)
    else { return false }
    if one == other { return true }
    if let text = sent.exported(as: .date(self)), text == returned.exported(as: .date(self)) {
      return true
    }
    return Self.units.contains { unit in
      other % unit == 0 && abs(one.subtractingReportingOverflow(other).partialValue) < unit
    }
  }
}
