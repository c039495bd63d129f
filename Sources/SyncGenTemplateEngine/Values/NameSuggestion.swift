/// Finds the known name that a misspelt one most likely means.
enum NameSuggestion {
  /// The nearest of `candidates`, if it is near enough to be meant.
  static func nearest(to name: String, among candidates: [String]) -> String? {
    let wanted = Array(name.unicodeScalars)
    guard !wanted.isEmpty, wanted.count <= 64 else { return nil }
    // Any two names of one or two letters are near each other, which says nothing.
    let limit = wanted.count < 3 ? 0 : max(1, wanted.count / 3)
    var best: (name: String, distance: Int)?
    for candidate in Set(candidates).sorted() where candidate != name {
      let scalars = Array(candidate.unicodeScalars)
      guard abs(scalars.count - wanted.count) <= limit else { continue }
      let distance = distance(wanted, scalars)
      if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.name
  }

  /// The edit distance, where a swap of two neighbours counts as one edit.
  private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      for column in right.indices {
        let same =
          left[row].properties.lowercaseMapping == right[column].properties.lowercaseMapping
        var best = min(last[column + 1] + 1, current[column] + 1, last[column] + (same ? 0 : 1))
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          best = min(best, beforeLast[column - 1] + 1)
        }
        current.append(best)
      }
      beforeLast = last
      last = current
    }
    return last[right.count]
  }
}
