extension SwiftIdentifier {
  /// The name as code declares and uses it, in back-ticks if it is a keyword.
  package var source: String {
    isKeyword ? "`\(name)`" : name
  }

  /// The name as the label of an argument, where the compiler only wants back-ticks for three of them.
  package var label: String {
    ["inout", "let", "var"].contains(name) ? "`\(name)`" : name
  }
}
