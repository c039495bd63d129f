extension String {
  /// The regular expression without backslashes before characters that have no special meaning.
  /// Many documents have some, although ECMA-262 with the flag `u`, and so a schema, does not allow
  /// them.
  var withoutNeedlessEscapes: String {
    var result = ""
    var isInClass = false
    var characters = makeIterator()
    while let character = characters.next() {
      guard character == "\\", let escaped = characters.next() else {
        if character == "[" { isInClass = true } else if character == "]" { isInClass = false }
        result.append(character)
        continue
      }
      let isNeeded =
        (escaped.isASCII && (escaped.isLetter || escaped.isNumber))
        || "^$\\.*+?()[]{}|/".contains(escaped)
        || (escaped == "-" && isInClass)
      result += isNeeded ? "\\\(escaped)" : "\(escaped)"
    }
    return result
  }
}
