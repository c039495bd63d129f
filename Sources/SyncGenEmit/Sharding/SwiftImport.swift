/// An import as stated in a file.
struct SwiftImport: Hashable, Sendable {
  /// From the narrowest to the widest.
  enum Access: Int, Hashable, Sendable, Comparable, CaseIterable {
    case `private`
    case `fileprivate`
    case `internal`
    case package
    case `public`

    init?(_ word: String) {
      guard let access = Self.allCases.first(where: { $0.word == word }) else { return nil }
      self = access
    }

    var word: String { String(describing: self) }

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// The attributes with `@` and their parenthesised arguments, sorted.
  var attributes: [String]
  /// `nil` if the file does not state it.
  var access: Access?
  /// The keyword, e.g. `struct`, of an import of one declaration.
  let kind: String?
  /// The names, beginning with the module.
  let path: String
  /// The condition of the enclosing `#if`; empty if there is none.
  let condition: String
  /// The range in the file.
  let range: Range<Int>

  static let implementationOnly = "@_implementationOnly"

  var module: Substring { path.prefix { $0 != "." } }
  /// The imported module or declaration, regardless of the access level.
  var target: String { (kind.map { $0 + " " } ?? "") + path }

  var text: String {
    (attributes + [access?.word, "import", kind, path].compactMap(\.self)).joined(separator: " ")
  }

  /// The group in which formatters place the import.
  var group: Int {
    if attributes.contains("@testable") { return 3 }
    return attributes.contains(Self.implementationOnly) ? 2 : kind == nil ? 0 : 1
  }
}
