/// The shortest edit script between two lists of lines, by Myers' algorithm (1986) in linear space.
package struct LineDiff {
  /// A range of differing lines; one of the two ranges may be empty.
  package struct Change: Hashable, Sendable {
    package let old: Range<Int>
    package let new: Range<Int>
  }

  /// The lines as numbers, which are equal for equal lines.
  private let old: [Int]
  private let new: [Int]
  /// The positions of the lines that occur on both sides; no other line can be kept.
  private let oldShared: [Int]
  private let newShared: [Int]
  private var isDeleted: [Bool]
  private var isInserted: [Bool]

  /// The differing ranges, ascending.
  package static func changes(from old: [Substring], to new: [Substring]) -> [Change] {
    var numbers: [Substring: Int] = [:]
    func number(_ line: Substring) -> Int {
      if let known = numbers[line] { return known }
      numbers[line] = numbers.count
      return numbers.count - 1
    }
    var diff = LineDiff(old.map(number), new.map(number))
    diff.compare(0..<diff.oldShared.count, 0..<diff.newShared.count)
    return diff.changes
  }

  private init(_ old: [Int], _ new: [Int]) {
    self.old = old
    self.new = new
    let (oldLines, newLines) = (Set(old), Set(new))
    oldShared = old.indices.filter { newLines.contains(old[$0]) }
    newShared = new.indices.filter { oldLines.contains(new[$0]) }
    isDeleted = old.map { !newLines.contains($0) }
    isInserted = new.map { !oldLines.contains($0) }
  }

  private func isEqual(_ x: Int, _ y: Int) -> Bool {
    old[oldShared[x]] == new[newShared[y]]
  }

  /// Marks the removed and added lines between two ranges of shared lines.
  private mutating func compare(_ left: Range<Int>, _ right: Range<Int>) {
    var (left, right) = (left, right)
    while let x = left.first, let y = right.first, isEqual(x, y) {
      (left, right) = (left.dropFirst(), right.dropFirst())
    }
    while let x = left.last, let y = right.last, isEqual(x, y) {
      (left, right) = (left.dropLast(), right.dropLast())
    }
    if left.isEmpty || right.isEmpty {
      for x in left { isDeleted[oldShared[x]] = true }
      for y in right { isInserted[newShared[y]] = true }
      return
    }
    let (x, y) = middle(left, right)
    compare(left.lowerBound..<x, right.lowerBound..<y)
    compare(x..<left.upperBound, y..<right.upperBound)
  }

  /// A point that the shortest path passes, at neither end of it.
  ///
  /// Two searches start from the two ends and take alternating steps. Where they meet is the
  /// middle.
  private func middle(_ left: Range<Int>, _ right: Range<Int>) -> (Int, Int) {
    let (width, height) = (left.count, right.count)
    let delta = width - height
    var forward = Search(width, height)
    var backward = forward
    while true {
      forward.step { isEqual(left.lowerBound + $0, right.lowerBound + $1) }
      if delta % 2 != 0, let (x, y) = forward.meeting(backward) {
        return (left.lowerBound + x, right.lowerBound + y)
      }
      backward.step { isEqual(left.upperBound - 1 - $0, right.upperBound - 1 - $1) }
      if delta % 2 == 0, let (x, y) = backward.meeting(forward) {
        return (left.upperBound - x, right.upperBound - y)
      }
    }
  }

  /// One of the two searches: how far paths with a number of differences reach on each diagonal.
  private struct Search {
    private static let unreached = -1

    let width: Int
    let height: Int
    private let offset: Int
    private var distance = -1
    /// The reach by `x - y`.
    private var reach: [Int]

    init(_ width: Int, _ height: Int) {
      self.width = width
      self.height = height
      offset = (width + height + 1) / 2 + 1
      reach = Array(repeating: Self.unreached, count: 2 * offset + 1)
    }

    /// Permits one more difference.
    mutating func step(_ isEqual: (Int, Int) -> Bool) {
      distance += 1
      for k in stride(from: -distance, through: distance, by: 2) {
        var x = distance == 0 ? 0 : start(on: k)
        if x == Self.unreached { continue }
        while x < width, x - k < height, isEqual(x, x - k) { x += 1 }
        reach[k + offset] = x
      }
    }

    /// The point where a path reaches a diagonal from its neighbors, by a removed or an added
    /// line.
    private func start(on k: Int) -> Int {
      let (down, right) = (reach[k + 1 + offset], reach[k - 1 + offset])
      return max(
        down != Self.unreached && down - k <= height ? down : Self.unreached,
        right != Self.unreached && right < width ? right + 1 : Self.unreached)
    }

    /// The end of a path of this search that the other one, from the opposite corner, has passed.
    func meeting(_ other: Search) -> (Int, Int)? {
      for k in stride(from: -distance, through: distance, by: 2) {
        let opposite = width - height - k
        guard abs(opposite) <= other.distance, reach[k + offset] != Self.unreached,
          other.reach[opposite + offset] != Self.unreached
        else { continue }
        let x = reach[k + offset]
        if x + other.reach[opposite + offset] >= width { return (x, x - k) }
      }
      return nil
    }
  }

  private var changes: [Change] {
    var changes: [Change] = []
    var (x, y) = (0, 0)
    while x < old.count || y < new.count {
      let (startX, startY) = (x, y)
      while x < old.count, isDeleted[x] { x += 1 }
      while y < new.count, isInserted[y] { y += 1 }
      if x > startX || y > startY {
        changes.append(Change(old: startX..<x, new: startY..<y))
      } else {
        (x, y) = (x + 1, y + 1)
      }
    }
    return changes
  }
}
