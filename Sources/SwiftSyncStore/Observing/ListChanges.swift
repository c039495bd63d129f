/// The changes that turn one list of rows into another, for views that are updated in steps, such
/// as `UITableView`.
///
/// ```swift
/// let changes = ListChanges(from: shown, to: rows)
/// shown = rows
/// tableView.performBatchUpdates {
///   tableView.deleteRows(at: changes.removals.map { [0, $0] }, with: .automatic)
///   tableView.insertRows(at: changes.insertions.map { [0, $0] }, with: .automatic)
///   for move in changes.moves { tableView.moveRow(at: [0, move.from], to: [0, move.to]) }
/// }
/// tableView.reconfigureRows(at: changes.updates.map { [0, $0.newIndex] })
/// ```
///
/// Rows are the same if their identities are equal. As in table views, the indexes of removals and
/// the starts of moves refer to the old list, and those of insertions and the ends of moves to the
/// new list.
///
/// The computation takes time proportional to the length of the lists if no row moves. Otherwise,
/// as few rows as possible are moved.
public struct ListChanges: Hashable, Sendable {
  /// A row that changes its position among the rows in both lists.
  public struct Move: Hashable, Sendable {
    /// The index in the old list.
    public let from: Int
    /// The index in the new list.
    public let to: Int
  }

  /// A row in both lists whose values differ.
  public struct Update: Hashable, Sendable {
    /// The index in the old list.
    public let oldIndex: Int
    /// The index in the new list.
    public let newIndex: Int
    /// The names of the attributes and to-one relationships that differ.
    public let fields: Set<String>
  }

  /// The indexes in the new list of rows that are not in the old one, in ascending order.
  public private(set) var insertions: [Int] = []
  /// The indexes in the old list of rows that are not in the new one, in ascending order.
  public private(set) var removals: [Int] = []
  /// The rows that move, in the order of the new list.
  public private(set) var moves: [Move] = []
  /// The rows whose values differ, in the order of the new list. They may also move.
  public private(set) var updates: [Update] = []

  /// Whether both lists contain the same rows in the same order.
  public var isEmpty: Bool {
    insertions.isEmpty && removals.isEmpty && moves.isEmpty && updates.isEmpty
  }

  /// Compares two lists of rows.
  public init<Row: SyncedEntity>(from old: [Row], to new: [Row]) {
    let places = Self.places(of: new, in: old)
    addMissingRows(places, oldCount: old.count)
    var kept: [Move] = []
    for (to, from) in places.enumerated() where from >= 0 { kept.append(Move(from: from, to: to)) }
    let isStaying = Self.longestRun(of: kept.map(\.from))
    for (index, pair) in kept.enumerated() {
      if !isStaying[index] { moves.append(pair) }
      if old[pair.from] == new[pair.to] { continue }
      let fields = old[pair.from].fields(differingFrom: new[pair.to])
      updates.append(Update(oldIndex: pair.from, newIndex: pair.to, fields: fields))
    }
  }

  /// The index in the old list of each row of the new one, or -1 if it has none. Each index occurs
  /// once, even if identities occur several times.
  private static func places<Row: SyncedEntity>(of new: [Row], in old: [Row]) -> [Int] {
    var places = Array(repeating: -1, count: new.count)
    let common = min(old.count, new.count)
    var first = 0
    while first < common, old[first].identity == new[first].identity {
      places[first] = first
      first += 1
    }
    var (oldEnd, newEnd) = (old.count, new.count)
    while oldEnd > first, newEnd > first, old[oldEnd - 1].identity == new[newEnd - 1].identity {
      (oldEnd, newEnd) = (oldEnd - 1, newEnd - 1)
      places[newEnd] = oldEnd
    }
    // For each index, the index of the next row with the same identity.
    var next = Array(repeating: -1, count: oldEnd - first)
    var firstPlaces: [Row.Identity: Int] = [:]
    for place in (first..<oldEnd).reversed() {
      next[place - first] = firstPlaces.updateValue(place, forKey: old[place].identity) ?? -1
    }
    for index in first..<newEnd {
      guard let place = firstPlaces[new[index].identity], place >= 0 else { continue }
      places[index] = place
      firstPlaces[new[index].identity] = next[place - first]
    }
    return places
  }

  private mutating func addMissingRows(_ places: [Int], oldCount: Int) {
    var isKept = Array(repeating: false, count: oldCount)
    for (index, place) in places.enumerated() {
      if place < 0 { insertions.append(index) } else { isKept[place] = true }
    }
    removals = isKept.indices.filter { !isKept[$0] }
  }

  /// For each number, whether it is part of the longest ascending subsequence. The others must
  /// move.
  private static func longestRun(of numbers: [Int]) -> [Bool] {
    // For each length, the end of the ascending subsequence with the lowest last number.
    var ends: [Int] = []
    var previous = Array(repeating: -1, count: numbers.count)
    for (index, number) in numbers.enumerated() {
      var length = ends.count
      if let last = ends.last, numbers[last] > number {
        length = ends.partitioningIndex { numbers[$0] > number }
      }
      if length > 0 { previous[index] = ends[length - 1] }
      if length == ends.count { ends.append(index) } else { ends[length] = index }
    }
    var isInRun = Array(repeating: false, count: numbers.count)
    var index = ends.last ?? -1
    while index >= 0 {
      isInRun[index] = true
      index = previous[index]
    }
    return isInRun
  }
}

extension [Int] {
  /// The first index from which all elements meet a condition.
  fileprivate func partitioningIndex(where isLater: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = low + (high - low) / 2
      if isLater(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension SyncedEntity {
  /// The names of the members that differ.
  fileprivate func fields(differingFrom other: Self) -> Set<String> {
    let names = Self.metadata.fieldNames
    var fields: Set<String> = []
    for (field, (old, new)) in zip(Self.coding.members, zip(states, other.states))
    where !old.isEqual(to: new) {
      fields.insert(names[field])
    }
    return fields
  }
}
