import SwiftSyncValues

/// Finds the known key that an unknown key of a payload may have meant.
enum KeySuggestion {
  /// The length of keys beyond which they are not compared, so that a hostile payload costs no
  /// time.
  private static let lengthLimit = 64

  /// The nearest of the known keys; `nil` if none is near.
  ///
  /// Case and separators are ignored, so `createdAt` finds `created_at`. Otherwise, one letter may
  /// be wrong, missing, superfluous or swapped with its neighbor; in long keys, two.
  static func nearest(to key: [UInt8], in known: [[UInt8]]) -> [UInt8]? {
    let wanted = folded(key)
    guard !wanted.isEmpty, wanted.count <= lengthLimit else { return nil }
    var best: (key: [UInt8], distance: Int)?
    for candidate in known where candidate != key {
      let letters = folded(candidate)
      let limit = min(max(wanted.count, letters.count) / 3, 2, best.map { $0.distance - 1 } ?? 2)
      guard letters.count <= lengthLimit, abs(letters.count - wanted.count) <= max(limit, 0) else {
        continue
      }
      let distance = distance(from: wanted, to: letters)
      if distance <= limit { best = (candidate, distance) }
    }
    return best?.key
  }

  private static func folded(_ key: [UInt8]) -> [UInt8] {
    key.filter { $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "-") }.map(\.lowercased)
  }

  /// The number of letters that must be inserted, removed, replaced or swapped with their
  /// neighbor.
  private static func distance(from left: [UInt8], to right: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      for column in right.indices {
        let replaced = last[column] + (left[row] == right[column] ? 0 : 1)
        var best = min(current[column] + 1, last[column + 1] + 1, replaced)
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
