/// A declaration that only its own file sees.
struct PrivateName: Hashable, Sendable {
  /// The type that it is a member of; empty at the top of the file.
  let scope: String
  /// What no other declaration of the scope may have: the name, and the parameters of functions.
  let signature: String
  /// The keyword, as in `func` or `struct`.
  let keyword: String
  let name: String

  /// As messages show it.
  var description: String { scope.isEmpty ? name : "\(scope).\(name)" }

  static func == (left: Self, right: Self) -> Bool {
    left.scope == right.scope && left.signature == right.signature
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(scope)
    hasher.combine(signature)
  }
}
