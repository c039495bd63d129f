@_spi(Generated) import SwiftSyncSession
import SyncGenMigration
import SyncGenSchema

/// Finds the member and the row at which a statement of a step fails.
struct FailureFinder {
  let step: VersionStep
  let database: ScratchDatabase

  /// The failure of a statement, after which the transaction must be rolled back.
  func failure(_ error: SyncError, of statement: String) -> StepFailure {
    do throws(SyncError) {
      if let row = try database.brokenRow(error, in: statement) {
        return failure(error, at: row)
      }
      if let failure = try failedBackfill() { return failure }
    } catch {
      // Reports the first error, if necessary without its row.
    }
    return StepFailure(error, statement: statement)
  }

  /// The failure of a statement under `sql:` of the schema.
  func failure(_ error: SyncError, ofStated statement: String) -> StepFailure {
    do throws(SyncError) {
      if let row = try database.brokenRow(error, in: statement) {
        guard case .refused(let message, _, let column) = failure(error, at: row) else {
          return StepFailure(error, statement: statement)
        }
        return .refused(message: message, statement: statement, column: column)
      }
    } catch {
      // Reports the first error without its row.
    }
    return StepFailure(error, statement: statement)
  }

  private func failure(_ error: SyncError, at row: ScratchDatabase.BrokenRow) -> StepFailure {
    if row.columns.isEmpty {
      let check = error.sqliteMessage.split(separator: "failed: ", maxSplits: 1).last ?? ""
      let found = row.values.map { ": \($0)" } ?? ""
      return .refused(
        message: "\(row.place) violates the check '\(check)'\(found)", statement: nil)
    }
    let names = row.columns.map { "'\($0)'" }.joined(separator: ", ")
    guard error.sqliteMessage.hasPrefix("NOT NULL ") || row.lacksInteger,
      let name = row.columns.first
    else {
      let found = row.values.map { ", \($0)" } ?? ""
      return .refused(message: "\(names) would not be unique: \(row.place)\(found)", statement: nil)
    }
    let column = "\(row.table).\(name)"
    let backfill = step.backfills.first { $0.filled.contains(column) }
    let value = backfill.map { "the \($0.title)" } ?? names
    return .refused(
      message: row.lacksInteger
        ? "\(value) is null or not an integer in \(row.place)"
        : "\(value) is null in \(row.place), but a value is required", statement: nil,
      column: column)
  }

  /// The first `backfill` that cannot be computed for some row.
  private func failedBackfill() throws(SyncError) -> StepFailure? {
    for backfill in step.backfills {
      let query = "SELECT count((\(backfill.expression))) FROM main.\(backfill.table.quoted)"
      // The old table no longer exists if a later statement failed.
      guard database.refusal(of: query) == nil else { continue }
      do throws(SyncError) {
        _ = try database.count(query)
      } catch {
        return .refused(
          message: "the \(backfill.title) fails for a row of '\(backfill.table.name)': "
            + error.sqliteMessage, statement: nil, column: backfill.filled.first)
      }
    }
    return nil
  }
}
