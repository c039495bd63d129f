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
