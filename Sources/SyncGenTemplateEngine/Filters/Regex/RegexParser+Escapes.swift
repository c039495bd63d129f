extension RegexParser {
  /// Parses an escape outside brackets, after its backslash.
  mutating func escape() throws(Problem) -> RegexNode {
    guard let scalar = next else { throw Problem(message: "'\\' at the end") }
    switch scalar {
    case "b": return assertion(.wordBoundary)
    case "B": return assertion(.noWordBoundary)
    case "A": return assertion(.textStart)
    case "z": return assertion(.textEnd)
    case "Z": return assertion(.textEndBeforeNewline)
    case "Q": return quotation()
    case "1"..."9": return backreference()
    case "k":
      index += 1
      guard take("<"), let group = groupNames[try groupName()] else {
        throw Problem(message: "unknown group name")
      }
      return .backreference(group, ignoresCase: flags.ignoresCase)
    default: return .set(try escapedSet())
    }
  }

  private mutating func assertion(_ assertion: RegexNode.Assertion) -> RegexNode {
    index += 1
    return .assertion(assertion)
  }

  private mutating func quotation() -> RegexNode {
    index += 1
    var nodes: [RegexNode] = []
    while let scalar = next {
      if take("\\E") { break }
      nodes.append(.set(RegexSet(scalar, ignoresCase: flags.ignoresCase)))
      index += 1
    }
    return .sequence(nodes)
  }

  /// Parses a backreference with as many digits as form the number of an existing group.
  private mutating func backreference() -> RegexNode {
    var group = 0
    while let scalar = next, ("0"..."9").contains(scalar) {
      let longer = group * 10 + Int(scalar.value - 0x30)
      if group > 0, longer > groupCount { break }
      group = longer
      index += 1
    }
    return .backreference(group, ignoresCase: flags.ignoresCase)
  }

  /// The characters that an escape represents, inside or outside brackets.
  private mutating func escapedSet() throws(Problem) -> RegexSet {
    guard let scalar = next else { throw Problem(message: "'\\' at the end") }
    if let known = RegexClass.escaped(scalar) {
      index += 1
      return known
    }
    if scalar == "p" || scalar == "P" {
      index += 1
      return try property(isNegated: scalar == "P")
    }
    return RegexSet(try escapedScalar(), ignoresCase: flags.ignoresCase)
  }

  private mutating func property(isNegated: Bool) throws(Problem) -> RegexSet {
    guard take("{") else { throw Problem(message: "expected '{' after '\\p'") }
    let isOpposite = take("^")
    let start = index
    while let scalar = next, scalar != "}" { index += 1 }
    let name = String(String.UnicodeScalarView(scalars[start..<index]))
    guard take("}"), let property = RegexClass.named(name) else {
      throw Problem(message: "unknown property '\(name)'")
    }
    return RegexSet([.property(property)], isNegated: isNegated != isOpposite)
  }

  private mutating func escapedScalar() throws(Problem) -> Unicode.Scalar {
    let scalar = scalars[index]
    index += 1
    switch scalar {
    case "n": return "\n"
    case "t": return "\t"
    case "r": return "\r"
    case "f": return "\u{0C}"
    case "a": return "\u{07}"
    case "e": return "\u{1B}"
    case "0": return "\0"
    case "x": return take("{") ? try hexadecimal(upTo: 6, closed: true) : try hexadecimal(upTo: 2)
    case "u": return try hexadecimal(upTo: 4)
    default:
      if scalar.isASCII, scalar.properties.isAlphabetic {
        throw Problem(message: "unknown escape '\\\(scalar)'")
      }
      return scalar
    }
  }

  private mutating func hexadecimal(
    upTo limit: Int, closed: Bool = false
  ) throws(Problem) -> Unicode.Scalar {
    var digits = ""
    while let scalar = next, digits.count < limit, scalar.properties.isASCIIHexDigit {
      digits.unicodeScalars.append(scalar)
      index += 1
    }
    guard let value = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(value),
      !closed || take("}")
    else { throw Problem(message: "invalid character number") }
    return scalar
  }

  // MARK: Brackets

  /// Parses a set in brackets, after the opening one.
  mutating func set(depth: Int = 0) throws(Problem) -> RegexSet {
    if depth > Self.maximumDepth { throw Problem(message: "brackets are nested too deeply") }
    var result = RegexSet(isNegated: take("^"), ignoresCase: flags.ignoresCase)
    var isFirst = true
    while let scalar = next {
      if scalar == "]", !isFirst {
        index += 1
        return result
      }
      isFirst = false
      if take("[:") {
        result.items.append(try posixClass())
      } else if take("[") {
        result.items.append(.set(try set(depth: depth + 1)))
      } else if take("&&") {
        throw Problem(message: "'&&' is not supported")
      } else {
        result.items.append(try range())
      }
    }
    throw Problem(message: "'[' without ']'")
  }

  private mutating func posixClass() throws(Problem) -> RegexSet.Item {
    let isNegated = take("^")
    let start = index
    while let scalar = next, scalar != ":" { index += 1 }
    let name = String(String.UnicodeScalarView(scalars[start..<index]))
    guard take(":]"), let property = RegexClass.named(name) else {
      throw Problem(message: "unknown class '[:\(name):]'")
    }
    return .set(RegexSet([.property(property)], isNegated: isNegated))
  }

  private mutating func range() throws(Problem) -> RegexSet.Item {
    let lower = try rangeEnd()
    guard case .range(let single) = lower, next == "-", index + 1 < scalars.count,
      scalars[index + 1] != "]", scalars[index + 1] != "["
    else { return lower }
    index += 1
    guard case .range(let upper) = try rangeEnd(), upper.upperBound >= single.lowerBound else {
      throw Problem(message: "invalid range in brackets")
    }
    return .range(single.lowerBound...upper.upperBound)
  }

  private mutating func rangeEnd() throws(Problem) -> RegexSet.Item {
    let scalar = scalars[index]
    index += 1
    guard scalar == "\\" else { return .range(scalar...scalar) }
    if take("b") { return .range("\u{08}"..."\u{08}") }
    let set = try escapedSet()
    if !set.isNegated, set.items.count == 1, case .range(let range) = set.items[0] {
      return .range(range)
    }
    return .set(set)
  }
}
