extension FilterTable {
  mutating func registerCaseFilters() {
    registerForEach("uppercase") { $0.uppercased() }
    registerForEach("lowercase") { $0.lowercased() }
    registerForEach("capitalize") { LetterCase.capitalized($0) }
    registerSimple("lowerFirstLetter") { LetterCase.lowerFirstLetter($0) }
    registerSimple("lowerFirstWord") { LetterCase.lowerFirstWord($0) }
    registerSimple("upperFirstLetter") { LetterCase.upperFirstLetter($0) }
    registerSimple("titlecase") { LetterCase.upperFirstLetter($0) }
    register("camelToSnakeCase") { value, arguments throws(FilterError) in
      let isLower = try arguments.flag(at: 0) ?? true
      let snake = LetterCase.snakeCase(try value.requireString())
      return .string(isLower ? snake.lowercased() : snake)
    }
    registerSimple("kebabCase") { LetterCase.kebabCase($0) }
    register("snakeToCamelCase") { value, arguments throws(FilterError) in
      let strips = try arguments.flag(at: 0) ?? false
      return .string(LetterCase.camelCase(try value.requireString(), stripsUnderscores: strips))
    }
  }

  /// Registers a filter of any value's text, or of each element of a list.
  private mutating func registerForEach(
    _ name: String, _ convert: @escaping @Sendable (String) -> String
  ) {
    register(name) { value, arguments throws(FilterError) in
      try arguments.requireCount(atMost: 0)
      guard case .array(let values) = value else { return .string(convert(value.text)) }
      return .array(values.map { .string(convert($0.text)) })
    }
  }

  /// Registers a filter of a string without arguments.
  mutating func registerSimple(
    _ name: String, _ convert: @escaping @Sendable (String) -> String
  ) {
    register(name) { value, arguments throws(FilterError) in
      try arguments.requireCount(atMost: 0)
      return .string(convert(try value.requireString()))
    }
  }
}

/// Changes the case of words in names.
enum LetterCase {
  /// Capitalizes the first letter of each word and lowercases the rest. An apostrophe does not end
  /// a word.
  static func capitalized(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var isInWord = false
    for scalar in text.unicodeScalars {
      let properties = scalar.properties
      if properties.isAlphabetic {
        let mapped = isInWord ? properties.lowercaseMapping : properties.titlecaseMapping
        result.append(contentsOf: mapped.unicodeScalars)
        isInWord = true
      } else {
        result.append(scalar)
        let joins = scalar == "'" || scalar == "\u{2019}" || scalar == "\u{AD}"
        isInWord = isInWord && (joins || properties.generalCategory == .nonspacingMark)
      }
    }
    return String(result)
  }

  static func lowerFirstLetter(_ text: String) -> String {
    text.prefix(1).lowercased() + text.dropFirst()
  }

  static func upperFirstLetter(_ text: String) -> String {
    guard let first = text.unicodeScalars.first else { return text }
    return first.properties.uppercaseMapping + String(text.unicodeScalars.dropFirst())
  }

  /// Lowercases the leading capitals, except the one that begins the next word: `URLList`.
  static func lowerFirstWord(_ text: String) -> String {
    // Most names already begin with a lowercase letter.
    if let first = text.utf8.first, (0x61...0x7A).contains(first) { return text }
    let scalars = Array(text.unicodeScalars)
    var end = scalars.firstIndex { !isUpper($0) } ?? scalars.count
    if end > 1, end < scalars.count, isLower(scalars[end]) { end -= 1 }
    return string(scalars[..<end]).lowercased() + string(scalars[end...])
  }

  private static func isUpper(_ scalar: Unicode.Scalar) -> Bool {
    let category = scalar.properties.generalCategory
    return category == .uppercaseLetter || category == .titlecaseLetter
  }

  private static func isLower(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .lowercaseLetter
  }

  private static func string(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  // MARK: Snakes and camels

  /// Inserts underscores between the words of a camel-case name, and replaces dashes by
  /// underscores.
  ///
  /// A word begins at a capital letter after a lowercase letter or digit, and at the last of
  /// several capitals or digits if a lowercase letter follows it.
  ///
  /// - Parameter keepsPlurals: Whether capitals with an `s` at their end, as in `projectIDs`, are one
  ///   word. They are two in StencilSwiftKit.
  static func snakeCase(_ text: String, keepsPlurals: Bool = false) -> String {
    let scalars = Array(text.unicodeScalars)
    var result = String.UnicodeScalarView()
    for (index, scalar) in scalars.enumerated() {
      if index > 0, isASCIIUpper(scalar), beginsWord(at: index, scalars),
        !(keepsPlurals && endsPlural(at: index, scalars))
      {
        result.append("_")
      }
      result.append(scalar == "-" ? "_" : scalar)
    }
    return String(result)
  }

  /// The words of a name in any style, in lowercase with dashes between them.
  static func kebabCase(_ text: String) -> String {
    snakeCase(text, keepsPlurals: true).lowercased().unicodeScalars
      .split { $0 == "_" || $0.properties.isWhitespace }
      .map { String($0) }.joined(separator: "-")
  }

  /// Whether the letter is the last of several capitals that are followed by `s` and a new word.
  private static func endsPlural(at index: Int, _ scalars: [Unicode.Scalar]) -> Bool {
    guard isASCIIUpper(scalars[index - 1]), index + 1 < scalars.count, scalars[index + 1] == "s"
    else { return false }
    return index + 2 == scalars.count || !isASCIILower(scalars[index + 2])
  }

  private static func beginsWord(at index: Int, _ scalars: [Unicode.Scalar]) -> Bool {
    let previous = scalars[index - 1]
    if isASCIILower(previous) || isDigit(previous) { return true }
    let isFollowedByLower = index + 1 < scalars.count && isASCIILower(scalars[index + 1])
    return isASCIIUpper(previous) && isFollowedByLower
  }

  private static func isASCIIUpper(_ scalar: Unicode.Scalar) -> Bool {
    ("A"..."Z").contains(scalar)
  }

  private static func isASCIILower(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar)
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .decimalNumber
  }

  /// Joins the words between underscores, each capitalized; words in capitals are lowercased first.
  static func camelCase(_ text: String, stripsUnderscores: Bool) -> String {
    let hasLower = text.unicodeScalars.contains(where: isASCIILower)
    let words = (hasLower ? text : snakeCase(text)).split(separator: "_").map(String.init)
    let camel = words.map { hasLower ? upperFirstLetter($0) : capitalized($0) }.joined()
    return stripsUnderscores ? camel : text.prefix { $0 == "_" } + camel
  }
}
