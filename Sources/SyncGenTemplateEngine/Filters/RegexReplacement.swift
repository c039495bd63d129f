/// Replaces the matches of a regular expression.
struct RegexReplacement {
  private let regex: Regex<AnyRegexOutput>
  private let template: [Unicode.Scalar]

  /// - Parameter template: the replacement, where `$1` is what the first group matched.
  init(_ pattern: String, template: String) throws(FilterError) {
    do {
      regex = try Regex(pattern).matchingSemantics(.unicodeScalar)
    } catch {
      throw FilterError("has an invalid regular expression '\(pattern)'")
    }
    self.template = Array(template.unicodeScalars)
  }

  func apply(to text: String) throws(FilterError) -> String {
    var result = ""
    var end = text.startIndex
    for match in text.matches(of: regex) {
      result += text[end..<match.range.lowerBound]
      result += replacement(match.output)
      end = match.range.upperBound
      try FilterOutput.check(result.utf8.count)
    }
    return result + text[end...]
  }

  private func replacement(_ output: AnyRegexOutput) -> String {
    var result = String.UnicodeScalarView()
    var index = 0
    while index < template.count {
      let scalar = template[index]
      index += 1
      if scalar == "\\", index < template.count {
        result.append(template[index])
        index += 1
      } else if scalar == "$", index < template.count, let digit = digit(at: index) {
        index += 1
        if digit < output.count, let part = output[digit].substring {
          result.append(contentsOf: part.unicodeScalars)
        }
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  private func digit(at index: Int) -> Int? {
    let value = template[index].value
    return (0x30...0x39).contains(value) ? Int(value - 0x30) : nil
  }
}
