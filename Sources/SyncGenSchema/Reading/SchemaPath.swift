/// Paths as written in a schema: with slashes, relative to the schema's folder.
enum SchemaPath {
  /// A path to the same file relative to the start of the schema's own path, without `.` and
  /// without `..` after a named folder.
  static func resolve(_ path: String, relativeTo schema: String) -> String {
    if path.hasPrefix("/") { return normalized(path) }
    guard let slash = schema.lastIndex(of: "/") else { return normalized(path) }
    return normalized(schema[...slash] + path)
  }

  private static func normalized(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." {
        parts.removeLast()
      } else {
        parts.append(part)
      }
    }
    return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
  }
}
