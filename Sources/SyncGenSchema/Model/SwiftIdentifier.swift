/// A name in Swift code, e.g. `avatarURL` or `Task`.
package struct SwiftIdentifier: Hashable, Sendable {
  /// The name without back-ticks.
  package let name: String

  /// Whether code needs back-ticks. Computed once, because names are written many times.
  let isKeyword: Bool

  package init(_ name: String) {
    self.name = name
    isKeyword = SwiftKeywords.reserved.contains(name)
  }
}
