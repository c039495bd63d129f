import SwiftSyncThreads

/// What is kept until the process ends.
///
/// To free all that a schema was made into, piece by piece, takes a twentieth of a run, and the end of
/// the process frees it at once.
package enum LeakedValues {
  /// Keeps a value for as long as the process runs. Only for what is the last work of it.
  package static func keep(_ value: some Sendable) {
    Keeper.shared.keep(value)
  }

  /// `@unchecked`: what is mutable is touched under the lock only.
  private final class Keeper: @unchecked Sendable {
    static let shared = Keeper()

    private let lock = ThreadLock()
    private var values: [any Sendable] = []

    func keep(_ value: some Sendable) {
      lock.withLock { values.append(value) }
    }
  }
}
