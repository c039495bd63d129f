/// The ranges in a generated file's header that may differ between two equal outputs.
struct HeaderMarks {
  static let label = "Digest: "
  /// The placeholder for the file's digest while it is not known.
  static let noDigest = String(repeating: "0", count: ContentDigest.width)

  /// The number of lines that contain the digests, beginning with the marker's own. Without
  /// comments, a header may be a single line.
  private static let lineLimit = 4

  /// The range from the marker to the warning about editing, or to the end of that line.
  let version: Range<Int>
  /// The digits of the file's digest.
  let fileDigest: Range<Int>?
  /// The range of the file's digest and of the templates' digest after it, if there is one.
  private let digests: Range<Int>?

  /// - Returns: `nil` if the tool did not generate the file.
  init?(in bytes: [UInt8]) {
    let head = bytes.prefix(GeneratedHeader.reach)
    guard let version = Self.version(in: head) else { return nil }
    self.version = version
    digests = Self.digests(in: head[version.upperBound...])
    fileDigest = digests.map { $0.prefix(ContentDigest.width) }
  }

  /// The parts of the file without the tool's version and the digests.
  func fixedParts(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    guard let digests else { return [bytes[..<version.lowerBound], bytes[version.upperBound...]] }
    return [
      bytes[..<version.lowerBound], bytes[version.upperBound..<digests.lowerBound],
      bytes[digests.upperBound...],
    ]
  }

  /// The digest of the file, which does not depend on the tool's version.
  func digest(of bytes: [UInt8]) -> ContentDigest {
    var digest = ContentDigest()
    for part in fixedParts(of: bytes) { digest.add(part) }
    return digest
  }

  // MARK: Finding

  private static func version(in bytes: ArraySlice<UInt8>) -> Range<Int>? {
    guard let start = end(of: GeneratedHeader.marker, in: bytes) else { return nil }
    let line = bytes[start...].prefix { $0 != UInt8(ascii: "\n") }
    guard let after = end(of: GeneratedHeader.warning, in: line) else { return line.indices }
    return start..<after - GeneratedHeader.warning.utf8.count
  }

  private static func digests(in bytes: ArraySlice<UInt8>) -> Range<Int>? {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: lineLimit)
    for line in lines.prefix(lineLimit) {
      guard let start = end(of: label, in: line) else { continue }
      guard let own = digest(at: start, in: line) else { return nil }
      let template = digest(at: own.upperBound + 1, in: line)
      return start..<(template ?? own).upperBound
    }
    return nil
  }

  private static func digest(at start: Int, in line: ArraySlice<UInt8>) -> Range<Int>? {
    let end = start + ContentDigest.width
    guard end <= line.endIndex, line[start..<end].allSatisfy(isDigit) else { return nil }
    return start..<end
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
    default: false
    }
  }

  /// The end of a string in the bytes.
  private static func end(of text: String, in bytes: ArraySlice<UInt8>) -> Int? {
    bytes.firstRange(ofText: text)?.upperBound
  }
}
