#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

/// What tells one state of a file from another without reading it, or the names in a folder.
package struct FileStamp: Hashable, Sendable {
  /// What of a folder counts: the files that schemas and templates are, and no output.
  private static let suffixes = [".yaml", ".yml", ".json", ".stencil"]

  private var file: [Int] = []
  private var names: [String] = []

  /// The state of what lies at `path` now; of nothing, too.
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

  /// The same state as text without white space; `-` for nothing.
  package var text: String {
    let parts =
      file.map(String.init)
      + names.map { name in
        // Not hashed: a list of names is short, and equal texts have to mean equal states.
        name.utf8.map { String($0, radix: 16) }.joined()
      }
    return parts.isEmpty ? "-" : parts.joined(separator: ".")
  }

  /// None if the folder goes away meanwhile, which is another state.
  private static func names(in folder: String) -> [String] {
    let entries = (try? FileSystem.entries(in: folder)) ?? []
    return entries.filter { entry in
      !entry.name.hasPrefix(".")
        && (entry.kind == .folder || suffixes.contains { entry.name.hasSuffix($0) })
    }.map(\.name)
  }
}
