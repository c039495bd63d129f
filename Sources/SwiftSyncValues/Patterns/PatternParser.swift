/// Parses the text of a pattern.
struct PatternParser {
  /// The maximum depth of groups. More would only serve to exhaust the stack.
  private static let deepest = 100
  /// The maximum number of repetitions that a pattern may state.
  private static let mostRepetitions = 10_000

  /// The characters that may follow a backslash and then have no other meaning.
  private static let syntaxCharacters = Set("^$\\.*+?()[]{}|/".unicodeScalars)

  private let scalars: [Unicode.Scalar]
  /// Whether other escapes of a character are problems, as in ECMA-262 with the flag `u`.
  private let isStrict: Bool
  private var position = 0
  private var depth = 0

  init(_ source: String, isStrict: Bool = false) {
    scalars = Array(source.unicodeScalars)
    self.isStrict = isStrict
  }

  mutating func parse() throws(PatternProblem) -> PatternNode {
    let node = try alternatives()
    guard position == scalars.count else { throw problem("')' without '('") }
    return node
  }

  // MARK: - Structure

  private mutating func alternatives() throws(PatternProblem) -> PatternNode {
    var branches = [try sequence()]
    while take("|") { branches.append(try sequence()) }
    return branches.count == 1 ? branches[0] : .alternatives(branches)
  }

  private mutating func sequence() throws(PatternProblem) -> PatternNode {
    var parts: [PatternNode] = []
    while let next, next != "|", next != ")" {
      let start = position
      let part = try term()
      parts.append(try quantified(part, since: start))
    }
    return .sequence(parts)
  }

  private mutating func term() throws(PatternProblem) -> PatternNode {
    let start = position
    guard let scalar = advance() else { throw problem("the pattern ends early") }
    switch scalar {
    case "^": return .assertion(.start)
    case "$": return .assertion(.end)
    case ".": return .characters(.dot)
    case "(": return try group(from: start)
    case "[": return .characters(try characterClass(from: start))
    case "\\":
      if take("b") { return .assertion(.wordBoundary) }
      if take("B") { return .assertion(.noWordBoundary) }
      return .characters(try escape(from: start, inClass: false).set)
    case "*", "+", "?": throw problem("nothing to repeat", at: start)
    case "{", "}", "]":
      throw problem("write '\\\(scalar)' for the character '\(scalar)'", at: start)
    default: return .characters(CharacterSet([scalar.value...scalar.value]))
    }
  }

  private mutating func group(from start: Int) throws(PatternProblem) -> PatternNode {
    var isNegative: Bool?
    if take("?") { isNegative = try groupKind(from: start) }
    depth += 1
    guard depth <= Self.deepest else { throw problem("groups are nested too deeply", at: start) }
    let node = try alternatives()
    depth -= 1
    guard take(")") else { throw problem("'(' without ')'", at: start) }
    return isNegative.map { .lookahead(node, isNegative: $0) } ?? node
  }

  /// - Returns: For a lookahead, whether it is negative.
  private mutating func groupKind(from start: Int) throws(PatternProblem) -> Bool? {
    if take(":") { return nil }
    if take("=") { return false }
    if take("!") { return true }
    guard take("<") else { throw problem("unknown kind of group", at: start) }
    if next == "=" || next == "!" {
      throw problem("lookbehind is not supported", at: start)
    }
    while let scalar = advance(), scalar != ">" {}
    guard position < scalars.count else { throw problem("'(?<' without '>'", at: start) }
    return nil
  }

  // MARK: - Repetition

  private mutating func quantified(
    _ node: PatternNode, since start: Int
  ) throws(PatternProblem) -> PatternNode {
    let place = position
    guard let (low, high) = try quantifier() else { return node }
    switch node {
    case .assertion, .lookahead: throw problem("an assertion cannot be repeated", at: start)
    default: break
    }
    // Laziness does not affect whether there is a match.
    _ = take("?")
    if let next, "*+?{".unicodeScalars.contains(next) { throw problem("nothing to repeat") }
    if let high, high < low { throw problem("the bounds are in the wrong order", at: place) }
    return .repeated(node, from: low, to: high)
  }

  private mutating func quantifier() throws(PatternProblem) -> (Int, Int?)? {
    if take("*") { return (0, nil) }
    if take("+") { return (1, nil) }
    if take("?") { return (0, 1) }
    let start = position
    guard take("{") else { return nil }
    let low = try number(from: start)
    guard take(",") else { return try closed((low, low), from: start) }
    if take("}") { return (low, nil) }
    return try closed((low, try number(from: start)), from: start)
  }

  private mutating func closed(
    _ bounds: (Int, Int?), from start: Int
  ) throws(PatternProblem) -> (Int, Int?) {
    guard take("}") else { throw problem("write '\\{' for the character '{'", at: start) }
    return bounds
  }

  private mutating func number(from start: Int) throws(PatternProblem) -> Int {
    var digits = ""
    while let next, CharacterSet.digit.contains(next.value) {
      digits.unicodeScalars.append(next)
      position += 1
    }
    guard !digits.isEmpty else { throw problem("write '\\{' for the character '{'", at: start) }
    guard let number = Int(digits), number <= Self.mostRepetitions else {
      throw problem("more than \(Self.mostRepetitions) repetitions", at: start)
    }
    return number
  }

  // MARK: - Classes

  private mutating func characterClass(from start: Int) throws(PatternProblem) -> CharacterSet {
    let isNegated = take("^")
    var set = CharacterSet([])
    while !take("]") {
      guard next != nil else { throw problem("'[' without ']'", at: start) }
      let place = position
      let low = try classAtom()
      guard next == "-", position + 1 < scalars.count, scalars[position + 1] != "]" else {
        set.formUnion(low.set)
        continue
      }
      position += 1
      guard let first = low.scalar, let last = try classAtom().scalar else {
        throw problem("the ends of a range are single characters", at: place)
      }
      guard first <= last else { throw problem("the range is in the wrong order", at: place) }
      set.formUnion(CharacterSet([first...last]))
    }
    return isNegated ? set.inverted : set
  }

  private mutating func classAtom() throws(PatternProblem) -> PatternAtom {
    let start = position
    guard let scalar = advance() else { throw problem("'[' without ']'") }
    return scalar == "\\" ? try escape(from: start, inClass: true) : PatternAtom(scalar.value)
  }
}

/// A character, or a set of characters, as stated by an escape.
struct PatternAtom {
  let set: CharacterSet
  /// The character; `nil` for a set of several.
  let scalar: UInt32?

  init(_ scalar: UInt32) {
    (self.scalar, set) = (scalar, CharacterSet([scalar...scalar]))
  }

  init(_ set: CharacterSet) {
    (scalar, self.set) = (nil, set)
  }
}

// MARK: - Escapes

extension PatternParser {
  private mutating func escape(
    from start: Int, inClass: Bool
  ) throws(PatternProblem) -> PatternAtom {
    guard let scalar = advance() else { throw problem("'\\' at the end", at: start) }
    switch scalar {
    case "d": return PatternAtom(.digit)
    case "D": return PatternAtom(.digit.inverted)
    case "w": return PatternAtom(.word)
    case "W": return PatternAtom(.word.inverted)
    case "s": return PatternAtom(.whitespace)
    case "S": return PatternAtom(.whitespace.inverted)
    case "p", "P": return PatternAtom(try category(isNegated: scalar == "P", from: start))
    case "t": return PatternAtom(0x09)
    case "n": return PatternAtom(0x0A)
    case "v": return PatternAtom(0x0B)
    case "f": return PatternAtom(0x0C)
    case "r": return PatternAtom(0x0D)
    case "b" where inClass: return PatternAtom(0x08)
    case "x": return PatternAtom(try hexadecimal(2, from: start))
    case "u": return PatternAtom(try unicodeEscape(from: start))
    case "c": return PatternAtom(try control(from: start))
    case "0": return try zero(from: start)
    case "1"..."9", "k": throw problem("backreferences are not supported", at: start)
    default: return PatternAtom(try literal(scalar, from: start, inClass: inClass))
    }
  }

  private func literal(
    _ scalar: Unicode.Scalar, from start: Int, inClass: Bool
  ) throws(PatternProblem) -> UInt32 {
    guard !CharacterSet.word.contains(scalar.value) || scalar == "_" else {
      throw problem("unknown escape '\\\(scalar)'", at: start)
    }
    let isSyntax = Self.syntaxCharacters.contains(scalar) || (inClass && scalar == "-")
    guard isSyntax || !isStrict else {
      throw problem("write '\(scalar)' instead of '\\\(scalar)'", at: start)
    }
    return scalar.value
  }

  private func zero(from start: Int) throws(PatternProblem) -> PatternAtom {
    if let next, CharacterSet.digit.contains(next.value) {
      throw problem("octal escapes are not supported", at: start)
    }
    return PatternAtom(0)
  }

  private mutating func control(from start: Int) throws(PatternProblem) -> UInt32 {
    guard let letter = advance(), letter.isASCII, letter.properties.isAlphabetic else {
      throw problem("'\\c' needs a letter", at: start)
    }
    return letter.value % 32
  }

  /// Reads `\p{L}`, `\p{Lu}` or `\p{gc=Lu}` after its `\p`.
  private mutating func category(
    isNegated: Bool, from start: Int
  ) throws(PatternProblem) -> CharacterSet {
    var name = ""
    guard take("{") else { throw problem("'\\p' needs a category, such as '\\p{L}'", at: start) }
    while let scalar = advance(), scalar != "}" { name.unicodeScalars.append(scalar) }
    for prefix in ["gc=", "General_Category="] where name.hasPrefix(prefix) {
      name.removeFirst(prefix.count)
    }
    guard scalars[position - 1] == "}", let mask = GeneralCategory.mask(named: name) else {
      throw problem("unknown category '\(name)'; write a short name such as 'L' or 'Lu'", at: start)
    }
    return CharacterSet(categories: mask, isNegated: isNegated)
  }

  private mutating func unicodeEscape(from start: Int) throws(PatternProblem) -> UInt32 {
    guard take("{") else {
      let first = try hexadecimal(4, from: start)
      guard (0xD800..<0xDC00).contains(first), take("\\"), take("u") else { return first }
      let second = try hexadecimal(4, from: start)
      guard (0xDC00..<0xE000).contains(second) else {
        throw problem("unpaired surrogate", at: start)
      }
      return 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
    }
    var digits = ""
    while let scalar = advance(), scalar != "}" { digits.unicodeScalars.append(scalar) }
    guard scalars[position - 1] == "}", let value = UInt32(digits, radix: 16), value <= 0x10FFFF
    else { throw problem("not a code point", at: start) }
    return value
  }

  private mutating func hexadecimal(
    _ count: Int, from start: Int
  ) throws(PatternProblem) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<count {
      guard let digit = advance()?.hexadecimalValue else {
        throw problem("expected \(count) hexadecimal digits", at: start)
      }
      value = value << 4 | digit
    }
    return value
  }

  // MARK: - Characters

  private var next: Unicode.Scalar? {
    position < scalars.count ? scalars[position] : nil
  }

  private mutating func advance() -> Unicode.Scalar? {
    guard let next else { return nil }
    position += 1
    return next
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    position += 1
    return true
  }

  private func problem(_ message: String, at offset: Int? = nil) -> PatternProblem {
    PatternProblem(offset: offset ?? position, message: message)
  }
}

extension Unicode.Scalar {
  fileprivate var hexadecimalValue: UInt32? {
    isASCII ? Character(self).hexDigitValue.map(UInt32.init) : nil
  }
}
