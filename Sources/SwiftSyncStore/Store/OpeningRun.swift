import SwiftSyncThreads

/// The opening of a store's database on another thread, for which the caller waits if it is short.
///
/// `@unchecked`: the condition's lock protects all mutable state.
final class OpeningRun: @unchecked Sendable {
  /// The longest time, in milliseconds, for which the caller's thread is blocked: long enough to
  /// create tables, and too short to be noticed where another process has locked the file.
  private static let limit = 2_000

  /// Says in a migration whether the store is still wanted.
  let token = CancellationToken()
  private let condition = ThreadCondition()
  private var isAwaited = true
  /// Retained until a connection retains it.
  private var folder: TemporaryFolder?
  private var replacements: [SyncStore.ReplacedDatabase] = []

  /// - Parameter folder: The folder of the file, if it is to be removed with the last connection.
  init(in folder: TemporaryFolder? = nil) {
    self.folder = folder
  }

  /// The replaced databases that the app has not dismissed, in the order of their replacement.
  var replaced: [SyncStore.ReplacedDatabase] {
    get { condition.withLock { replacements } }
    set { condition.withLock { replacements = newValue } }
  }

  /// Blocks the caller's thread until the opening has ended, or is known to take long.
  func wait() {
    condition.wait(milliseconds: Self.limit) { !isAwaited }
  }

  /// Lets the caller continue, because the rest may take long.
  func continueInBackground() {
    condition.withLock {
      isAwaited = false
      condition.broadcast()
    }
  }

  /// Records that the opening has ended.
  func end() {
    condition.withLock {
      folder = nil
      isAwaited = false
      condition.broadcast()
    }
  }
}
