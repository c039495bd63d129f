package import SyncGenEmit

extension GeneratedHeader {
  /// The header that a file begins with; `nil` if the tool did not make the file.
  package init?(readFrom bytes: [UInt8]) {
    guard Self.isGenerated(bytes) else { return nil }
    let start = String(decoding: bytes.prefix(4_096), as: UTF8.self)
    let lines = start.split(whereSeparator: \.isNewline).drop { !$0.contains(Self.marker) }
    func value(behind label: String) -> String? {
      for line in lines.prefix(3) {
        guard let found = line.firstRange(of: label) else { continue }
        return Self.withoutCommentEnd(line[found.upperBound...])
      }
      return nil
    }
    self.init(
      toolVersion: value(behind: Self.marker + " ") ?? "",
      schemaPath: value(behind: "Schema: "), template: value(behind: "Template: ") ?? "")
  }

  private static func withoutCommentEnd(_ text: Substring) -> String {
    for end in [" -->", " */"] where text.hasSuffix(end) {
      return String(text.dropLast(end.count))
    }
    return String(text)
  }
}
