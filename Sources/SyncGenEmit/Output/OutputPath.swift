/// The path of a file relative to the output folder: parts joined by `/`, none of which begins with
/// a dot.
package struct OutputPath: Hashable, Sendable {
  /// The reason why a string is not an output path.
  enum Failure: Error, Hashable {
    case empty
    case leavesOutputFolder
    case hidden
    case unwritable

    /// - Parameter subject: What the file is generated for.
    func message(path: String, subject: String) -> String {
      switch self {
      case .empty: "the output path for \(subject) is empty"
      case .leavesOutputFolder: "the output path '\(path)' is outside the output folder"
      case .hidden: "the output path '\(path)' has a name that begins with a dot"
      case .unwritable:
        "the output path \(SwiftText.string(path)) has a character or an empty part that file "
          + "systems do not accept"
      }
    }
  }

  package let text: String

  /// - Throws: `Failure` if the text does not name a file inside the folder.
  init(_ text: String) throws(Failure) {
    let trimmed = text.drop { $0.isWhitespace }
    guard !trimmed.isEmpty else { throw .empty }
    guard !trimmed.hasPrefix("/"), !trimmed.hasPrefix("~") else { throw .leavesOutputFolder }
    guard !text.unicodeScalars.contains(where: Self.isUnwritable) else { throw .unwritable }
    var parts: [Substring] = []
    for part in text.split(separator: "/", omittingEmptySubsequences: false) where part != "." {
      guard part != ".." else { throw .leavesOutputFolder }
      // Shells, editors and version control execute or obey files with such names.
      guard !part.hasPrefix(".") else { throw .hidden }
      guard !part.allSatisfy(\.isWhitespace) else { throw .unwritable }
      parts.append(part)
    }
    guard !parts.isEmpty else { throw .empty }
    self.text = parts.joined(separator: "/")
  }

  /// Equal for paths that are the same file on a file system that ignores case, as macOS does by
  /// default.
  var collisionKey: String {
    Self.collisionKey(of: text)
  }

  static func collisionKey(of text: String) -> String {
    text.lowercased()
  }

  /// The folders above a file, e.g. `a` and `a/b` for `a/b/c.txt`.
  static func folders(above file: String) -> [String] {
    let bytes = file.utf8
    return bytes.indices.filter { bytes[$0] == UInt8(ascii: "/") }.map { String(file[..<$0]) }
  }

  /// Whether it is a control character, or a separator on another system.
  private static func isUnwritable(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || scalar.value == 0x7F || scalar == "\\" || scalar == ":"
  }
}

/// Paths as text, computed without accessing the disk.
package enum RelativePath {
  /// The path from a folder to a file or folder, e.g. `../../Schemas/tracker.yaml`.
  ///
  /// Both are absolute, or relative to one folder that neither of them leaves.
  package static func from(folder: String, to target: String) -> String {
    let (start, end) = (parts(of: folder), parts(of: target))
    let common = zip(start, end).prefix { $0 == $1 }.count
    let up = [Substring](repeating: "..", count: start.count - common)
    return (up + end.dropFirst(common)).joined(separator: "/")
  }

  /// The schema as named in the headers of generated files: relative to its stated output folder,
  /// so that it does not depend on the working folder or the location of the repository.
  ///
  /// - Parameters:
  ///   - schemaPath: The absolute path of the schema.
  ///   - output: `generate.output`, relative to the schema's folder.
  package static func ofSchema(at schemaPath: String, output: String) -> String {
    let folder = parts(of: schemaPath).dropLast().joined(separator: "/")
    let outputFolder = output.hasPrefix("/") ? output : "/\(folder)/\(output)"
    return from(folder: outputFolder, to: schemaPath)
  }

  /// The parts of the path, with `.` and `..` resolved.
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
