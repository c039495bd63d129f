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

/// Paths as text, worked out without looking at the disk.
package enum RelativePath {
  /// The way from a folder to a file or folder, e.g. `../../Schemas/tracker.yaml`.
  ///
  /// Both are absolute, or relative to one place that neither of them leaves.
  package static func from(folder: String, to target: String) -> String {
    let (start, end) = (parts(of: folder), parts(of: target))
    let common = zip(start, end).prefix { $0 == $1 }.count
    let up = [Substring](repeating: "..", count: start.count - common)
    return (up + end.dropFirst(common)).joined(separator: "/")
  }

  /// How the headers of generated files name the schema: from its stated output folder, so that it
  /// is the same wherever the tool is run and wherever the repository lies.
  ///
  /// - Parameters:
  ///   - schemaPath: absolute.
  ///   - output: `generate.output`, relative to the schema's folder.
  package static func ofSchema(at schemaPath: String, output: String) -> String {
    let folder = parts(of: schemaPath).dropLast().joined(separator: "/")
    let outputFolder = output.hasPrefix("/") ? output : "/\(folder)/\(output)"
    return from(folder: outputFolder, to: schemaPath)
  }

  /// The names on the way, with `.` and `..` carried out.
  private static func parts(of path: String) -> [Substring] {
    path.split(separator: "/").reduce(into: []) { parts, part in
      switch part {
      case ".": break
      case ".." where !parts.isEmpty && parts.last != "..": parts.removeLast()
      default: parts.append(part)
      }
    }
  }
}
