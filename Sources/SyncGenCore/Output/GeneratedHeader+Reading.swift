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
        return Self.withoutCommentEnd(line[found.upperBound...])
      }
      return nil
    }
    let digests = value(behind: "Digest: ")?.split(separator: " ")
    self.init(
      toolVersion: value(behind: Self.marker + " ").map(Self.version) ?? "",
      schemaPath: value(behind: "Schema: "), template: value(behind: "Template: ") ?? "",
      templateDigest: digests?.dropFirst().first.map(String.init))
  }

  /// `0.1.0` of `0.1.0. Do not edit.`
  private static func version(_ text: String) -> String {
    String(text.firstRange(of: ". Do not edit").map { text[..<$0.lowerBound] } ?? text[...])
  }

  private static func withoutCommentEnd(_ text: Substring) -> String {
    for end in [" -->", " */"] where text.hasSuffix(end) {
      return String(text.dropLast(end.count))
    }
    return String(text)
  }
}
