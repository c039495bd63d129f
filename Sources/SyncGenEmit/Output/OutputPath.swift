/// Where a file goes, relative to the output folder: parts joined by `/`, none of which begins with a dot.
package struct OutputPath: Hashable, Sendable {
  /// Why a text is not an output path.
  enum Failure: Error, Hashable {
    case empty
    case leavesOutputFolder
    case hidden
    case unwritable
  }

  package let text: String

  /// - Throws: `Failure` if the text names no file inside the folder.
  init(_ text: String) throws(Failure) {
    let trimmed = text.drop { $0.isWhitespace }
    guard !trimmed.isEmpty else { throw .empty }
    guard !trimmed.hasPrefix("/"), !trimmed.hasPrefix("~") else { throw .leavesOutputFolder }
    guard !text.unicodeScalars.contains(where: Self.isUnwritable) else { throw .unwritable }
    var parts: [Substring] = []
    for part in text.split(separator: "/", omittingEmptySubsequences: false) where part != "." {
      guard part != ".." else { throw .leavesOutputFolder }
      // Shells, editors and version control run what files with such names say.
      guard !part.hasPrefix(".") else { throw .hidden }
      guard !part.allSatisfy(\.isWhitespace) else { throw .unwritable }
      parts.append(part)
    }
    guard !parts.isEmpty else { throw .empty }
    self.text = parts.joined(separator: "/")
  }

  /// Equal for paths that are one file on a file system that ignores case, as macOS has by default.
  var collisionKey: String {
    Self.collisionKey(of: text)
  }

  static func collisionKey(of text: String) -> String {
    text.lowercased()
  }

  /// Control characters, and what other systems take for separators.
  private static func isUnwritable(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || scalar.value == 0x7F || scalar == "\\" || scalar == ":"
  }
}
