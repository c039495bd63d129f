/// An import as a file states it.
struct SwiftImport: Hashable, Sendable {
  /// From what is seen least to what is seen most.
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

  /// With `@` and what is in parentheses, sorted.
  var attributes: [String]
  /// `nil` if the file does not say.
  var access: Access?
  /// `struct` and similar words of an import of one declaration.
  let kind: String?
  /// The names from the module on.
  let path: String
  /// What `#if` asks for here; empty if nothing.
  let condition: String
  /// Where it stands in the file.
  let range: Range<Int>

  static let implementationOnly = "@_implementationOnly"

  var module: Substring { path.prefix { $0 != "." } }
  /// What is imported, by whatever access.
  var target: String { (kind.map { $0 + " " } ?? "") + path }

  var text: String {
    (attributes + [access?.word, "import", kind, path].compactMap(\.self)).joined(separator: " ")
  }

  /// The groups in which formatters want imports.
  var group: Int {
    if attributes.contains("@testable") { return 3 }
    return attributes.contains(Self.implementationOnly) ? 2 : kind == nil ? 0 : 1
  }
}
