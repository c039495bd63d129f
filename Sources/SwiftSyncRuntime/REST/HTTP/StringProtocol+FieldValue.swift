extension StringProtocol {
  /// The text without the spaces and tabs around it, which mean nothing in a field (RFC 9110, 5.5).
  var trimmedFieldValue: SubSequence {
    let isBlank = { (character: Character) in character == " " || character == "\t" }
    guard let last = lastIndex(where: { !isBlank($0) }) else { return self[endIndex...] }
    return self[...last].drop(while: isBlank)
  }
}
