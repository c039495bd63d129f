#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

/// Identifies the state of a file without reading it, or the names in a folder.
package struct FileStamp: Hashable, Sendable {
  /// The relevant files of a folder: schemas and templates, not output.
  private static let suffixes = [".yaml", ".yml", ".json", ".stencil"]

  private var file: [Int] = []
  private var names: [String] = []

  /// Reads the current state of the object at `path`, which need not exist.
  package init(of path: String) {
    if FileSystem.isFolder(path) {
      names = Self.names(in: path)
      return
    }
    var status = stat()
    guard stat(path, &status) == 0 else { return }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    file = [Int(status.st_ino), Int(status.st_size), Int(time.tv_sec), Int(time.tv_nsec)]
  }

  /// The state as text without white space; `-` if there is no object.
  package var text: String {
    let parts =
      file.map(String.init)
      + names.map { name in
        // Not hashed: a list of names is short, and equal strings must mean equal states.
        name.utf8.map { String($0, radix: 16) }.joined()
      }
    return parts.isEmpty ? "-" : parts.joined(separator: ".")
  }

  /// The names in a folder; none if the folder disappears in the meantime, which is another state.
  private static func names(in folder: String) -> [String] {
    let entries = (try? FileSystem.entries(in: folder)) ?? []
    return entries.filter { entry in
      !entry.name.hasPrefix(".")
        && (entry.kind == .folder || suffixes.contains { entry.name.hasSuffix($0) })
    }.map(\.name)
  }
}
