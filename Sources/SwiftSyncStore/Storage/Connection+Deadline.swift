import CSQLite

extension Connection {
  /// Runs a job that reads. It ends with an error at a deadline, or where it would have to wait.
  func run<Value>(
    until deadline: ContinuousClock.Instant, _ job: (Connection) throws(SyncError) -> Value
  ) throws(SyncError) -> Value {
    let limit = Deadline(deadline)
    // A row takes about as many instructions as it has columns, so the time of decoding rows counts
    // too.
    sqlite3_progress_handler(
      handle, 16,
      { context in
        guard let context else { return 0 }
        return Unmanaged<Deadline>.fromOpaque(context).takeUnretainedValue().isOver ? 1 : 0
      }, Unmanaged.passUnretained(limit).toOpaque())
    defer {
      sqlite3_progress_handler(handle, 0, nil, nil)
      withExtendedLifetime(limit) {}
    }
    do throws(SyncError) {
      return try withoutWaiting { () throws(SyncError) in try job(self) }
    } catch {
      resetStatements()
      throw error
    }
  }
}

private final class Deadline {
  private let instant: ContinuousClock.Instant

  init(_ instant: ContinuousClock.Instant) {
    self.instant = instant
  }

  var isOver: Bool { ContinuousClock.now >= instant }
}
