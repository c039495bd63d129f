package import SyncGenSchema

/// The folder that a schema may include files from and write to: its package.
///
/// A schema may come with a repository from elsewhere, and reading it must not open files
/// outside that repository.
package struct PackageBounds: Hashable, Sendable {
  private static let marks = ["Package.swift", ".git"]

  /// The root, with links resolved.
  package let root: String

  /// Creates the bounds of a schema, whose path may be that of standard input.
  package init(ofSchemaAt path: String) {
    let isFile = path != InputFile.standardInput
    self.init(folder: isFile ? Path.split(path).folder : "", default: "..")
  }

  package init(of schema: Schema) {
    self.init(ofSchemaAt: schema.path)
  }

  /// Creates the bounds from the nearest folder with a package or a repository, from `folder`
  /// upwards.
  ///
  /// - Parameter alternative: The root if there is none, relative to `folder`.
  package init(folder: String, default alternative: String) {
    let start = FileSystem.resolved(folder) ?? "/"
    var candidate = start
    while !Self.marks.contains(where: { FileSystem.exists(Path.join(candidate, $0)) }) {
      if candidate == "/" {
        candidate = FileSystem.resolved(Path.join(start, alternative)) ?? start
        break
      }
      candidate = Path.split(candidate).folder
    }
    root = candidate
  }

  /// Whether a path is inside the package, with links resolved. It need not exist yet.
  package func contains(_ path: String) -> Bool {
    Path.isInside(Self.destination(of: path), root)
  }

  /// The first name below the package that begins with a dot; `nil` if there is none.
  package func hiddenName(in path: String) -> String? {
    let destination = Self.destination(of: path)
    let below = Path.isInside(destination, root) ? destination.dropFirst(root.count) : path[...]
    return below.split(separator: "/")
      .first { $0.hasPrefix(".") && $0 != "." && $0 != ".." }.map(String.init)
  }

  /// The destination of a path. An object that does not exist yet would be created at the
  /// destination of its folder.
  static func destination(of path: String) -> String {
    let path = Path.join(FileSystem.workingFolder ?? "/", path)
    // No system accepts a longer path.
    guard path.utf8.count <= 4_096 else { return Path.simplified(path) }
    if let resolved = FileSystem.resolved(path) { return resolved }
    let trimmed = path.hasSuffix("/") ? String(path.dropLast()) : path
    let (folder, name) = Path.split(trimmed)
    if folder == trimmed { return trimmed }
    let parent = destination(of: folder)
    switch name {
    case "", ".": return parent
    case "..": return Path.split(parent).folder
    default: return Path.join(parent, name)
    }
  }
}
