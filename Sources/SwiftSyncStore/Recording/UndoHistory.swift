import SwiftSyncThreads

/// The effect of one transaction, kept so that it can be undone.
package struct UndoStep: Sendable {
  /// The number of the step, which ascends with each new step. A step that was undone and redone
  /// keeps its number.
  package let id: Int
  package let rows: [RowImage]
}

/// The two directions of the history.
package enum UndoDirection: Sendable {
  case undo
  case redo
}

/// The role of a transaction in the history.
package enum UndoRole: Sendable {
  /// The transaction's changes are foreign changes.
  case foreign
  /// The transaction is a new step.
  case step
  /// The transaction undoes or redoes the latest step.
  case inverse(UndoDirection)

  var isRecorded: Bool {
    if case .foreign = self { return false }
    return true
  }
}

/// The steps that can be undone and redone.
///
/// `@unchecked`: the lock protects all mutable state.
package final class UndoHistory: @unchecked Sendable {
  /// The numbers and steps that listeners are notified of.
  package struct Counts: Hashable, Sendable {
    package var undoable: [Int] = []
    package var redoable: [Int] = []
    package var latest = 0
  }

  private let lock = ThreadLock()
  /// The maximum number of steps; `nil` if nothing is recorded.
  private var limit: Int?
  private var undoable: [UndoStep] = []
  private var redoable: [UndoStep] = []
  private var lastID = 0
  private var listeners: [Int: @Sendable (Counts) -> Void] = [:]
  private var lastListener = 0

  package var isRecording: Bool { lock.withLock { limit != nil } }

  package var counts: Counts { lock.withLock { current } }

  private var current: Counts {
    Counts(undoable: undoable.map(\.id), redoable: redoable.map(\.id), latest: lastID)
  }

  /// Begins to record, or changes the maximum number of steps.
  package func start(limit: Int) {
    change {
      self.limit = limit
      trim()
    }
  }

  /// Ends recording and forgets all steps.
  package func stop() {
    change {
      limit = nil
      (undoable, redoable) = ([], [])
    }
  }

  /// Forgets all steps.
  package func clear() {
    change { (undoable, redoable) = ([], []) }
  }

  /// The next step in a direction.
  package func next(_ direction: UndoDirection) -> UndoStep? {
    lock.withLock { direction == .undo ? undoable.last : redoable.last }
  }

  /// Forgets the next step in a direction, which foreign changes have made impossible.
  package func drop(_ direction: UndoDirection) {
    change { _ = take(direction) }
  }

  /// Records what a transaction has committed.
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
  package func listen(_ listener: @escaping @Sendable (Counts) -> Void) -> Int {
    lock.withLock {
      lastListener += 1
      listeners[lastListener] = listener
      listener(current)
      return lastListener
    }
  }

  package func removeListener(_ id: Int) {
    lock.withLock { listeners[id] = nil }
  }

  private func take(_ direction: UndoDirection) -> UndoStep? {
    direction == .undo ? undoable.popLast() : redoable.popLast()
  }

  private func trim() {
    if let limit, undoable.count > limit { undoable.removeFirst(undoable.count - limit) }
  }

  /// Listeners are called under the lock, so that they receive the counts in order. They only pass
  /// them on.
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
