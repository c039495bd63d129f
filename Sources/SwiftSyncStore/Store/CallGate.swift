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

/// Admits calls once a database is open, and counts those that use it, so that the database can be
/// taken away while there are none.
///
/// The latest request decides whether the database should be available. One task at a time carries
/// it out.
///
/// `@unchecked`: the lock protects all mutable state.
final class CallGate: @unchecked Sendable {
  /// Whether the task feeds a running call, which can end only if the task continues.
  @TaskLocal static var feedsCall = false

  private let lock = ThreadLock()
  /// `nil` until the store is open, while it is suspended, and after it is closed.
  private var database: OpenDatabase?
  private var state: SyncStore.Opening {
    didSet {
      guard state != oldValue else { return }
      for listener in listeners.values { listener.yield(state) }
    }
  }
  private var listeners: [Int: AsyncStream<SyncStore.Opening>.Continuation] = [:]
  /// Whether the latest request was to suspend.
  private var isSuspensionWanted = false
  private var lastRequest = 0
  private var isClosed = false
  /// The number of calls that use the database, except those that block their threads.
  private var callCount = 0
  private var blockingCount = 0
  private var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
  /// Those that wait only until the database has been opened, or could not be.
  private var openingWaiters: [Int: CheckedContinuation<Void, Never>] = [:]
  private var lastWaiter = 0
  /// The task that waits for the calls to end.
  private var drain: CheckedContinuation<Void, Never>?

  /// A gate for a database that is being opened.
  init() {
    state = .pending
  }

  init(_ database: OpenDatabase) {
    self.database = database
    state = .ready
  }

  /// A gate for a database that cannot be opened.
  init(failing error: SyncError) {
    state = .failed(error)
  }

  deinit {
    for listener in listeners.values { listener.finish() }
  }
}

// MARK: - Opening

extension CallGate {
  /// How far the opening of the database is.
  var opening: SyncStore.Opening { lock.withLock { state } }

  /// The state, now and after each change. A slow reader misses earlier ones.
  var openings: AsyncStream<SyncStore.Opening> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let id = nextWaiter()
      continuation.onTermination = { [weak self] _ in self?.removeListener(id) }
      let isClosed = lock.withLock {
        continuation.yield(state)
        if !self.isClosed { listeners[id] = continuation }
        return self.isClosed
      }
      if isClosed { continuation.finish() }
    }
  }

  private func removeListener(_ id: Int) {
    // Released after the lock, since its own lock may be held by another thread.
    _ = lock.withLock { listeners.removeValue(forKey: id) }
  }

  /// The error because of which the database could not be opened.
  var failure: SyncError? { opening.failure }

  func note(_ progress: MigrationPlan.Progress) {
    lock.withLock {
      if state.isRunning { state = .migrating(progress) }
    }
  }

  /// Records the result of opening the database. If the store has been closed in the meantime,
  /// `close()` returns the database.
  func endOpening(_ result: Result<OpenDatabase, SyncError>) {
    let ready = lock.withLock { () -> [CheckedContinuation<Void, Never>] in
      switch result {
      case .success(let database):
        self.database = database
        state = .ready
      case .failure(let error):
        state = .failed(error)
      }
      defer { openingWaiters = [:] }
      return Array(openingWaiters.values) + takeReady()
    }
    for continuation in ready { continuation.resume() }
  }

  /// Waits until the database is open.
  ///
  /// - Throws: The error of opening it; `SyncError.closed`; `SyncError.cancelled` if the task is
  ///   cancelled while it waits.
  func waitUntilOpen() async throws(SyncError) {
    let id = nextWaiter()
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let mustWait = lock.withLock {
          let mustWait = !isClosed && !Task.isCancelled && state.isRunning
          if mustWait { openingWaiters[id] = continuation }
          return mustWait
        }
        if !mustWait { continuation.resume() }
      }
    } onCancel: {
      lock.withLock { openingWaiters.removeValue(forKey: id) }?.resume()
    }
    let (end, isRunning) = lock.withLock { (self.end, state.isRunning) }
    if let end { throw end }
    if isRunning { throw .cancelled }
  }

  /// Waits until the database is open or could not be opened, even if the task is cancelled.
  func waitForEndOfOpening() async {
    let id = nextWaiter()
    await withCheckedContinuation { continuation in
      let mustWait = lock.withLock {
        if state.isRunning { openingWaiters[id] = continuation }
        return state.isRunning
      }
      if !mustWait { continuation.resume() }
    }
  }

  private func nextWaiter() -> Int {
    lock.withLock {
      lastWaiter += 1
      return lastWaiter
    }
  }

  /// The error of all further calls; `nil` if they are admitted, or must wait.
  private var end: SyncError? { isClosed ? .closed : state.failure }
}

// MARK: - Calls

extension CallGate {
  /// Returns the database for a call that ends with `leave`. Waits while the database is being
  /// opened and while the store is suspended.
  ///
  /// - Throws: The error of opening the database; `SyncError.closed`; `SyncError.cancelled` if the
  ///   task is cancelled while it waits.
  func enter() async throws(SyncError) -> OpenDatabase {
    while true {
      if let database = try enterAtOnce() { return database }
      try await waitForDatabase()
    }
  }

  /// Like `enter`, but returns `nil` if the call would have to wait.
  func enterAtOnce() throws(SyncError) -> OpenDatabase? {
    try lock.withLock { () -> Result<OpenDatabase?, SyncError> in
      if let end { return .failure(end) }
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
  /// - Throws: `SyncError.closed`, `SyncError.suspended`, `SyncError.opening` or the error of opening
  ///   the database, and the errors of `body`.
  func runBlocking<Value>(
    _ body: (OpenDatabase) throws(SyncError) -> Value
  ) throws(SyncError) -> Value {
    let database = try lock.withLock { () -> Result<OpenDatabase, SyncError> in
      guard let database = self.database, end == nil, !isSuspensionWanted || callCount > 0 else {
        return .failure(end ?? (state.isRunning ? .opening : .suspended))
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

  private func waitForDatabase() async throws(SyncError) {
    let id = nextWaiter()
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let mustWait = lock.withLock {
          let isAbsent = database == nil || isSuspensionWanted
          let mustWait = end == nil && !Task.isCancelled && isAbsent
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

  /// Withdraws a request to suspend if it is the latest one and the database is still available, or
  /// is being opened.
  func withdraw(_ request: Int) {
    let ready = lock.withLock { () -> [CheckedContinuation<Void, Never>] in
      let isDue = database != nil || state.isRunning
      guard request == lastRequest, isSuspensionWanted, isDue else { return [] }
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
      state = .ready
      return (true, isSuspensionWanted ? [] : takeReady())
    }
    for continuation in ready { continuation.resume() }
    return isOpen
  }

  /// Refuses further calls. Returns the database if it is available.
  func close() -> OpenDatabase? {
    let (database, ready, ended) = lock.withLock {
      isClosed = true
      defer { (self.database, listeners) = (nil, [:]) }
      return (self.database, takeReady(), Array(listeners.values))
    }
    for continuation in ready { continuation.resume() }
    for listener in ended { listener.finish() }
    return database
  }

  /// The continuations of calls that must check again whether to wait.
  private func takeReady() -> [CheckedContinuation<Void, Never>] {
    guard end != nil || !isSuspensionWanted else { return [] }
    var ready = [drain].compactMap { $0 }
    drain = nil
    guard end != nil || database != nil else { return ready }
    ready += waiters.values
    waiters = [:]
    return ready
  }
}
