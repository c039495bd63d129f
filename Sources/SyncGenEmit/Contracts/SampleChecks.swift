import SwiftSyncSQLite
import SwiftSyncThreads
import SyncGenSchema

/// Sample rows that depend on the SQL conditions of their entities, which only SQLite evaluates.
///
/// `@unchecked`: the lock protects all mutable state.
final class SampleChecks: @unchecked Sendable {
  private struct Row: Hashable {
    let entity: EntityID
    let number: Int?
  }

  private let lock = ThreadLock()
  private var conditions: [EntityID: SampleCondition?] = [:]
  private var corrections: [Row: CorrectionSearch.Values?] = [:]

  /// Whether a store accepts a row, unless there are other reasons to reject it.
  func accepts(_ row: SampleRow) -> Bool {
    row.stored.allSatisfy { stored in
      lock.withLock {
        condition(of: stored.entity, row.names.schema)?.accepts(stored.values) ?? true
      }
    }
  }

  /// `nil` for an entity without a condition.
  private func condition(of id: EntityID, _ schema: Schema) -> SampleCondition? {
    if let known = conditions[id] { return known }
    let condition: SampleCondition?
    do throws(SQLRefusal) {
      condition = try SampleCondition(of: schema[id])
    } catch {
      // A condition that SQLite refuses is reported where schemas are read.
      condition = nil
    }
    conditions[id] = .some(condition)
    return condition
  }

  /// The values by attribute with which a valid row meets the condition of its entity; none if it
  /// needs none, or if none were found.
  func corrections(
    of id: EntityID, _ number: Int?, _ names: SwiftNames
  ) -> CorrectionSearch.Values {
    guard names.schema[id].check != nil else { return [:] }
    return found(Row(entity: id, number: number), names) ?? [:]
  }

  /// `nil` if no values were found.
  private func found(_ row: Row, _ names: SwiftNames) -> CorrectionSearch.Values? {
    if let known = lock.withLock({ corrections[row] }) { return known }
    let values = search(row, names)
    lock.withLock { corrections[row] = .some(values) }
    return values
  }

  private func search(_ row: Row, _ names: SwiftNames) -> CorrectionSearch.Values? {
    guard let check = names.schema[row.entity].check else { return nil }
    var known: CorrectionSearch.Values = [:]
    if row.number != nil {
      // What does not exist for a single row is not searched again for each of several.
      guard let values = found(Row(entity: row.entity, number: nil), names) else { return nil }
      known = values
    }
    let search = CorrectionSearch(
      names: names, id: row.entity, number: row.number, check: check.value)
    let sample = SampleRow(names: names, id: row.entity, state: .valid, number: row.number)
    return search.first(after: known) { accepts(sample.with($0)) }
  }
}
