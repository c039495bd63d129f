/// A part of a parsed regular expression.
indirect enum RegexNode {
  enum Assertion {
    case textStart, textEnd, textEndBeforeNewline, lineStart, lineEnd, wordBoundary
    case noWordBoundary
  }

  enum Greediness {
    case greedy, lazy, possessive
  }

  case empty
  case set(RegexSet)
  case sequence([RegexNode])
  case alternatives([RegexNode])
  case repetition(RegexNode, min: Int, max: Int?, Greediness)
  case group(RegexNode, index: Int)
  case atomic(RegexNode)
  case assertion(Assertion)
  case look(RegexNode, isBehind: Bool, isNegated: Bool)
  case backreference(Int, ignoresCase: Bool)
}

/// A set of characters, composed of ranges and classes.
struct RegexSet {
  enum Item {
    case range(ClosedRange<Unicode.Scalar>)
    case property(@Sendable (Unicode.Scalar) -> Bool)
    case set(RegexSet)
  }

  var items: [Item] = []
  var isNegated = false
  var ignoresCase = false

  init(_ items: [Item] = [], isNegated: Bool = false, ignoresCase: Bool = false) {
    self.items = items
    self.isNegated = isNegated
    self.ignoresCase = ignoresCase
  }

  init(_ scalar: Unicode.Scalar, ignoresCase: Bool = false) {
    self.init([.range(scalar...scalar)], ignoresCase: ignoresCase)
  }

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    var holds = items.contains { $0.contains(scalar) }
    if !holds, ignoresCase {
      holds = Self.otherCases(of: scalar).contains { other in
        items.contains { $0.contains(other) }
      }
    }
    return holds != isNegated
  }

  /// The scalar in lower and upper case, if these are single scalars.
  static func otherCases(of scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    let properties = scalar.properties
    return [properties.lowercaseMapping, properties.uppercaseMapping].compactMap { mapped in
      let scalars = mapped.unicodeScalars
      return scalars.count == 1 ? scalars.first : nil
    }
  }
}

extension RegexSet.Item {
  fileprivate func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch self {
    case .range(let range): range.contains(scalar)
    case .property(let property): property(scalar)
    case .set(let set): set.contains(scalar)
    }
  }
}

/// The named character classes of regular expressions.
enum RegexClass {
  static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.properties.isAlphabetic { return true }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .connectorPunctuation:
      return true
    default: return scalar == "\u{200C}" || scalar == "\u{200D}"
    }
  }

  static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .decimalNumber
  }

  static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace
  }

  static func isLineEnd(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }

  /// The class of `\d`, `\w`, `\s`, `\h` or `\v`, or of their uppercase complements.
  static func escaped(_ letter: Unicode.Scalar) -> RegexSet? {
    let property: @Sendable (Unicode.Scalar) -> Bool
    switch letter {
    case "d", "D": property = isDigit
    case "w", "W": property = isWord
    case "s", "S": property = isSpace
    case "h", "H": property = { $0 == "\t" || $0.properties.generalCategory == .spaceSeparator }
    case "v", "V": property = isLineEnd
    default: return nil
    }
    return RegexSet([.property(property)], isNegated: letter.properties.isUppercase)
  }

  /// The class of `\p{name}` or `[:name:]`.
  static func named(_ name: String) -> (@Sendable (Unicode.Scalar) -> Bool)? {
    switch name.lowercased() {
    case "alpha", "alphabetic": return { $0.properties.isAlphabetic }
    case "digit": return isDigit
    case "alnum": return { $0.properties.isAlphabetic || isDigit($0) }
    case "upper", "uppercase": return { $0.properties.isUppercase }
    case "lower", "lowercase": return { $0.properties.isLowercase }
    case "space", "whitespace", "white_space": return isSpace
    case "blank": return { $0 == "\t" || $0.properties.generalCategory == .spaceSeparator }
    case "punct", "punctuation": return category("P")
    case "word": return isWord
    case "xdigit": return { $0.properties.isASCIIHexDigit }
    case "ascii": return { $0.isASCII }
    case "any": return { _ in true }
    default:
      let isKnown = !name.isEmpty && categories.keys.contains { $0.hasPrefix(name) }
      return isKnown ? category(name) : nil
    }
  }

  /// Whether a scalar's general category is `name`, or begins with it: `L` contains `Lu` and `Ll`.
  private static func category(_ name: String) -> @Sendable (Unicode.Scalar) -> Bool {
    let members = categories.filter { $0.key.hasPrefix(name) }.map(\.value)
    return { members.contains($0.properties.generalCategory) }
  }

  private static let categories: [String: Unicode.GeneralCategory] = [
    "Lu": .uppercaseLetter, "Ll": .lowercaseLetter, "Lt": .titlecaseLetter,
    "Lm": .modifierLetter, "Lo": .otherLetter, "Mn": .nonspacingMark, "Mc": .spacingMark,
    "Me": .enclosingMark, "Nd": .decimalNumber, "Nl": .letterNumber, "No": .otherNumber,
    "Pc": .connectorPunctuation, "Pd": .dashPunctuation, "Ps": .openPunctuation,
    "Pe": .closePunctuation, "Pi": .initialPunctuation, "Pf": .finalPunctuation,
    "Po": .otherPunctuation, "Sm": .mathSymbol, "Sc": .currencySymbol, "Sk": .modifierSymbol,
    "So": .otherSymbol, "Zs": .spaceSeparator, "Zl": .lineSeparator, "Zp": .paragraphSeparator,
    "Cc": .control, "Cf": .format, "Cs": .surrogate, "Co": .privateUse, "Cn": .unassigned,
  ]
}
