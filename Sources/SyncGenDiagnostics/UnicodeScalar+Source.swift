extension Unicode.Scalar {
  /// Whether the character, unescaped in a source file, is invisible or changes how the text around
  /// it is displayed: a control character other than tab and line feed, a line separator, or a
  /// deceptive one.
  package var isHiddenInSource: Bool {
    switch self {
    case "\t", "\n": false
    case "\u{0}"..<" ", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}": true
    default: isDeceptive
    }
  }
}

extension String {
  /// Whether the text can be in a source file without escapes for invisible characters.
  package var isVisibleInSource: Bool {
    consists(of: { 0x20..<0x7F ~= $0 || $0 == 0x09 || $0 == 0x0A })
      || !unicodeScalars.contains(where: \.isHiddenInSource)
  }
}

extension String {
  /// Whether all bytes are allowed.
  ///
  /// Equivalent to `utf8.allSatisfy`, in a fifth of the time.
  @inlinable
  package func consists(of isAllowed: (UInt8) -> Bool) -> Bool {
    utf8.withContiguousStorageIfAvailable { $0.allSatisfy(isAllowed) }
      ?? utf8.allSatisfy(isAllowed)
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is invisible and may make a reader misread the text around it: it changes
  /// the direction of writing, or has neither width nor meaning of its own.
  ///
  /// The joiners U+200C and U+200D are not included, because several scripts and emoji need them.
  package var isDeceptive: Bool {
    switch value {
    case 0xAD, 0x61C, 0x180E, 0x200B, 0x200E...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xFEFF,
      0xFFF9...0xFFFB, 0xE0000...0xE007F:
      true
    default: false
    }
  }
}
