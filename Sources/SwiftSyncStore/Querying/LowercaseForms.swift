/// The strings in which only ASCII letters are lowercase and that `lowercased()` makes one string.
///
/// An index cannot contain the values of `lowercased()`: they change with the Unicode version, and
/// other programs lack the function. It can contain those of SQLite's `lower`, which changes only
/// ASCII letters, and these forms are what to look up in it.
enum LowercaseForms {
  /// The maximum number of forms that are looked up.
  static let limit = 32

  /// The forms of a string; `nil` if there are too many, or if they are not known.
  static func of(_ text: String) -> [String]? {
    // SQLite's function ends at a null character, and invalid bytes are read as U+FFFD.
    guard !text.unicodeScalars.contains(where: { [0, 0xFFFD].contains($0.value) }),
      !text.unicodeScalars.contains("\u{307}")
    else { return nil }
    var forms = [String.UnicodeScalarView()]
    for scalar in text.unicodeScalars {
      let others = variants(of: scalar)
      guard forms.count * (others.count + 1) <= limit else { return nil }
      forms = forms.flatMap { form in
        ([scalar] + others).map { form + CollectionOfOne($0) }
      }
    }
    return forms.map { String($0) }
  }

  /// The other scalars that become a scalar and that SQLite's `lower` leaves as they are.
  private static func variants(of scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    if scalar.isASCII { return scalar == "k" ? ["\u{212A}"] : [] }
    return capitals[scalar] ?? []
  }

  /// The scalars outside ASCII that become another one, by that scalar.
  ///
  /// U+0130, which becomes two scalars, is left out: strings with the second one have no forms.
  private static let capitals: [Unicode.Scalar: [Unicode.Scalar]] = {
    var capitals: [Unicode.Scalar: [Unicode.Scalar]] = [:]
    for value in 0x80...0x1FFFF {
      guard let scalar = Unicode.Scalar(UInt32(value)),
        scalar.properties.changesWhenLowercased
      else { continue }
      let lowercase = scalar.properties.lowercaseMapping.unicodeScalars
      guard lowercase.count == 1, let first = lowercase.first else { continue }
      capitals[first, default: []].append(scalar)
    }
    return capitals
  }()
}
