/// What the simulation tells a client to do: a line of JSON on the client's standard input.
struct Order: Codable, Hashable, Sendable {
  /// By which the reply is told.
  let id: Int
  let deed: Deed

  enum Deed: Codable, Hashable, Sendable {
    /// Writes to the store.
    case write(Write)
    /// Syncs with the server, with the header `X-Client` and pauses.
    case sync(name: String, pauses: [Pause])
    /// Goes on from a pause.
    case resume
  }
}

/// A write to one task, by the app or by somebody else on the server.
struct Write: Codable, Hashable, Sendable {
  /// By which the written value is told from every other one.
  let number: Int
  /// Which task.
  let row: Int
  let change: Change

  enum Change: Codable, Hashable, Sendable {
    case insert(project: Int)
    case set(Field)
    /// Sets the title to one that the server rejects.
    case spoil
    case delete
  }

  /// What a write can set; each is synced on its own.
  enum Field: String, Codable, CaseIterable, Hashable, Sendable {
    case title
    case details
    case estimate
    case sortIndex
    case labels
    case priority
    case project
  }
}

/// A moment of a sync at which the client waits for what the simulation does meanwhile.
struct Pause: Codable, Hashable, Sendable {
  enum Moment: String, Codable, CaseIterable, Hashable, Sendable {
    /// What is to be sent is handed out, and nothing has left.
    case before
    /// The response is there, and nothing of it in the store.
    case after
  }

  /// Which request of the sync, from 1.
  let request: Int
  let moment: Moment
}

/// What a client tells of an order: a line of JSON on its standard output.
struct Reply: Codable, Hashable, Sendable {
  let id: Int
  let event: Event

  enum Event: Codable, Hashable, Sendable {
    case done
    /// The store did not take the write, for the reason given.
    case refused(String)
    /// A sync waits; it goes on with `resume`.
    case paused(Pause)
    /// A sync has ended, with the outcome of each request.
    case synced([String])
  }
}
