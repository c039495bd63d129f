/// A declaration that is only visible in its own file.
struct PrivateName: Hashable, Sendable {
  /// The type that it is a member of; empty at the top level of the file.
  let scope: String
  /// The signature that no other declaration of the scope may have: the name, and the parameters of
  /// functions.
  let signature: String
  /// The keyword, e.g. `func` or `struct`.
  let keyword: String
  let name: String

  /// The name in messages.
  var description: String { scope.isEmpty ? name : "\(scope).\(name)" }

  static func == (left: Self, right: Self) -> Bool {
    left.scope == right.scope && left.signature == right.signature
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(scope)
    hasher.combine(signature)
  }
}
