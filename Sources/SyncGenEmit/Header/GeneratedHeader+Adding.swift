extension GeneratedHeader {
  /// A file after the header, if the template did not print it and the language has comments.
  func added(to bytes: [UInt8], at path: OutputPath) -> [UInt8] {
    guard !Self.isGenerated(bytes), let style = CommentStyle.of(path: path.text) else {
      return bytes
    }
    let header = Array((text(style) + "\n\n").utf8)
    let start = LeadingLine.end(in: bytes)
    let isOpen = start > 0 && bytes[start - 1] != UInt8(ascii: "\n")
    return Array(bytes[..<start]) + (isOpen ? [UInt8(ascii: "\n")] : []) + header
      + bytes[start...]
  }
}
