/// A name in Swift code, e.g. `avatarURL` or `Task`.
package struct SwiftIdentifier: Hashable, Sendable {
  /// The name as it is, without back-ticks.
  package let name: String

  init(_ name: String) {
    self.name = name
  }
}
