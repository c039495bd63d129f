@_spi(Generated) import SwiftSyncCoding

/// Finds the waiting rows that fail only because other waiting rows do.
///
/// A rejected row is not stored, so that rows which refer to it fail. It also keeps its unique
/// values, so that rows which take them fail. The next attempt would find these rows, the one after
/// it those that depend on them, and so on. A chain of such rows would take one attempt for each.
///
/// The rows are found in the order in which the attempts would find them, so that each has the same
/// reason. A row whose outcome may depend on anything else is left to the next attempt.
struct DependentFailures {
  /// A waiting row, or one nested in it.
  private struct Entry {
    let node: RowNode
    let identity: RowIdentity?
    /// The rowid, for an entity with unique values.
    var rowID: Int64?
    /// The end of the rows nested in it, which follow it.
    var end = 0
    /// Whether it is not written in further attempts.
    var isOut = false
  }

  private struct StoredRow: Hashable {
    let entity: Int
    let rowID: Int64
  }

  /// The waiting rows with the same identity.
  private struct Occurrences {
    var all = 0
    var remaining = 0
  }

  /// What the rows that are no longer written leave behind.
  private struct Remains {
    /// Identities that no remaining row has.
    var identities: [RowIdentity] = []
    /// Stored rows that keep their unique values.
    var rows: [StoredRow] = []

    var isEmpty: Bool { identities.isEmpty && rows.isEmpty }
  }

  private let call: CallData
  private var entries: [Entry] = []
  private var positions: [ObjectIdentifier: Int] = [:]
  private var occurrences: [RowIdentity: Occurrences] = [:]
  /// The rows that take a unique value of a stored row.
  private var takers: [StoredRow: [(entry: Int, unique: Int)]] = [:]
  /// The entities for whose rows the reason of a failure can be predicted.
  private let predictable: [Bool]
  /// The entities whose rows only rows of the payload create.
  private let isCreatedByRows: [Bool]
  /// Whether it is known which unique values the next attempt finds taken.
  private var areValuesCertain = true

  /// - Parameter rows: The rows that have waited. The database is as it was before their attempts.
  init(_ rows: [DeferredRow], _ call: CallData) throws(SyncError) {
    self.call = call
    predictable = call.schema.entities.map(\.hasPredictableFailures)
    let through = Set(call.schema.metadata.joinTables.compactMap(\.through))
    isCreatedByRows = call.schema.entities.map { !through.contains($0.metadata.name) }
    for row in rows { try add(row.node) }
  }

  private mutating func add(_ node: RowNode) throws(SyncError) {
    let position = entries.count
    let identity = node.hasIdentity ? RowIdentity(naming: node) : nil
    positions[ObjectIdentifier(node)] = position
    entries.append(Entry(node: node, identity: identity))
    if let identity {
      occurrences[identity, default: Occurrences()].all += 1
      occurrences[identity, default: Occurrences()].remaining += 1
      if node.plan.hasUniques { try addUniques(of: node, position) }
    }
    if node.hasLinks {
      for content in node.relations {
        for nested in content.rows { try add(nested.node) }
      }
    }
    entries[position].end = entries.count
  }

  private mutating func addUniques(of node: RowNode, _ position: Int) throws(SyncError) {
    let table = call.tables[node.plan.index]
    let stored = try table.find(node.values)
    let rowID = stored?.rowID
    entries[position].rowID = rowID
    guard predictable[node.plan.index] else { return }
    let tuples = node.uniqueValues(beside: stored)
    for (index, unique) in node.plan.metadata.uniques.enumerated() {
      guard !tuples[index].contains(.null) else { continue }
      let bound = tuples[index].map { BoundValue($0, in: call.parser.arena) }
      for owner in try table.rowIDs(where: unique, hold: bound) where owner != rowID {
        takers[StoredRow(entity: node.plan.index, rowID: owner), default: []]
          .append((position, index))
      }
    }
  }
}

// MARK: - Failures

extension DependentFailures {
  /// Adds the rows that fail because of those that an attempt has found to fail.
  mutating func find(in attempt: inout DeferredAttempt) throws(SyncError) {
    let failed = attempt.newFailures.compactMap { positions[ObjectIdentifier($0)] }
    areValuesCertain = true
    var remains = remove(failed)
    // A row that is not written, although it does not fail, may be written in the next attempt.
    areValuesCertain =
      areValuesCertain
      && attempt.parked.keys.allSatisfy { node in
        positions[node].map { entries[$0].isOut } ?? false
      }
    var references: [RowIdentity: [Int]] = [:]
    for (index, reference) in attempt.references.enumerated() {
      references[RowIdentity(reference.target, reference.id), default: []].append(index)
    }
    while !remains.isEmpty {
      let takers = try failTakers(of: remains.rows, in: &attempt)
      // A row without its unique value fails when it is written, before references are checked.
      let unwritten = remove(takers)
      let indexes = try missing(remains.identities + unwritten.identities)
        .flatMap { references[$0] ?? [] }
      let referring = remove(failReferring(indexes.sorted(), in: &attempt))
      remains = Remains(identities: referring.identities, rows: unwritten.rows + referring.rows)
    }
  }

  /// Lets rows fail that take the unique values of stored rows, and returns them.
  private func failTakers(
    of rows: [StoredRow], in attempt: inout DeferredAttempt
  ) throws(SyncError) -> [Int] {
    var uniques: [Int: Int] = [:]
    for row in rows {
      for (entry, unique) in takers[row] ?? []
      where isCertain(entry) && attempt.written.contains(ObjectIdentifier(entries[entry].node)) {
        uniques[entry] = min(unique, uniques[entry] ?? unique)
      }
    }
    for (entry, unique) in uniques {
      let node = entries[entry].node
      let values = node.uniqueValues(beside: try call.tables[node.plan.index].find(node.values))
      attempt.fail(node, .unique(node.text(ofUnique: unique, values[unique])))
    }
    return Array(uniques.keys)
  }

  /// Lets rows fail whose references have no rows, and returns them.
  private func failReferring(
    _ indexes: [Int], in attempt: inout DeferredAttempt
  ) -> [Int] {
    var failed: [Int] = []
    for index in indexes {
      let reference = attempt.references[index]
      let node = reference.node
      // A link that has waited for the row may be missing in the next attempt.
      guard let entry = positions[ObjectIdentifier(node)], isCertain(entry),
        attempt.failure(of: node) == nil, !node.completed.contains(reference.column)
      else { continue }
      attempt.fail(node, .reference(path: reference.path))
      failed.append(entry)
    }
    return failed
  }

  /// Whether the next attempt would write a row as this one has.
  private func isCertain(_ position: Int) -> Bool {
    let entry = entries[position]
    guard !entry.isOut, predictable[entry.node.plan.index], let identity = entry.identity,
      areValuesCertain || !entry.node.plan.hasUniques
    else { return false }
    return occurrences[identity]?.all == 1
  }

  /// The identities without a stored row.
  private func missing(_ identities: [RowIdentity]) throws(SyncError) -> [RowIdentity] {
    var missing: [RowIdentity] = []
    for identity in identities where isCreatedByRows[identity.entity] {
      guard identity.values.count == 1,
        try !call.tables[identity.entity].contains(identity.values[0])
      else { continue }
      missing.append(identity)
    }
    return missing
  }

  /// Records that rows, and those nested in them, are not written in further attempts.
  private mutating func remove(_ positions: [Int]) -> Remains {
    var remains = Remains()
    for position in positions {
      for nested in position..<entries[position].end where !entries[nested].isOut {
        entries[nested].isOut = true
        remove(entries[nested], &remains)
      }
    }
    return remains
  }

  private mutating func remove(_ entry: Entry, _ remains: inout Remains) {
    guard let identity = entry.identity else { return }
    occurrences[identity]?.remaining -= 1
    guard occurrences[identity]?.remaining == 0 else {
      // Another occurrence of the row may have other values.
      areValuesCertain = false
      return
    }
    remains.identities.append(identity)
    if let rowID = entry.rowID {
      remains.rows.append(StoredRow(entity: entry.node.plan.index, rowID: rowID))
    }
  }
}

extension EntityPlan {
  /// Whether a row that is written again, after other rows were rejected, can fail only because of
  /// its own unique values and references.
  fileprivate var hasPredictableFailures: Bool {
    let columns = Set(references.flatMap(\.storedColumns))
    return !references.contains(where: \.isOneToOne)
      && !metadata.uniques.joined().contains(where: columns.contains)
      && (metadata.check == nil || references.isEmpty)
      && !identity.contains { metadata.columns[$0].ignoresCase }
  }
}
