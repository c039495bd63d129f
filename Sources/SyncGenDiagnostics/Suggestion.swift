/// Finds the known name that an unknown name may have meant.
package enum Suggestion {
  /// The candidate nearest to `name`; `nil` if none is near enough to be a typing error.
  ///
  /// Case is ignored. Of equally near candidates, the first is returned.
  package static func nearest(to name: String, in candidates: some Sequence<String>) -> String? {
    let wanted = folded(name)
    var best: (candidate: String, distance: Int)?
    for candidate in candidates where candidate != name {
      let count = min(candidate.utf8.count, maxCount)
      let limit = min(max(1, max(wanted.count, count) / 3), best.map { $0.distance - 1 } ?? 3)
      guard abs(count - wanted.count) <= limit else { continue }
      let known = folded(candidate)
      let distance = distance(from: wanted, to: known)
      if distance <= limit, distance < max(wanted.count, known.count) {
        best = (candidate, distance)
      }
    }
    return best?.candidate
  }

  /// The number of bytes that are compared.
  private static let maxCount = 64

  private static func folded(_ name: String) -> [UInt8] {
    name.utf8.prefix(maxCount).map { (65...90).contains($0) ? $0 + 32 : $0 }
  }

  /// The number of letters inserted, removed, replaced or swapped with their neighbor.
  private static func distance(from left: [UInt8], to right: [UInt8]) -> Int {
    var beforeLast = [Int](repeating: 0, count: right.count + 1)
    var last = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      current.reserveCapacity(right.count + 1)
      for column in right.indices {
        let cost = left[row] == right[column] ? 0 : 1
        var best = min(current[column] + 1, last[column + 1] + 1, last[column] + cost)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          best = min(best, beforeLast[column - 1] + 1)
        }
        current.append(best)
      }
      (beforeLast, last) = (last, current)
    }
    return last[right.count]
  }
}
