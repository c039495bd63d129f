/// The texts that begin with a prefix, as the range that an index is searched by.
///
/// SQLite compares text by its bytes in UTF-8, which is the order of code points.
enum PrefixRange {
  /// The least text that is greater than all that begin with `prefix`; `nil` if there is none.
  static func end(of prefix: String) -> String? {
    var scalars = prefix.unicodeScalars
    while let last = scalars.popLast() {
      guard let next = successor(of: last) else { continue }
      scalars.append(next)
      return String(scalars)
    }
    return nil
  }

  /// The next code point, past the surrogates, which text cannot have.
  private static func successor(of scalar: Unicode.Scalar) -> Unicode.Scalar? {
    Unicode.Scalar(scalar.value == 0xD7FF ? 0xE000 : scalar.value + 1)
  }
}
