import SwiftSyncThreads
import SyncGenDiagnostics
import SyncGenSchema

/// Sample rows that depend on the SQL conditions of their entities, which only SQLite evaluates.
///
/// `@unchecked`: the lock protects all mutable state.
final class SampleChecks: @unchecked Sendable {
  private struct Row: Hashable {
    let entity: EntityID
    let number: Int?
  }

  private let checker: Deferred<any PayloadChecking>
  private let lock = ThreadLock()
  private var corrections: [Row: [Int: JSONDocument]?] = [:]

  init(_ make: @escaping PayloadCheckerMaker) {
    checker = Deferred(make)
  }

  func accepts(_ payload: CheckedPayload) -> Bool { checker.value.accepts(payload) }

  /// The values by attribute with which a valid row meets the condition of its entity; none if it
  /// needs none, or if none were found.
  func corrections(of id: EntityID, _ number: Int?, _ names: SwiftNames) -> [Int: JSONDocument] {
    guard names.schema[id].check != nil else { return [:] }
    return found(Row(entity: id, number: number), names) ?? [:]
  }

  /// `nil` if no values were found.
  private func found(_ row: Row, _ names: SwiftNames) -> [Int: JSONDocument]? {
    if let known = lock.withLock({ corrections[row] }) { return known }
    let values = search(row, names)
    lock.withLock { corrections[row] = .some(values) }
    return values
  }

  private func search(_ row: Row, _ names: SwiftNames) -> [Int: JSONDocument]? {
    let entity = names.schema[row.entity]
    guard let check = entity.check else { return nil }
    var known: [Int: JSONDocument] = [:]
    if row.number != nil {
      // What does not exist for a single row is not searched again for each of several.
      guard let values = found(Row(entity: row.entity, number: nil), names) else { return nil }
      known = values
    }
    let search = CorrectionSearch(
      names: names, id: row.entity, number: row.number, check: check.value)
    return search.first(after: known) { values in
      let json = SampleRow(names: names, id: row.entity, state: .valid, number: row.number)
        .json(with: values)
      return accepts(CheckedPayload(json: json.text(.source), entity: entity.name.name))
    }
  }
}
