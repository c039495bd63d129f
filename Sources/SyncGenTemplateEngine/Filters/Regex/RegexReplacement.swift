/// Replaces the matches of a regular expression.
struct RegexReplacement {
  private let program: RegexProgram
  private let template: [Unicode.Scalar]

  /// - Parameter template: The replacement, in which `$1` is the match of the first group.
  init(_ pattern: String, template: String) throws(FilterError) {
    do throws(RegexParser.Problem) {
      program = try RegexProgram(pattern)
    } catch {
      throw FilterError("has an invalid regular expression '\(pattern)': \(error.message)")
    }
    self.template = Array(template.unicodeScalars)
  }

  func apply(to text: String) throws(FilterError) -> String {
    let scalars = Array(text.unicodeScalars)
    var matcher = RegexMatcher(program, scalars)
    var result = String.UnicodeScalarView()
    var (copied, position) = (0, 0)
    var size = 0
    while position <= scalars.count, let match = try next(&matcher, from: position) {
      result.append(contentsOf: scalars[copied..<match[0]])
      append(match, of: scalars, to: &result)
      size += match[0] - copied + template.count * max(1, match[1] - match[0])
      try FilterOutput.check(size)
      copied = match[1]
      position = match[1] > match[0] ? match[1] : match[1] + 1
    }
    result.append(contentsOf: scalars[copied...])
    return String(result)
  }

  private func next(
    _ matcher: inout RegexMatcher, from position: Int
  ) throws(FilterError) -> [Int]? {
    do throws(RegexMatcher.Exhausted) {
      return try matcher.firstMatch(from: position)
    } catch {
      throw FilterError("takes too long for this string")
    }
  }

  /// Appends the template with the groups of a match filled in.
  private func append(
    _ match: [Int], of scalars: [Unicode.Scalar], to result: inout String.UnicodeScalarView
  ) {
    var index = 0
    while index < template.count {
      let scalar = template[index]
      index += 1
      if scalar == "\\", index < template.count {
        result.append(template[index])
        index += 1
      } else if scalar == "$", let group = group(at: &index) {
        guard group <= program.groupCount, match[2 * group] >= 0 else { continue }
        let (start, end) = (match[2 * group], match[2 * group + 1])
        if end >= start { result.append(contentsOf: scalars[start..<end]) }
      } else {
        result.append(scalar)
      }
    }
  }

  /// The group whose number follows, with as many digits as form the number of a group.
  private func group(at index: inout Int) -> Int? {
    var group: Int?
    while index < template.count, ("0"..."9").contains(template[index]) {
      let longer = (group ?? 0) * 10 + Int(template[index].value - 0x30)
      if group != nil, longer > program.groupCount { break }
      group = longer
      index += 1
    }
    return group
  }
}
