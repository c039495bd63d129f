extension SourceFile {
  /// The lines that Git writes into a file that it could not merge; none in any other file.
  ///
  /// A line of equals signs alone may also underline a heading in a text.
  package var conflictMarkers: [SourceSpan] {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let found = lines.indices.filter { Self.isConflictMarker(lines[$0]) }
    let isConflict = found.contains { lines[$0].first != UInt8(ascii: "=") }
    return isConflict ? found.map { SourceSpan(path: path, line: $0 + 1) } : []
  }

  private static func isConflictMarker(_ line: ArraySlice<UInt8>) -> Bool {
    guard let mark = line.first, marks.contains(mark), line.prefix(7).count == 7,
      line.prefix(7).allSatisfy({ $0 == mark })
    else { return false }
    // A carriage return ends the line in files with Windows line ends.
    guard let next = line.dropFirst(7).first else { return true }
    return next == UInt8(ascii: " ") || next == UInt8(ascii: "\r")
  }

  private static let marks = Array("<|=>".utf8)
}
