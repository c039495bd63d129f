package import SyncGenEmit

extension GeneratedHeader {
  /// The number of lines that are examined, beginning with the marker's own.
  private static let lineLimit = 3

  /// Reads the header at the beginning of a file; returns `nil` if the tool did not generate the
  /// file.
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
    self.init(
      schemaPath: value(after: "Schema: "), template: value(after: "Template: ") ?? "")
  }

  private static func endsLine(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }

  /// The ends of a value: the end of its line, the next value if all are on one line, and the end
  /// of a comment or of a JSON text.
  private static let ends = [" Schema: ", " Template: ", " -->", " */", "\""]

  private static func value(at text: ArraySlice<UInt8>) -> String {
    let end = ends.compactMap { text.firstRange(ofText: $0)?.lowerBound }.min()
    return String(decoding: text[..<(end ?? text.endIndex)], as: UTF8.self)
  }
}
