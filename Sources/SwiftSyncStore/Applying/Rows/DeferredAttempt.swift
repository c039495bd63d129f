@_spi(Generated) import SwiftSyncCoding

/// One attempt to write all rows that have waited.
struct DeferredAttempt {
  /// A reference with a foreign key that must have a row at the end of the attempt.
  struct Reference {
    let node: RowNode
    let column: Int
    /// Its path in its row.
    let path: String
    /// The position in `SchemaPlan.entities`.
    let target: Int
    let id: StoredValue
  }

  /// Rows that cannot be written, regardless of the others.
  private(set) var failures: [ObjectIdentifier: DeferredRow.Reason] = [:]
  /// The rows of them that this attempt has found.
  private(set) var newFailures: [RowNode] = []
  /// Rows that turn out not to be written, so that they must keep their values.
  private(set) var excluded: Set<ObjectIdentifier> = []
  /// The unique columns whose values rows have given up, of rows that are not written yet.
  var parked: [ObjectIdentifier: [Int]] = [:]
  /// The written rows of entities with unique values or references with a foreign key.
  var written: Set<ObjectIdentifier> = []
  /// Rows that their tombstones have deleted.
  var buried: Set<ObjectIdentifier> = []
  /// Rows whose unique values earlier occurrences of the same rows have, until they are written.
  var lenders: Set<ObjectIdentifier> = []
  private var hasNewExclusions = false
  var references: [Reference] = []

  /// Whether the rows must be written again without those that have failed.
  var mustRepeat: Bool { !newFailures.isEmpty || hasNewExclusions }

  /// The attempt that follows this one.
  var next: DeferredAttempt {
    var next = DeferredAttempt()
    next.failures = failures
    next.excluded = excluded
    return next
  }

  /// The reason why a row cannot be written, regardless of the others.
  func failure(of node: RowNode) -> DeferredRow.Reason? {
    failures[ObjectIdentifier(node)]
  }

  /// Whether a later occurrence of a row does not determine the values of earlier ones.
  func isOut(_ node: RowNode) -> Bool {
    failure(of: node) != nil || excluded.contains(ObjectIdentifier(node))
  }

  mutating func fail(_ node: RowNode, _ reason: DeferredRow.Reason) {
    failures[ObjectIdentifier(node)] = reason
    newFailures.append(node)
    lenders.remove(ObjectIdentifier(node))
  }

  /// Lets the row that has failed last be tried again.
  mutating func reviveLatest() {
    if let node = newFailures.popLast() { failures[ObjectIdentifier(node)] = nil }
  }

  /// Lets rows that have given up unique values and are not written keep them in the next attempt,
  /// and leaves their values to them.
  mutating func excludeUnwrittenRows() {
    guard !parked.isEmpty || !lenders.isEmpty else { return }
    excluded.formUnion(parked.keys)
    excluded.formUnion(lenders)
    hasNewExclusions = true
  }
}
