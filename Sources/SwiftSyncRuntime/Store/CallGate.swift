import SwiftSyncThreads
@_spi(Generated) import SwiftSyncREST

/// The connections of a store.
final class OpenDatabase: Sendable {
  let writer: SerialThread<Writer>
  /// `nil` for a database in memory, which belongs to its only connection.
  let readers: Readers?

  init(_ writer: SerialThread<Writer>, _ readers: Readers?) {
    self.writer = writer
    self.readers = readers
  }

  func close() async {
    // The last connection folds the write-ahead log into the file, which a reader may not do.
    await readers?.close()
    await writer.close()
  }
}

/// Counts the calls that use a database, so that it can be taken away while there are none.
///
/// The last request decides whether the database is to be there; one task at a time brings that about.
///
/// `@unchecked`: what is mutable is touched under the lock only.
final class CallGate: @unchecked Sendable {
  /// Whether the task feeds a call that runs, which ends only if the task goes on.
  @TaskLocal static var feedsCall = false

  private let lock = ThreadLock()
  /// `nil` while the store is suspended, and when it is closed.
  private var database: OpenDatabase?
  /// What was asked for last.
  private var isSuspensionWanted = false
  private var lastRequest = 0
  private var isClosed = false
  /// Calls that use the database, other than those that block their threads.
  private var callCount = 0
  private var blockingCount = 0
  private var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
  private var lastWaiter = 0
  /// Who waits for the calls to end.
  private var drain: CheckedContinuation<Void, Never>?

  init(_ database: OpenDatabase) {
    self.database = database
  }
}

// MARK: - Calls

extension CallGate {
  /// The database, for a call that ends with `leave`. Waits while the store is suspended.
  ///
  /// - Throws: `SyncError.closed`; `SyncError.cancelled` if the task is cancelled while it waits.
  func enter() async throws(SyncError) -> OpenDatabase {
    while true {
      if let database = try enterAtOnce() { return database }
      try await waitForOpening()
    }
  }

  /// As `enter`; `nil` if the call has to wait.
  func enterAtOnce() throws(SyncError) -> OpenDatabase? {
    try lock.withLock { () -> Result<OpenDatabase?, SyncError> in
      if isClosed { return .failure(.closed) }
      guard let database = self.database, !isSuspensionWanted || (callCount > 0 && Self.feedsCall)
      else {
        return .success(nil)
      }
      callCount += 1
      return .success(database)
    }.get()
  }

  func leave() {
    lock.withLock { () -> CheckedContinuation<Void, Never>? in
      callCount -= 1
      return takeDrain()
    }?.resume()
  }

  /// Runs a call that blocks its thread. While the store waits for other calls it is let through, since it may be a part
  /// of one.
  ///
  /// - Throws: `SyncError.closed`, `SyncError.suspended`, and what `body` throws.
  func runBlocking<Value>(
    _ body: (OpenDatabase) throws(SyncError) -> Value
  ) throws(SyncError) -> Value {
    let database = try lock.withLock { () -> Result<OpenDatabase, SyncError> in
      guard let database = self.database, !isSuspensionWanted || callCount > 0 else {
        return .failure(isClosed ? .closed : .suspended)
      }
      blockingCount += 1
      return .success(database)
    }.get()
    defer {
      lock.withLock { () -> CheckedContinuation<Void, Never>? in
        blockingCount -= 1
        return takeDrain()
      }?.resume()
    }
    return try body(database)
  }

  private func waitForOpening() async throws(SyncError) {
    let id = lock.withLock {
      lastWaiter += 1
      return lastWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let mustWait = lock.withLock {
          let mustWait = !isClosed && !Task.isCancelled && (database == nil || isSuspensionWanted)
          if mustWait { waiters[id] = continuation }
          return mustWait
        }
        if !mustWait { continuation.resume() }
      }
    } onCancel: {
      // A task that is cancelled before it waits sees that itself.
      lock.withLock { waiters.removeValue(forKey: id) }?.resume()
    }
    if Task.isCancelled { throw .cancelled }
  }

  private var isInUse: Bool { callCount > 0 || blockingCount > 0 }

  private func takeDrain() -> CheckedContinuation<Void, Never>? {
    if isInUse { return nil }
    defer { drain = nil }
    return drain
  }
}

// MARK: - Suspending

extension CallGate {
  /// What is to be done so that the database is there or not, as was asked for last.
  enum Transition {
    case suspend
    case resume
  }

  var nextTransition: Transition? {
    lock.withLock {
      guard !isClosed, isSuspensionWanted == (database != nil) else { return nil }
      return isSuspensionWanted ? .suspend : .resume
    }
  }

  /// Whether the database is away because that was asked for; `nil` if the store is closed.
  var isSuspended: Bool? {
    lock.withLock { isClosed ? nil : database == nil && isSuspensionWanted }
  }

  /// Asks for a transition, which replaces what was asked for before. Returns the number of the request.
  func request(_ transition: Transition) -> Int {
    let (request, ready) = lock.withLock {
      lastRequest += 1
      isSuspensionWanted = transition == .suspend
      return (lastRequest, takeReady())
    }
    for continuation in ready { continuation.resume() }
    return request
  }

  /// Takes a request to suspend back, if it is the last one and the database is still there.
  func withdraw(_ request: Int) {
    let ready = lock.withLock { () -> [CheckedContinuation<Void, Never>] in
      guard request == lastRequest, isSuspensionWanted, database != nil else { return [] }
      isSuspensionWanted = false
      return takeReady()
    }
    for continuation in ready { continuation.resume() }
  }

  /// Takes the database away when no call uses it any more; `nil` if that is not wanted any more.
  func takeDatabase() async -> OpenDatabase? {
    await withCheckedContinuation { continuation in
      let mustWait = lock.withLock {
        let mustWait = isInUse && isSuspensionWanted && !isClosed
        if mustWait { drain = continuation }
        return mustWait
      }
      if !mustWait { continuation.resume() }
    }
    return lock.withLock {
      guard isSuspensionWanted, !isInUse else { return nil }
      defer { database = nil }
      return database
    }
  }

  /// Brings the database back. Returns `false` if the store is closed.
  func open(_ database: OpenDatabase) -> Bool {
    let (isOpen, ready) = lock.withLock { () -> (Bool, [CheckedContinuation<Void, Never>]) in
      guard !isClosed else { return (false, []) }
      self.database = database
      return (true, isSuspensionWanted ? [] : takeReady())
    }
    for continuation in ready { continuation.resume() }
    return isOpen
  }

  /// Lets no more calls in. Returns the database if it is there.
  func close() -> OpenDatabase? {
    let (database, ready) = lock.withLock {
      isClosed = true
      defer { self.database = nil }
      return (self.database, takeReady())
    }
    for continuation in ready { continuation.resume() }
    return database
  }

  /// Whoever has to look again whether to wait.
  private func takeReady() -> [CheckedContinuation<Void, Never>] {
    guard isClosed || !isSuspensionWanted else { return [] }
    var ready = [drain].compactMap { $0 }
    drain = nil
    guard isClosed || database != nil else { return ready }
    ready += waiters.values
    waiters = [:]
    return ready
  }
}
