import SwiftSyncThreads
@_spi(Generated) import SwiftSyncREST

/// Who wants to know of changes, and of which tables.
///
/// `@unchecked`: what is mutable is touched under the lock only.
final class ObserverList: @unchecked Sendable {
  private struct Observer {
    let tables: Set<WatchedTable>
    let mailbox: ChangeMailbox
  }

  private let lock = ThreadLock()
  /// By number, in the order in which they came.
  private var observers: [Int: Observer] = [:]
  private var count = 0
  private var failure: SyncError?

  /// The tables that somebody observes when a transaction begins, and the number of the last observer. Those that
  /// come while it runs are not told of it: not all of their tables may be recorded.
  var present: (tables: Set<WatchedTable>, last: Int) {
    lock.withLock { (observers.values.reduce(into: []) { $0.formUnion($1.tables) }, count) }
  }

  /// Delivers what transactions commit that begin from now on, as long as the subscription lives.
  func add(_ mailbox: ChangeMailbox, _ tables: Set<WatchedTable>) -> Subscription {
    let (id, failure) = lock.withLock {
      count += 1
      observers[count] = Observer(tables: tables, mailbox: mailbox)
      return (count, self.failure)
    }
    if let failure { mailbox.finish(failure) }
    return Subscription { [weak self] in self?.remove(id) }
  }

  /// Delivers what a commit has done to the observers up to a number.
  func post(_ changes: CommitChanges, upTo last: Int) {
    guard !changes.isEmpty else { return }
    let present = lock.withLock { observers.filter { $0.key <= last }.values }
    for observer in present where !observer.tables.isDisjoint(with: changes.tables) {
      observer.mailbox.post(changes)
    }
  }

  /// Ends all observation with an error.
  func finish(_ error: SyncError) {
    let present = lock.withLock {
      failure = error
      return Array(observers.values)
    }
    for observer in present { observer.mailbox.finish(error) }
  }

  private func remove(_ id: Int) {
    lock.withLock { observers[id] = nil }
  }
}

/// Ends an observation when no one holds it any more.
final class Subscription: Sendable {
  private let end: @Sendable () -> Void

  init(_ end: @escaping @Sendable () -> Void) {
    self.end = end
  }

  deinit {
    end()
  }
}
