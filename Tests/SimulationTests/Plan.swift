import TestHelpers
@testable import sync_client

/// The actions of a simulation, derived from its seed.
///
/// In each round, every client has a turn: most of the time it is idle or writes; while it is
/// online, it syncs now and then. In some rounds, several of them write to the same tasks.
struct Plan {
  private let scenario: Scenario
  private var lottery: SeededRandom
  private var actions: [Action] = []
  private var isOnline: [Bool]
  private var taskCount = 0
  private var projectCount = 2
  private var writeCount = 0
  private var round = 0

  static func actions(_ scenario: Scenario) -> [Action] {
    var plan = Plan(scenario)
    plan.fill()
    return plan.actions
  }

  private init(_ scenario: Scenario) {
    self.scenario = scenario
    lottery = SeededRandom(scenario.seed)
    isOnline = Array(repeating: true, count: scenario.clients)
  }

  private mutating func fill() {
    for _ in 0..<5 { append(0, .writeElsewhere(insert())) }
    for round in 1...max(1, scenario.rounds) {
      self.round = round
      for client in Array(0..<scenario.clients).shuffled(using: &lottery) { takeTurn(client) }
      if lottery.chance(share: 0.1) { collide() }
      if lottery.chance(share: 0.03) { append(0, .writeElsewhere(write())) }
      if projectCount < 6, lottery.chance(share: 0.01) {
        projectCount += 1
        append(0, .addProject(projectCount))
      }
      if lottery.chance(share: 0.01) { append(0, .syncAll) }
      if scenario.hasKills, lottery.chance(share: 0.01) { append(0, .killServer) }
    }
  }

  private mutating func takeTurn(_ client: Int) {
    if lottery.chance(share: 0.05) { isOnline[client].toggle() }
    if lottery.chance(share: 0.3) {
      append(client, writing())
    } else if isOnline[client], lottery.chance(share: 0.15) {
      append(client, syncing(client))
    } else if scenario.hasKills, lottery.chance(share: 0.004) {
      append(client, .kill)
    }
  }

  private mutating func append(_ client: Int, _ deed: Action.Deed) {
    actions.append(Action(number: actions.count, round: round, client: client, deed: deed))
  }

  // MARK: - Writes

  private mutating func writing() -> Action.Deed {
    let write = write()
    guard scenario.hasKills, lottery.chance(share: 0.01) else { return .write(write) }
    return .killedWrite(write, after: lottery.number(in: 0..<3000))
  }

  private mutating func insert() -> Write {
    writeCount += 1
    taskCount += 1
    return Write(
      number: writeCount, row: taskCount - 1,
      change: .insert(project: lottery.number(in: 1..<projectCount + 1)))
  }

  private mutating func write() -> Write {
    if lottery.chance(share: 0.08) { return insert() }
    let row = newTask()
    return write(row, change(of: row))
  }

  private mutating func write(_ row: Int, _ change: Write.Change) -> Write {
    writeCount += 1
    return Write(number: writeCount, row: row, change: change)
  }

  /// All clients are interested in the newest tasks.
  private mutating func newTask() -> Int {
    taskCount - 1 - lottery.number(in: 0..<min(taskCount, 20))
  }

  private mutating func change(of row: Int) -> Write.Change {
    switch lottery.number(in: 0..<100) {
    case 0..<4: .delete
    case 4..<6: .spoil
    case 6..<40: .set(.title)
    case 40..<50: move(row)
    default: .set(Write.Field.settable.randomElement(using: &lottery) ?? .title)
    }
  }

  private mutating func move(_ row: Int) -> Write.Change {
    let parent = newTask()
    return parent == row ? .set(.title) : .move(under: parent)
  }

  // MARK: - Writes of several

  /// Several writers change what belongs together, before any of them hears of the others.
  private mutating func collide() {
    switch lottery.number(in: 0..<3) {
    case 0: createTwice()
    case 1: deleteNewParent()
    default: deleteParentOfEditedTask()
    }
  }

  /// Two clients, or a client and somebody else, create a task with the same identity.
  private mutating func createTwice() {
    let first = insert()
    let second = write(first.row, .insert(project: lottery.number(in: 1..<projectCount + 1)))
    let client = anyClient()
    append(client, .write(first))
    if lottery.chance(share: 0.5) {
      append(0, .writeElsewhere(second))
    } else {
      append((client + 1) % scenario.clients, .write(second))
    }
    if lottery.chance(share: 0.5) { append(client, .write(write(first.row, .set(.title)))) }
  }

  /// A client moves a task under one that somebody else deletes.
  private mutating func deleteNewParent() {
    let client = anyClient()
    let (row, parent) = newPair(for: client)
    if lottery.chance(share: 0.5) { append(client, .write(write(row, .set(.details)))) }
    append(client, .write(write(row, .move(under: parent))))
    if lottery.chance(share: 0.2) { append(client, .sync([])) }
    append(0, .writeElsewhere(write(parent, .delete)))
  }

  /// Somebody else deletes the parent of a task that a client edits.
  private mutating func deleteParentOfEditedTask() {
    let client = anyClient()
    let (row, parent) = newPair(for: client)
    append(0, .writeElsewhere(write(row, .move(under: parent))))
    append(client, .sync([]))
    append(client, .write(write(row, .set(.title))))
    if lottery.chance(share: 0.5) { append(0, .writeElsewhere(write(row, move(row)))) }
    append(0, .writeElsewhere(write(parent, .delete)))
  }

  /// Two new tasks, which a client has received if nothing went wrong.
  private mutating func newPair(for client: Int) -> (Int, Int) {
    let (row, parent) = (insert(), insert())
    append(0, .writeElsewhere(row))
    append(0, .writeElsewhere(parent))
    // Otherwise, the first task has the newest clock, and is sent again by each sync.
    append(0, .writeElsewhere(write(parent.row, .set(.title))))
    append(0, .writeElsewhere(write(parent.row, .set(.details))))
    append(client, .sync([]))
    return (row.row, parent.row)
  }

  private mutating func anyClient() -> Int { lottery.number(in: 0..<scenario.clients) }

  // MARK: - Syncs

  private mutating func syncing(_ client: Int) -> Action.Deed {
    if scenario.hasKills {
      if lottery.chance(share: 0.08) { return .killedSync(after: lottery.number(in: 0..<60_000)) }
      if lottery.chance(share: 0.05) {
        return .syncWithKilledServer(after: lottery.number(in: 0..<30_000))
      }
    }
    let count = lottery.chance(share: 0.4) ? lottery.number(in: 1..<3) : 0
    return .sync((0..<count).map { _ in interruption(of: client) })
  }

  private mutating func interruption(of client: Int) -> Action.Interruption {
    let pause = Pause(
      request: lottery.number(in: 1..<4), moment: lottery.chance(share: 0.5) ? .before : .after)
    return Action.Interruption(pause: pause, event: event(client))
  }

  private mutating func event(_ client: Int) -> Action.Interruption.Event {
    if scenario.hasKills, lottery.chance(share: 0.25) {
      return lottery.chance(share: 0.7) ? .kill : .killServer
    }
    guard lottery.chance(share: 0.4) else { return .write(write()) }
    return .sync((client + lottery.number(in: 1..<scenario.clients)) % scenario.clients)
  }
}
