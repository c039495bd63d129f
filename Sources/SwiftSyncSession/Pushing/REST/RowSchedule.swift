/// The order in which pending changes are sent by single requests.
///
/// A row is sent after the new rows that it refers to; rows that do not depend on each other are
/// sent concurrently. Deletions come last, starting with those of rows that refer to others.
struct RowSchedule: Sendable {
  /// A new row that must be on the server first.
  struct Dependency: Hashable, Sendable {
    /// The position of the row in the schedule.
    let item: Int
    /// The relationship whose target is the row.
    let field: String
    /// Whether the dependent row can be created without it.
    let isOptional: Bool
  }

  private enum State {
    case waiting
    case ready
    case running
    case done
    /// The change is not sent in this pass, and neither are the rows that depend on it.
    case left
  }

  private(set) var changes: [PushedChange] = []
  private var states: [State] = []
  /// For each change, the new rows that are not on the server yet.
  private var dependencies: [[Dependency]] = []
  /// For each change, the changes that wait for it.
  private var dependents: [[Int]] = []
  /// For new rows in a cycle, the relationships that are sent in a later update.
  private var postponed: [Int: Set<String>] = [:]
  private var ready: [Int] = []
  private var nextReady = 0
  private var waitingCount = 0
  /// No change before this position is waiting, and none begins to wait again.
  private var firstWaiting = 0
  private var runningCount = 0
  /// Unsent deletions, by entity.
  private var deletions: [[Int]] = []

  init() {}

  /// - Parameters:
  ///   - upserts: New and changed rows, those of one entity in the order of their first writes.
  ///   - blocked: The positions of rows that depend on new rows outside the schedule.
  ///   - deletions: The deletions by entity, in the order in which the entities' rows are deleted.
  init(
    _ upserts: [PushedChange], _ dependencies: [Int: [Dependency]], blocked: Set<Int>,
    deletions: [[PushedChange]]
  ) {
    changes = upserts + deletions.joined()
    states = Array(repeating: .waiting, count: changes.count)
    self.dependencies = Array(repeating: [], count: changes.count)
    dependents = Array(repeating: [], count: changes.count)
    for (item, needed) in dependencies {
      self.dependencies[item] = needed
      for dependency in needed where dependency.item != item {
        dependents[dependency.item].append(item)
      }
    }
    waitingCount = upserts.count
    var first = upserts.count
    for entity in deletions {
      self.deletions.append(Array(first..<first + entity.count))
      first += entity.count
    }
    for item in upserts.indices where self.dependencies[item].isEmpty && !blocked.contains(item) {
      makeReady(item)
    }
    for item in blocked.compactlySorted() { leave(item) }
  }

  /// Whether nothing is left to send.
  var isEmpty: Bool { changes.isEmpty }

  /// Whether all selected changes are finished.
  var isIdle: Bool { runningCount == 0 }

  /// The relationships of a new row that are sent in a later update.
  func postponedFields(of item: Int) -> Set<String> { postponed[item] ?? [] }

  // MARK: - Handing out

  /// Selects the changes that can be sent now.
  mutating func next(_ count: Int) -> [Int] {
    var items: [Int] = []
    while items.count < count {
      if nextReady < ready.count {
        let item = ready[nextReady]
        nextReady += 1
        guard states[item] == .ready else { continue }
        states[item] = .running
        runningCount += 1
        items.append(item)
      } else if runningCount > 0 || !advance() {
        break
      }
    }
    return items
  }

  /// Makes changes ready that no longer wait for a sent change.
  ///
  /// - Returns: Whether there are any.
  private mutating func advance() -> Bool {
    if waitingCount > 0 {
      breakCircle()
      return true
    }
    guard let next = deletions.first else { return false }
    deletions.removeFirst()
    for item in next where states[item] == .waiting {
      waitingCount += 1
      makeReady(item)
    }
    return true
  }

  private mutating func makeReady(_ item: Int) {
    states[item] = .ready
    waitingCount -= 1
    ready.append(item)
  }

  // MARK: - Circles

  /// Sends a row of a cycle without the optional reference that closes it. At this point every
  /// waiting row waits for another waiting row, so every path of references ends in a cycle.
  private mutating func breakCircle() {
    while firstWaiting < states.count, states[firstWaiting] != .waiting { firstWaiting += 1 }
    guard firstWaiting < states.count else {
      waitingCount = 0
      return
    }
    let first = firstWaiting
    var path = [first]
    var places = [first: 0]
    while let item = path.last, let next = dependencies[item].first?.item {
      if let start = places[next] { return breakCircle(Array(path[start...])) }
      places[next] = path.count
      path.append(next)
    }
    leave(first)
  }

  private mutating func breakCircle(_ circle: [Int]) {
    for (place, item) in circle.enumerated() {
      let next = circle[(place + 1) % circle.count]
      let leading = dependencies[item].filter { $0.item == next }
      guard !leading.isEmpty, leading.allSatisfy(\.isOptional) else { continue }
      postponed[item, default: []].formUnion(leading.map(\.field))
      dependencies[item].removeAll { $0.item == next }
      if dependencies[item].isEmpty { makeReady(item) }
      return
    }
    for item in circle { leave(item) }
  }

  // MARK: - Results

  /// Records that the server has a row, so that the rows that wait for it can be sent.
  mutating func finish(_ item: Int) {
    states[item] = .done
    runningCount -= 1
    for other in dependents[item] where states[other] == .waiting {
      dependencies[other].removeAll { $0.item == item }
      if dependencies[other].isEmpty { makeReady(other) }
    }
  }

  /// Records that a change must be sent again.
  mutating func repeatLater(_ item: Int) {
    states[item] = .ready
    runningCount -= 1
    ready.append(item)
  }

  /// Records that the server has not accepted a change in this pass.
  mutating func fail(_ item: Int) {
    runningCount -= 1
    states[item] = .waiting
    waitingCount += 1
    leave(item)
  }

  /// Leaves a change, and all changes that depend on it, to another pass.
  private mutating func leave(_ item: Int) {
    var stack = [item]
    while let item = stack.popLast() {
      guard states[item] == .waiting else { continue }
      states[item] = .left
      waitingCount -= 1
      stack += dependents[item]
    }
  }
}
