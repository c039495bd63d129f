import TestHelpers
@testable import sync_client

/// The actions of a simulation, derived from its seed.
///
/// In each round, every client has a turn: most of the time it is idle or writes; while it is
/// online, it syncs now and then.
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
    if lottery.chance(share: 0.06) { return insert() }
    writeCount += 1
    // All clients are interested in the newest tasks.
    let row = taskCount - 1 - lottery.number(in: 0..<min(taskCount, 20))
    return Write(number: writeCount, row: row, change: change())
  }

  private mutating func change() -> Write.Change {
    switch lottery.number(in: 0..<100) {
    case 0..<5: .delete
    case 5..<7: .spoil
    case 7..<45: .set(.title)
    default: .set(Write.Field.allCases.randomElement(using: &lottery) ?? .title)
    }
  }

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
