extension Unicode.Scalar {
  /// Whether a reader does not see the scalar and may take the text around it for another one: it changes the
  /// direction of writing, or has neither width nor meaning of its own.
  ///
  /// The joiners U+200C and U+200D are not among them: several scripts and emoji need them.
  package var isDeceptive: Bool {
    switch value {
    case 0xAD, 0x61C, 0x180E, 0x200B, 0x200E...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xFEFF,
      0xFFF9...0xFFFB, 0xE0000...0xE007F:
      true
    default: false
    }
  }
}
