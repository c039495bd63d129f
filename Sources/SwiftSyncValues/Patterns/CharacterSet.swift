/// The characters accepted at one position of a pattern, as Unicode scalar values.
struct CharacterSet: Sendable {
  /// Ranges, in any order.
  private(set) var ranges: [ClosedRange<UInt32>] = []
  /// Sets of general categories, with one bit for each; a negated set means all others.
  private var categories: [(mask: UInt32, isNegated: Bool)] = []
  private var isNegated = false

  init(_ ranges: [ClosedRange<UInt32>]) {
    self.ranges = ranges
  }

  init(categories mask: UInt32, isNegated: Bool) {
    categories = [(mask, isNegated)]
  }

  /// - Parameter other: A set that is not the inverse of a set of categories, which states its own
  ///   inverse.
  mutating func formUnion(_ other: CharacterSet) {
    ranges += other.isNegated ? Self.complement(of: other.ranges) : other.ranges
    categories += other.categories
  }

  /// The complement of the set.
  var inverted: CharacterSet {
    var set = self
    set.isNegated.toggle()
    return set
  }

  func contains(_ scalar: UInt32) -> Bool {
    for range in ranges where range.contains(scalar) { return !isNegated }
    guard !categories.isEmpty, let scalar = Unicode.Scalar(scalar) else { return isNegated }
    let bit = GeneralCategory.bit(of: scalar.properties.generalCategory)
    return categories.contains { ($0.mask & bit != 0) != $0.isNegated } != isNegated
  }

  /// The ranges between the given ones.
  private static func complement(of ranges: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
    var result: [ClosedRange<UInt32>] = []
    var next: UInt32 = 0
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if range.lowerBound > next { result.append(next...range.lowerBound - 1) }
      next = max(next, range.upperBound + 1)
    }
    return next <= 0x10FFFF ? result + [next...0x10FFFF] : result
  }
}

extension CharacterSet {
  static let digit = CharacterSet([0x30...0x39])
  static let word = CharacterSet([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
  /// WhiteSpace and LineTerminator of ECMA-262.
  static let whitespace = CharacterSet([
    0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029,
    0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
  ])
  /// The characters that `.` matches: all except line terminators.
  static let dot =
    CharacterSet([0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029]).inverted
}

/// Unicode's general categories by their short names.
enum GeneralCategory {
  private static let names = [
    "Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "No", "Pc", "Pd", "Ps", "Pe", "Pi",
    "Pf", "Po", "Sm", "Sc", "Sk", "So", "Zs", "Zl", "Zp", "Cc", "Cf", "Cs", "Co", "Cn",
  ]

  /// The categories of a name: `Lu`, or all that begin with `L`; `nil` if there are none.
  static func mask(named name: String) -> UInt32? {
    if name == "Any" { return .max }
    var mask: UInt32 = 0
    for (index, known) in names.enumerated() where known == name || known.prefix(1) == name {
      mask |= 1 << UInt32(index)
    }
    return mask == 0 ? nil : mask
  }

  static func bit(of category: Unicode.GeneralCategory) -> UInt32 {
    let index =
      switch category {
      case .uppercaseLetter: 0
      case .lowercaseLetter: 1
      case .titlecaseLetter: 2
      case .modifierLetter: 3
      case .otherLetter: 4
      case .nonspacingMark: 5
      case .spacingMark: 6
      case .enclosingMark: 7
      case .decimalNumber: 8
      case .letterNumber: 9
      case .otherNumber: 10
      case .connectorPunctuation: 11
      case .dashPunctuation: 12
      case .openPunctuation: 13
      case .closePunctuation: 14
      case .initialPunctuation: 15
      case .finalPunctuation: 16
      case .otherPunctuation: 17
      case .mathSymbol: 18
      case .currencySymbol: 19
      case .modifierSymbol: 20
      case .otherSymbol: 21
      case .spaceSeparator: 22
      case .lineSeparator: 23
      case .paragraphSeparator: 24
      case .control: 25
      case .format: 26
      case .surrogate: 27
      case .privateUse: 28
      default: 29
      }
    return 1 << UInt32(index)
  }
}
