/// An order of the simulation to a client: a line of JSON on the client's standard input.
struct Order: Codable, Hashable, Sendable {
  /// Identifies the reply.
  let id: Int
  let deed: Deed

  enum Deed: Codable, Hashable, Sendable {
    /// Writes to the store.
    case write(Write)
    /// Syncs with the server, with the header `X-Client` and pauses.
    case sync(name: String, pauses: [Pause])
    /// Continues after a pause.
    case resume
  }
}

/// A write to one task, by the app or by someone else on the server.
struct Write: Codable, Hashable, Sendable {
  /// Distinguishes the written value from all others.
  let number: Int
  /// The number of the task.
  let row: Int
  let change: Change

  enum Change: Codable, Hashable, Sendable {
    case insert(project: Int)
    case set(Field)
    /// Makes the task a subtask of another one.
    case move(under: Int)
    /// Sets the title to one that the server rejects.
    case spoil
    /// Deletes the task and its subtasks.
    case delete
    /// Gives up a creation that the server rejects because it has a row with this identity.
    case discard
  }

  /// The fields that a write can set; each is synced separately.
  enum Field: String, Codable, CaseIterable, Hashable, Sendable {
    case title
    case details
    case estimate
    case sortIndex
    case labels
    case priority
    case project
    /// The task of which the task is a subtask; set by `move`.
    case parent

    /// The fields that `set` can set.
    static let settable = allCases.filter { $0 != .parent }
  }
}

/// A moment of a sync at which the client pauses while the simulation does something else.
struct Pause: Codable, Hashable, Sendable {
  enum Moment: String, Codable, CaseIterable, Hashable, Sendable {
    /// The changes are ready to be sent, but nothing has been sent.
    case before
    /// The response has arrived, but nothing of it is stored.
    case after
  }

  /// The number of the request in the sync, from 1.
  let request: Int
  let moment: Moment
}

/// A reply of a client to an order: a line of JSON on its standard output.
struct Reply: Codable, Hashable, Sendable {
  let id: Int
  let event: Event

  enum Event: Codable, Hashable, Sendable {
    case done
    /// The store refused the write, for the given reason.
    case refused(String)
    /// A sync has paused; it continues with `resume`.
    case paused(Pause)
    /// A sync has ended, with the outcome of each request, each row that could not be stored, and
    /// the error.
    case synced([String])
  }

  /// The outcome of a row that does not fit.
  static let unreadable = "unreadable row"
}
