/// What must remain at the beginning of a file, before the header: `<?xml …?>`, `<?php`,
/// `@charset …;` or `#!…`.
enum LeadingLine {
  /// The beginnings of lines that stay as a whole.
  private static let wholeLines = ["#!", "<?php\n", "<?php\r\n", "@charset "].map { Array($0.utf8) }

  /// The end of the line, including its line feed; 0 if the file has no such line.
  static func end(in bytes: [UInt8]) -> Int {
    let newline = UInt8(ascii: "\n")
    if wholeLines.contains(where: { bytes.starts(with: $0) }) {
      return bytes.firstIndex(of: newline).map { $0 + 1 } ?? bytes.count
    }
    // `<?xml-stylesheet` is not the declaration.
    guard bytes.starts(with: Array("<?xml".utf8)), bytes.count > 5, bytes[5] <= 0x20,
      let close = bytes.prefix(GeneratedHeader.reach).firstRange(ofText: "?>")?.upperBound
    else { return 0 }
    let rest = bytes[close...].drop { $0 == UInt8(ascii: "\r") }
    return rest.first == newline ? rest.startIndex + 1 : close
  }
}
