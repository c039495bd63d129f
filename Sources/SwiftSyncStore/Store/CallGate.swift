import SwiftSyncThreads

/// The connections of a store.
final class OpenDatabase: Sendable {
  let writer: SerialThread<Writer>
  /// `nil` for an in-memory database, which only one connection can use.
  let readers: Readers?

  init(_ writer: SerialThread<Writer>, _ readers: Readers?) {
    self.writer = writer
    self.readers = readers
  }

  func close() async {
    // The last connection to close checkpoints the write-ahead log into the file, which a reader
    // must not do.
    await readers?.close()
    await writer.close()
  }
}

/// Counts the calls that use a database, so that the database can be taken away while there are
/// none.
///
/// The latest request decides whether the database should be available. One task at a time carries
/// it out.
///
/// `@unchecked`: the lock protects all mutable state.
final class CallGate: @unchecked Sendable {
  /// Whether the task feeds a running call, which can end only if the task continues.
  @TaskLocal static var feedsCall = false

  private let lock = ThreadLock()
  /// `nil` while the store is suspended and after it is closed.
  private var database: OpenDatabase?
  /// Whether the latest request was to suspend.
  private var isSuspensionWanted = false
  private var lastRequest = 0
  private var isClosed = false
  /// The number of calls that use the database, except those that block their threads.
  private var callCount = 0
  private var blockingCount = 0
  private var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
  private var lastWaiter = 0
  /// The task that waits for the calls to end.
  private var drain: CheckedContinuation<Void, Never>?

  init(_ database: OpenDatabase) {
    self.database = database
  }
}

// MARK: - Calls

extension CallGate {
  /// Returns the database for a call that ends with `leave`. Waits while the store is suspended.
  ///
  /// - Throws: `SyncError.closed`; `SyncError.cancelled` if the task is cancelled while it waits.
  func enter() async throws(SyncError) -> OpenDatabase {
    while true {
      if let database = try enterAtOnce() { return database }
      try await waitForOpening()
    }
  }

  /// Like `enter`, but returns `nil` if the call would have to wait.
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

  /// Runs a call that blocks its thread. It is let in even while the store waits for other calls,
  /// since it may be part of one.
  ///
  /// - Throws: `SyncError.closed`, `SyncError.suspended`, and the errors of `body`.
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
      // A task that is cancelled before it waits notices that itself.
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
  /// The transition that makes the database available or unavailable, as requested last.
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

  /// Whether the database is unavailable because of a request; `nil` if the store is closed.
  var isSuspended: Bool? {
    lock.withLock { isClosed ? nil : database == nil && isSuspensionWanted }
  }

  /// Requests a transition, which replaces the previous request. Returns the number of the request.
  func request(_ transition: Transition) -> Int {
    let (request, ready) = lock.withLock {
      lastRequest += 1
      isSuspensionWanted = transition == .suspend
      return (lastRequest, takeReady())
    }
    for continuation in ready { continuation.resume() }
    return request
  }

  /// Withdraws a request to suspend if it is the latest one and the database is still available.
  func withdraw(_ request: Int) {
    let ready = lock.withLock { () -> [CheckedContinuation<Void, Never>] in
      guard request == lastRequest, isSuspensionWanted, database != nil else { return [] }
      isSuspensionWanted = false
      return takeReady()
    }
    for continuation in ready { continuation.resume() }
  }

  /// Takes the database away when no call uses it any more; returns `nil` if that is no longer
  /// wanted.
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

  /// Makes the database available again. Returns `false` if the store is closed.
  func open(_ database: OpenDatabase) -> Bool {
    let (isOpen, ready) = lock.withLock { () -> (Bool, [CheckedContinuation<Void, Never>]) in
      guard !isClosed else { return (false, []) }
      self.database = database
      return (true, isSuspensionWanted ? [] : takeReady())
    }
    for continuation in ready { continuation.resume() }
    return isOpen
  }

  /// Refuses further calls. Returns the database if it is available.
  func close() -> OpenDatabase? {
    let (database, ready) = lock.withLock {
      isClosed = true
      defer { self.database = nil }
      return (self.database, takeReady())
    }
    for continuation in ready { continuation.resume() }
    return database
  }

  /// The continuations of calls that must check again whether to wait.
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
