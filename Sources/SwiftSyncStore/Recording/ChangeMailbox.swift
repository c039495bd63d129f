import SwiftSyncThreads

/// The changes that one observer has not received yet. Changes are merged, so that a slow observer
/// uses no more memory than for the changed identities.
///
/// `@unchecked`: the lock protects all mutable state.
final class ChangeMailbox: @unchecked Sendable {
  /// What an observer of rows is interested in. An observer of a query is only interested in the
  /// time of changes.
  struct Interest: Sendable {
    let entity: Int
    let fields: Range<Int>
    /// The only row of interest.
    var key: RowKey?
  }

  private var interest: Interest?
  private let lock = ThreadLock()
  private var news = MergedChanges()
  private var hasNews = false
  private var failure: SyncError?
  private var isCancelled = false
  private var reader: CheckedContinuation<Void, Never>?

  init(_ interest: Interest? = nil) {
    self.interest = interest
  }

  func post(_ changes: CommitChanges) {
    wake {
      guard let interest = self.interest else {
        hasNews = true
        return
      }
      if let renamed = changes.renamed[interest.entity] { follow(renamed) }
      for change in changes.rows[interest.entity] ?? [] {
        guard let key = self.interest?.key else {
          news.add(change, allFields: interest.fields)
          continue
        }
        guard key == change.key else { continue }
        news.add(change, allFields: interest.fields)
      }
      hasNews = !news.isEmpty
    }
  }

  /// Records a commit of another process, whose changes are unknown.
  func postUnknown() {
    wake {
      news.isUnknown = true
      hasNews = true
    }
  }

  /// Continues with a row whose identity has changed.
  private func follow(_ renamings: Renamings) {
    guard let key = interest?.key else { return news.add(renamings) }
    guard let current = renamings.current(of: key) else { return }
    interest?.key = current
    var own = Renamings()
    own.add(key, current)
    news.add(own)
  }

  /// Ends the observation after everything that was posted before.
  func finish(_ error: SyncError) {
    wake { failure = error }
  }

  /// Waits for changes; returns `nil` when the task is cancelled.
  func next() async throws(SyncError) -> MergedChanges? {
    while true {
      await waitForNews()
      if let outcome = take() { return try outcome.get() }
      // The changes were undone before they were received.
    }
  }

  private func waitForNews() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // Only one loop may wait: a second loop over the same sequence ends both.
        let others = lock.withLock { () -> [CheckedContinuation<Void, Never>] in
          let former = reader
          if former != nil { isCancelled = true }
          reader = isReady ? nil : continuation
          return [former, isReady ? continuation : nil].compactMap { $0 }
        }
        for other in others { other.resume() }
      }
    } onCancel: {
      wake { isCancelled = true }
    }
  }

  /// Whether a loop is waiting and there are no changes for it.
  var isIdle: Bool { lock.withLock { reader != nil && !isReady } }

  private var isReady: Bool { hasNews || failure != nil || isCancelled }

  /// The pending result; `nil` if there is none yet.
  private func take() -> Result<MergedChanges?, SyncError>? {
    lock.withLock {
      if hasNews {
        defer { (news, hasNews) = (MergedChanges(), false) }
        return .success(news)
      }
      if let failure { return .failure(failure) }
      return isCancelled ? .success(nil) : nil
    }
  }

  private func wake(_ change: () -> Void) {
    let reader = lock.withLock { () -> CheckedContinuation<Void, Never>? in
      change()
      guard isReady else { return nil }
      defer { self.reader = nil }
      return self.reader
    }
    reader?.resume()
  }
}
