import SwiftSyncThreads

/// Values that are kept until the process ends.
///
/// Freeing everything that a schema was resolved to takes a twentieth of a run, and the end of the
/// process frees it at once.
package enum LeakedValues {
  /// Keeps a value while the process runs. Only for values of its last work.
  package static func keep(_ value: some Sendable) {
    Keeper.shared.keep(value)
  }

  /// `@unchecked`: the lock protects all mutable state.
  private final class Keeper: @unchecked Sendable {
    static let shared = Keeper()

    private let lock = ThreadLock()
    private var values: [any Sendable] = []

    func keep(_ value: some Sendable) {
      lock.withLock { values.append(value) }
    }
  }
}
