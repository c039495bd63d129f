import CSQLite

/// Ends statements after a number of SQLite's steps, such as an endless recursive query.
package final class StepBudget {
  package static let message = "it does not end"
  private static let interval = 10_000

  private let size: Int
  private var rest: Int

  /// Installs the budget on a connection. The owner of both must retain it.
  package init(_ steps: Int, of connection: OpaquePointer) {
    size = steps / Self.interval
    rest = size
    sqlite3_progress_handler(
      connection, Int32(Self.interval),
      { context in
        guard let context else { return 0 }
        let budget = Unmanaged<StepBudget>.fromOpaque(context).takeUnretainedValue()
        budget.rest -= 1
        return budget.rest < 0 ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  package func renew() { rest = size }
}
