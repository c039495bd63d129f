import SwiftSyncThreads

/// Who wants to know of changes, and of which tables.
///
/// `@unchecked`: what is mutable is touched under the lock only.
final class ObserverList: @unchecked Sendable {
  private struct Observer {
    let tables: Set<WatchedTable>
    let mailbox: ChangeMailbox
  }

  private let lock = ThreadLock()
  private var observers: [Int: Observer] = [:]
  private var count = 0

  /// The tables that somebody observes.
  var tables: Set<WatchedTable> {
    lock.withLock { observers.values.reduce(into: []) { $0.formUnion($1.tables) } }
  }

  /// Delivers what is committed from now on, as long as the subscription lives.
  func add(_ mailbox: ChangeMailbox, _ tables: Set<WatchedTable>) -> Subscription {
    let id = lock.withLock {
      count += 1
      observers[count] = Observer(tables: tables, mailbox: mailbox)
      return count
    }
    return Subscription { [weak self] in self?.remove(id) }
  }

  /// Delivers what a commit has done.
  func post(_ changes: CommitChanges) {
    guard !changes.isEmpty else { return }
    for observer in snapshot where !observer.tables.isDisjoint(with: changes.tables) {
      observer.mailbox.post(changes)
    }
  }

  /// Ends all observation with an error.
  func finish(_ error: SyncError) {
    for observer in snapshot { observer.mailbox.finish(error) }
  }

  private var snapshot: [Observer] { lock.withLock { Array(observers.values) } }

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

  func cancel() {
    end()
  }
}

/// Cancels a subscription when the loop over it is left, although the sequence may live on.
final class IterationEnd: Sendable {
  private let subscription: Subscription

  init(_ subscription: Subscription) {
    self.subscription = subscription
  }

  deinit {
    subscription.cancel()
  }
}
