import SwiftSyncThreads
@_spi(Generated) import SwiftSyncREST

/// What one transaction has done, so that it can be taken back.
struct UndoStep: Sendable {
  /// Ascends with each new step; a step that was taken back and done again keeps its own.
  let id: Int
  let rows: [RowImage]
}

/// The two directions of the history.
enum UndoDirection: Sendable {
  case undo
  case redo
}

/// What a transaction is for the history.
enum UndoRole: Sendable {
  /// Rows that it changes are changed by somebody else.
  case foreign
  /// It is a new step.
  case step
  /// It takes the latest step back, or does it again.
  case inverse(UndoDirection)

  var isRecorded: Bool {
    if case .foreign = self { return false }
    return true
  }
}

/// The steps that can be taken back and done again.
///
/// `@unchecked`: what is mutable is touched under the lock only.
final class UndoHistory: @unchecked Sendable {
  /// Numbers and steps that others are told of.
  struct Counts: Hashable, Sendable {
    var undoable: [Int] = []
    var redoable: [Int] = []
    var latest = 0
  }

  private let lock = ThreadLock()
  /// How many steps are kept; `nil` if nothing is recorded.
  private var limit: Int?
  private var undoable: [UndoStep] = []
  private var redoable: [UndoStep] = []
  private var lastID = 0
  private var listeners: [Int: @Sendable (Counts) -> Void] = [:]
  private var lastListener = 0

  var isRecording: Bool { lock.withLock { limit != nil } }

  var counts: Counts { lock.withLock { current } }

  private var current: Counts {
    Counts(undoable: undoable.map(\.id), redoable: redoable.map(\.id), latest: lastID)
  }

  /// Begins to record, or changes the number of steps that are kept.
  func start(limit: Int) {
    change {
      self.limit = limit
      trim()
    }
  }

  /// Ends recording and forgets all steps.
  func stop() {
    change {
      limit = nil
      (undoable, redoable) = ([], [])
    }
  }

  /// Forgets all steps.
  func clear() {
    change { (undoable, redoable) = ([], []) }
  }

  /// The step that is next in a direction.
  func next(_ direction: UndoDirection) -> UndoStep? {
    lock.withLock { direction == .undo ? undoable.last : redoable.last }
  }

  /// Forgets the step that is next in a direction, which others have made impossible.
  func drop(_ direction: UndoDirection) {
    change { _ = take(direction) }
  }

  /// Notes what a transaction has committed.
  func note(_ rows: [RowImage], as role: UndoRole) {
    switch role {
    case .foreign: return
    case .step:
      guard !rows.isEmpty else { return }
      change {
        guard limit != nil else { return }
        lastID += 1
        undoable.append(UndoStep(id: lastID, rows: rows))
        redoable = []
        trim()
      }
    case .inverse(let direction):
      change {
        guard let step = take(direction), !rows.isEmpty else { return }
        let inverse = UndoStep(id: step.id, rows: rows)
        if direction == .undo { redoable.append(inverse) } else { undoable.append(inverse) }
      }
    }
  }

  /// Calls a listener with the counts, now and after each change, until it is removed.
  func listen(_ listener: @escaping @Sendable (Counts) -> Void) -> Int {
    lock.withLock {
      lastListener += 1
      listeners[lastListener] = listener
      listener(current)
      return lastListener
    }
  }

  func removeListener(_ id: Int) {
    lock.withLock { listeners[id] = nil }
  }

  private func take(_ direction: UndoDirection) -> UndoStep? {
    direction == .undo ? undoable.popLast() : redoable.popLast()
  }

  private func trim() {
    if let limit, undoable.count > limit { undoable.removeFirst(undoable.count - limit) }
  }

  /// Listeners are called under the lock, so that they get the counts in order; they only pass them on.
  private func change(_ body: () -> Void) {
    lock.withLock {
      let former = current
      body()
      let current = current
      guard current != former else { return }
      for listener in listeners.values { listener(current) }
    }
  }
}
