/// Paths as text, with `/` between the parts.
package enum Path {
  /// `path` as seen from `folder`; an absolute path stays as it is.
  package static func join(_ folder: String, _ path: String) -> String {
    if folder.isEmpty || path.hasPrefix("/") { return path }
    if path.isEmpty { return folder }
    return folder.hasSuffix("/") ? folder + path : folder + "/" + path
  }

  /// A path that a file states, as seen from the file's folder.
  package static func besides(_ file: String, _ path: String) -> String {
    join(split(file).folder, path)
  }

  /// The folder of a path, empty for a bare name, and the name.
  package static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return ("", path) }
    let name = String(path[path.index(after: slash)...])
    return (slash == path.startIndex ? "/" : String(path[..<slash]), name)
  }

  /// Whether a path is a folder or something below it. Both are absolute, with links followed.
  package static func isInside(_ path: String, _ folder: String) -> Bool {
    path == folder || path.hasPrefix(folder == "/" ? folder : folder + "/")
  }

  /// The path without `.` and without `a/..`, for people to read.
  ///
  /// Only for reading: where `a` is a link, the shorter path may name another file.
  package static func simplified(_ path: String) -> String {
    let isAbsolute = path.hasPrefix("/")
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part != ".." {
        parts.append(part)
      } else if let last = parts.last, last != ".." {
        parts.removeLast()
      } else if !isAbsolute {
        parts.append(part)
      }
    }
    let joined = parts.joined(separator: "/")
    return isAbsolute ? "/" + joined : joined.isEmpty ? "." : joined
  }
}
