extension Unicode.Scalar {
  /// Whether the character, raw in a source file, is not seen or changes how the text around it is seen: a
  /// control character other than tab and line feed, a line separator, or a deceptive one.
  package var isHiddenInSource: Bool {
    switch self {
    case "\t", "\n": false
    case "\u{0}"..<" ", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}": true
    default: isDeceptive
    }
  }
}

extension String {
  /// Whether it can stand in a source file without escapes for characters that are not seen.
  package var isVisibleInSource: Bool {
    consists(of: { 0x20..<0x7F ~= $0 || $0 == 0x09 || $0 == 0x0A })
      || !unicodeScalars.contains(where: \.isHiddenInSource)
  }
}
