@testable import sync_client

/// A step of a simulation. It contains all of its random choices, so it has the same effect when
/// other steps are left out.
struct Action: Hashable, Sendable {
  /// The position in the plan, even if other steps are left out.
  let number: Int
  let round: Int
  let client: Int
  let deed: Deed

  enum Deed: Hashable, Sendable {
    case write(Write)
    /// A write to the client's store, with SIGKILL a number of microseconds after it began.
    case killedWrite(Write, after: Int)
    /// A sync, with interruptions at certain moments.
    case sync([Interruption])
    /// A sync, with SIGKILL a number of microseconds after it began.
    case killedSync(after: Int)
    /// A sync during which the server is killed, a number of microseconds after it began; the
    /// server restarts afterwards.
    case syncWithKilledServer(after: Int)
    /// All clients sync at the same time.
    case syncAll
    /// SIGKILL for an idle client.
    case kill
    case killServer
    /// Someone else writes to the server.
    case writeElsewhere(Write)
    /// Someone else adds a project to the server.
    case addProject(Int)
  }

  /// An event while a sync is paused.
  struct Interruption: Hashable, Sendable {
    let pause: Pause
    let event: Event

    enum Event: Hashable, Sendable {
      case write(Write)
      /// Another client syncs.
      case sync(Int)
      case kill
      case killServer
    }
  }
}

extension Action {
  /// The clients that take part in the action.
  var clients: [Int] {
    switch deed {
    case .write, .killedWrite, .killedSync, .syncWithKilledServer, .kill: [client]
    case .sync(let interruptions):
      [client]
        + interruptions.compactMap {
          if case .sync(let other) = $0.event { return other }
          return nil
        }
    case .syncAll, .killServer, .writeElsewhere, .addProject: []
    }
  }

  /// Whether the action creates a task or project that other actions may need.
  var makesSomething: Bool {
    switch deed {
    case .write(let write), .writeElsewhere(let write):
      if case .insert = write.change { return true }
      return false
    case .addProject: return true
    default: return false
    }
  }

  /// Simpler versions of the action, the simplest first.
  var simpler: [Action] {
    switch deed {
    case .killedWrite(let write, _): [with(.write(write)), with(.kill)]
    case .sync(let interruptions) where !interruptions.isEmpty:
      [with(.sync([]))]
        + interruptions.indices.map { index in
          var fewer = interruptions
          fewer.remove(at: index)
          return with(.sync(fewer))
        }
    case .killedSync: [with(.kill), with(.sync([]))]
    case .syncWithKilledServer: [with(.killServer), with(.sync([]))]
    default: []
    }
  }

  private func with(_ deed: Deed) -> Action {
    Action(number: number, round: round, client: client, deed: deed)
  }
}

extension Action: CustomStringConvertible {
  /// `#17 (round 3) client 2 sets title of task 4`
  var description: String {
    "#\(number) (round \(round)) \(words)"
  }

  private var words: String {
    switch deed {
    case .write(let write): "client \(client) \(write)"
    case .killedWrite(let write, let delay): "client \(client) \(write), killed after \(delay) µs"
    case .sync(let interruptions):
      (["client \(client) syncs"] + interruptions.map(\.description)).joined(separator: "; ")
    case .killedSync(let delay): "client \(client) syncs, killed after \(delay) µs"
    case .syncWithKilledServer(let delay):
      "client \(client) syncs, the server is killed after \(delay) µs"
    case .syncAll: "all clients sync"
    case .kill: "client \(client) is killed"
    case .killServer: "the server is killed"
    case .writeElsewhere(let write): "somebody else \(write)"
    case .addProject(let number): "somebody else adds project \(number)"
    }
  }
}

extension Action.Interruption: CustomStringConvertible {
  var description: String {
    let deed =
      switch event {
      case .write(let write): "it \(write)"
      case .sync(let client): "client \(client) syncs"
      case .kill: "it is killed"
      case .killServer: "the server is killed"
      }
    return "\(pause.moment) request \(pause.request) \(deed)"
  }
}

extension Write: CustomStringConvertible {
  var description: String {
    switch change {
    case .insert(let project): "inserts task \(row) into project \(project) with \(number)"
    case .set(let field): "sets \(field) of task \(row) by \(number)"
    case .move(let parent): "moves task \(row) under task \(parent) by \(number)"
    case .spoil: "spoils task \(row)"
    case .delete: "deletes task \(row)"
    case .discard: "discards task \(row)"
    }
  }
}
