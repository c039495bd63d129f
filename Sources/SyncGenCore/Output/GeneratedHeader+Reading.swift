package import SyncGenEmit

extension GeneratedHeader {
  /// How many lines have something to say, the marker's own one first.
  private static let lineLimit = 4

  /// The header that a file begins with; `nil` if the tool did not make the file.
  package init?(readFrom bytes: [UInt8]) {
    guard Self.isGenerated(bytes) else { return nil }
    let lines = bytes.prefix(4_096).split(whereSeparator: Self.endsLine)
      .drop { $0.firstRange(ofText: Self.marker) == nil }.prefix(Self.lineLimit)
    func value(after label: String) -> String? {
      for line in lines {
        guard let found = line.firstRange(ofText: label) else { continue }
        return Self.value(at: line[found.upperBound...])
      }
      return nil
    }
    let digests = value(after: "Digest: ")?.split(separator: " ")
    self.init(
      toolVersion: value(after: Self.marker + " ") ?? "",
      schemaPath: value(after: "Schema: "), template: value(after: "Template: ") ?? "",
      templateDigest: digests?.dropFirst().first.map(String.init))
  }

  private static func endsLine(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }

  /// What ends a value: the rest of its line, the next one where all are on one line, and the end
  /// of a comment or of a text in JSON.
  private static let ends = [
    warning, " Schema: ", " Template: ", " Digest: ", " -->", " */", "\"",
  ]

  private static func value(at text: ArraySlice<UInt8>) -> String {
    let end = ends.compactMap { text.firstRange(ofText: $0)?.lowerBound }.min()
    return String(decoding: text[..<(end ?? text.endIndex)], as: UTF8.self)
  }
}
