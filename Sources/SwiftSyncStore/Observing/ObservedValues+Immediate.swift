extension SyncStore.ObservedValues {
  /// Returns the current result, read on the caller's thread; `nil` if that would have to wait for
  /// another call, exceed the time of the turn, or fail. A loop then reads it, and throws the error.
  ///
  /// - Parameter afterTurn: Schedules a closure for the end of the current turn of the run loop.
  package func valueAtOnce(
    afterTurn: (@escaping @Sendable () -> Void) -> Void
  ) -> Element? {
    if isLong { return nil }
    let left = store.immediateReads.begin(afterTurn)
    guard left > .zero else { return nil }
    let start = ContinuousClock.now
    defer { store.immediateReads.add(start.duration(to: .now)) }
    let result = Result { () throws(SyncError) in
      try store.readAtOnce(until: start.advanced(by: left), read)
    }
    // The loop fails with the same error unless its cause is gone.
    guard case .success(let value) = result else { return nil }
    return value
  }
}
