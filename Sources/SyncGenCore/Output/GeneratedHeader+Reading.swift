package import SyncGenEmit

extension GeneratedHeader {
  /// The header that a file begins with; `nil` if the tool did not make the file.
  package init?(readFrom bytes: [UInt8]) {
    guard Self.isGenerated(bytes) else { return nil }
    let start = String(decoding: bytes.prefix(4_096), as: UTF8.self)
    let lines = start.split(whereSeparator: \.isNewline).drop { !$0.contains(Self.marker) }
    func value(behind label: String) -> String? {
      for line in lines.prefix(4) {
        guard let found = line.firstRange(of: label) else { continue }
        return Self.value(at: line[found.upperBound...])
      }
      return nil
    }
    let digests = value(behind: "Digest: ")?.split(separator: " ")
    self.init(
      toolVersion: value(behind: Self.marker + " ") ?? "",
      schemaPath: value(behind: "Schema: "), template: value(behind: "Template: ") ?? "",
      templateDigest: digests?.dropFirst().first.map(String.init))
  }

  /// What ends a value: the rest of its line, the next one where all are on one line, and the end
  /// of a comment or of a text in JSON.
  private static let ends = [
    warning, " Schema: ", " Template: ", " Digest: ", " -->", " */", "\"",
  ]

  private static func value(at text: Substring) -> String {
    let end = ends.compactMap { text.firstRange(of: $0)?.lowerBound }.min()
    return String(text[..<(end ?? text.endIndex)])
  }
}
