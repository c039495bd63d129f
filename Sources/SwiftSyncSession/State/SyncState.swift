public import SwiftSyncFoundation

/// What a session is doing, and what has come of it, to show.
///
/// ```swift
/// for await state in session.states { show(state.pendingCount, state.problems) }
/// ```
///
/// In SwiftUI, `@LiveSync` has the same members.
public struct SyncState: Hashable, Sendable {
  /// What a session is doing.
  public enum Phase: Hashable, Sendable {
    /// The session has not been started, or was stopped.
    case stopped
    /// The session waits for local writes and for the next run.
    case idle
    /// The server cannot be reached. A started session runs again when the network returns.
    case offline
    /// The last attempt failed temporarily. The next one is at this time.
    case waiting(until: Date)
    /// Local changes are being sent.
    case pushing(done: Int, of: Int)
    /// Rows are being fetched: the name of the step, and the number of the page from 1.
    case pulling(String, page: Int)
    /// The server has responded with 401, or a token could not be refreshed. Sign in, and start the
    /// session again.
    case signInNeeded
  }

  /// What the session is doing.
  public internal(set) var phase = Phase.stopped
  /// The number of rows with local changes that the server has not confirmed.
  public internal(set) var pendingCount = 0
  /// What is wrong with rows. At most a thousand.
  public internal(set) var problems: [SyncProblem] = []
  /// When all steps have last succeeded, also before the app was restarted.
  public internal(set) var lastSuccess: Date?
  /// The error that ended the last run, or made a step of it fail, as a sentence for people; `nil`
  /// if it succeeded.
  public internal(set) var lastError: String?

  /// Creates the state of a session that does nothing, for tests and previews.
  public init(
    phase: Phase = .stopped, pendingCount: Int = 0, problems: [SyncProblem] = [],
    lastSuccess: Date? = nil, lastError: String? = nil
  ) {
    self.phase = phase
    self.pendingCount = pendingCount
    self.problems = problems
    self.lastSuccess = lastSuccess
    self.lastError = lastError
  }

  /// The words of an error for people.
  static func message(of error: any Error) -> String {
    (error as? any LocalizedError)?.errorDescription ?? String(describing: error)
  }

  /// Whether the session is pushing or pulling.
  public var isRunning: Bool {
    switch phase {
    case .pushing, .pulling: true
    case .stopped, .idle, .offline, .waiting, .signInNeeded: false
    }
  }
}

extension SyncState: CustomStringConvertible {
  /// The phase, the number of pending changes, and the last error.
  public var description: String {
    var parts = ["\(phase)"]
    parts.append(pendingCount == 1 ? "1 pending change" : "\(pendingCount) pending changes")
    if !problems.isEmpty {
      parts.append(problems.count == 1 ? "1 problem" : "\(problems.count) problems")
    }
    if let lastError { parts.append("last error: \(lastError)") }
    return parts.joined(separator: ", ")
  }
}

extension SyncState.Phase: CustomStringConvertible {
  /// A description, e.g. `pushing 3 of 12`.
  public var description: String {
    switch self {
    case .stopped: "stopped"
    case .idle: "idle"
    case .offline: "offline"
    case .waiting(let date): "waiting until \(date)"
    case .pushing(let done, let count): "pushing \(done) of \(count)"
    case .pulling(let name, let page):
      page > 1 ? "pulling \(name), page \(page)" : "pulling \(name)"
    case .signInNeeded: "sign-in needed"
    }
  }
}
