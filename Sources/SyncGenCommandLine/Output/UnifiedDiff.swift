/// Shows the changes of a file in the form that `patch` and `git apply` read.
package enum UnifiedDiff {
  private static let context = 3

  /// The difference with its two header lines; empty if there is none.
  ///
  /// - Parameters:
  ///   - old: The current text; `nil` if there is no file.
  ///   - new: The new string; `nil` if the file would be removed.
  package static func text(of path: String, from old: [UInt8]?, to new: [UInt8]?) -> String {
    let (oldLines, newLines) = (Lines(old ?? []), Lines(new ?? []))
    let changes = LineDiff.changes(from: oldLines.lines, to: newLines.lines)
    if changes.isEmpty { return "" }
    var text = "--- \(old == nil ? "/dev/null" : "a/" + path)\n"
    text += "+++ \(new == nil ? "/dev/null" : "b/" + path)\n"
    for hunk in hunks(changes) {
      text += Self.text(of: hunk, oldLines, newLines)
    }
    return text
  }

  /// The lines of a file, each with its line feed, so that a missing final one is a difference.
  private struct Lines {
    let lines: [Substring]

    init(_ bytes: [UInt8]) {
      let text = String(decoding: bytes, as: UTF8.self)
      var lines: [Substring] = []
      var start = text.startIndex
      while let end = text.utf8[start...].firstIndex(of: UInt8(ascii: "\n")) {
        let next = text.utf8.index(after: end)
        lines.append(text[start..<next])
        start = next
      }
      if start < text.endIndex { lines.append(text[start...]) }
      self.lines = lines
    }
  }

  /// Groups of changes that are so close to each other that their contexts touch.
  private static func hunks(_ changes: [LineDiff.Change]) -> [[LineDiff.Change]] {
    changes.reduce(into: []) { hunks, change in
      if let last = hunks.last?.last, change.old.lowerBound - last.old.upperBound <= 2 * context {
        hunks[hunks.count - 1].append(change)
      } else {
        hunks.append([change])
      }
    }
  }

  private static func text(of hunk: [LineDiff.Change], _ old: Lines, _ new: Lines) -> String {
    guard let first = hunk.first, let last = hunk.last else { return "" }
    let before = min(context, first.old.lowerBound)
    let after = min(context, old.lines.count - last.old.upperBound)
    let oldRange = first.old.lowerBound - before..<last.old.upperBound + after
    let newRange = first.new.lowerBound - before..<last.new.upperBound + after
    var text = "@@ -\(position(oldRange)) +\(position(newRange)) @@\n"
    var place = oldRange.lowerBound
    for change in hunk {
      for line in old.lines[place..<change.old.lowerBound] { text += marked(" ", line) }
      for line in old.lines[change.old] { text += marked("-", line) }
      for line in new.lines[change.new] { text += marked("+", line) }
      place = change.old.upperBound
    }
    for line in old.lines[place..<oldRange.upperBound] { text += marked(" ", line) }
    return text
  }

  /// The position of a range, e.g. `12,3`; an empty range names the line before it.
  private static func position(_ range: Range<Int>) -> String {
    range.count == 1
      ? "\(range.lowerBound + 1)" : "\(range.lowerBound + (range.isEmpty ? 0 : 1)),\(range.count)"
  }

  private static func marked(_ mark: String, _ line: Substring) -> String {
    let isWhole = line.utf8.last == UInt8(ascii: "\n")
    return mark + line + (isWhole ? "" : "\n\\ No newline at end of file\n")
  }
}
