/// Parses the text of a regular expression in the syntax of ICU.
struct RegexParser {
  struct Problem: Error {
    let message: String
  }

  struct Flags {
    var ignoresCase = false
    var isMultiline = false
    var dotMatchesNewline = false
  }

  static let maximumDepth = 32
  static let maximumRepetition = 1000

  var scalars: [Unicode.Scalar]
  var index = 0
  var flags = Flags()
  private(set) var groupCount = 0
  private(set) var groupNames: [String: Int] = [:]
  private var depth = 0

  init(_ pattern: String) {
    scalars = Array(pattern.unicodeScalars)
  }

  mutating func parse() throws(Problem) -> RegexNode {
    let node = try alternatives()
    if index < scalars.count { throw Problem(message: "')' without '('") }
    return node
  }

  var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  mutating func take(_ text: StaticString) -> Bool {
    let wanted = text.withUTF8Buffer { $0.map { Unicode.Scalar($0) } }
    guard scalars[index...].starts(with: wanted) else { return false }
    index += wanted.count
    return true
  }

  private mutating func alternatives() throws(Problem) -> RegexNode {
    depth += 1
    defer { depth -= 1 }
    if depth > Self.maximumDepth { throw Problem(message: "groups are nested too deeply") }
    var branches = [try sequence()]
    while take("|") { branches.append(try sequence()) }
    return branches.count == 1 ? branches[0] : .alternatives(branches)
  }

  private mutating func sequence() throws(Problem) -> RegexNode {
    var nodes: [RegexNode] = []
    while let scalar = next, scalar != "|", scalar != ")" {
      nodes.append(try quantified(try atom()))
    }
    return nodes.count == 1 ? nodes[0] : .sequence(nodes)
  }

  // MARK: Quantifiers

  private mutating func quantified(_ node: RegexNode) throws(Problem) -> RegexNode {
    var node = node
    var count = 0
    while let (min, max) = try quantifier() {
      count += 1
      if count > Self.maximumDepth { throw Problem(message: "too many quantifiers in a row") }
      let greed: RegexNode.Greediness = take("?") ? .lazy : take("+") ? .possessive : .greedy
      node = .repetition(node, min: min, max: max, greed)
    }
    return node
  }

  private mutating func quantifier() throws(Problem) -> (Int, Int?)? {
    if take("*") { return (0, nil) }
    if take("+") { return (1, nil) }
    if take("?") { return (0, 1) }
    let start = index
    guard take("{") else { return nil }
    guard let min = try number() else {
      index = start
      return nil
    }
    var max: Int? = min
    if take(",") { max = try number() }
    guard take("}"), max ?? min >= min else { throw Problem(message: "invalid quantifier") }
    return (min, max)
  }

  private mutating func number() throws(Problem) -> Int? {
    var value: Int?
    while let scalar = next, ("0"..."9").contains(scalar) {
      value = (value ?? 0) * 10 + Int(scalar.value - 0x30)
      if value ?? 0 > Self.maximumRepetition { throw Problem(message: "too many repetitions") }
      index += 1
    }
    return value
  }

  // MARK: Atoms

  private mutating func atom() throws(Problem) -> RegexNode {
    let scalar = scalars[index]
    index += 1
    switch scalar {
    case "(": return try group()
    case "[": return .set(try set())
    case ".":
      if flags.dotMatchesNewline { return .set(RegexSet(isNegated: true)) }
      return .set(RegexSet([.property(RegexClass.isLineEnd)], isNegated: true))
    case "^": return .assertion(flags.isMultiline ? .lineStart : .textStart)
    case "$": return .assertion(flags.isMultiline ? .lineEnd : .textEndBeforeNewline)
    case "\\": return try escape()
    case "*", "+", "?": throw Problem(message: "'\(scalar)' has nothing to repeat")
    default: return .set(RegexSet(scalar, ignoresCase: flags.ignoresCase))
    }
  }

  private mutating func group() throws(Problem) -> RegexNode {
    if take("?:") { return try body() }
    if take("?>") { return .atomic(try body()) }
    if take("?=") { return try look(isBehind: false, isNegated: false) }
    if take("?!") { return try look(isBehind: false, isNegated: true) }
    if take("?<=") { return try look(isBehind: true, isNegated: false) }
    if take("?<!") { return try look(isBehind: true, isNegated: true) }
    if take("?<") { return try numberedGroup(named: try groupName()) }
    if take("?") { return try flagGroup() }
    return try numberedGroup(named: nil)
  }

  private mutating func numberedGroup(named name: String?) throws(Problem) -> RegexNode {
    groupCount += 1
    let number = groupCount
    if let name { groupNames[name] = number }
    return .group(try body(), index: number)
  }

  private mutating func look(isBehind: Bool, isNegated: Bool) throws(Problem) -> RegexNode {
    .look(try body(), isBehind: isBehind, isNegated: isNegated)
  }

  /// Parses the content of a group, whose flags end with it.
  private mutating func body(restoring outer: Flags? = nil) throws(Problem) -> RegexNode {
    let outer = outer ?? flags
    let node = try alternatives()
    guard take(")") else { throw Problem(message: "'(' without ')'") }
    flags = outer
    return node
  }

  mutating func groupName() throws(Problem) -> String {
    let start = index
    while let scalar = next, scalar != ">" {
      guard scalar.properties.isAlphabetic || RegexClass.isDigit(scalar) else { break }
      index += 1
    }
    let name = String(String.UnicodeScalarView(scalars[start..<index]))
    guard take(">"), !name.isEmpty else { throw Problem(message: "invalid group name") }
    return name
  }

  /// Parses `(?i)` for the rest of the enclosing group, or `(?i:…)` for a separate group.
  private mutating func flagGroup() throws(Problem) -> RegexNode {
    let outer = flags
    var isOn = true
    while let scalar = next {
      index += 1
      switch scalar {
      case "i": flags.ignoresCase = isOn
      case "m": flags.isMultiline = isOn
      case "s": flags.dotMatchesNewline = isOn
      case "-": isOn = false
      case ":": return try body(restoring: outer)
      case ")": return .empty
      default: throw Problem(message: "unknown flag '\(scalar)'")
      }
    }
    throw Problem(message: "'(' without ')'")
  }
}
