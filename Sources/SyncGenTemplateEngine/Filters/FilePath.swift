/// Splits paths, as far as templates need it.
enum FilePath {
  /// The last component of a path; "/" for the root.
  static func lastComponent(of path: String) -> String {
    if let last = path.split(separator: "/").last { return String(last) }
    return path.isEmpty ? "" : "/"
  }

  /// The path without its last component; "." if there is no other.
  static func folder(of path: String) -> String {
    let parts = path.split(separator: "/").dropLast()
    let root = path.hasPrefix("/") ? "/" : ""
    let folder = root + parts.joined(separator: "/")
    return folder.isEmpty ? "." : folder
  }
}
