public import SwiftSyncSession
public import SwiftSyncStore

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
extension LiveCountQuery {
  /// Creates a live query and starts to observe the number of pending changes, such as those of
  /// `PendingChange.all`.
  public convenience init(
    _ queue: PendingChange.Queue, in store: SyncStore, loading: LiveLoading = .immediate
  ) {
    self.init(queue.count, in: store, loading: loading)
  }
}
