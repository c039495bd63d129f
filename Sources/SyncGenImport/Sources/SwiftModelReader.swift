import SyncGenCore
import SyncGenDiagnostics

/// Reads Swift files, and those in folders.
enum SwiftModelReader: SourceReader {
  /// The maximum depth of nested folders; links are not followed.
  private static let depth = 32

  static func read(_ paths: [String], _ options: ImportOptions) throws -> ImportedSchema {
    var files: [SourceFile] = []
    for path in paths { try add(path, to: &files, depth: 0) }
    let schema = SwiftModelImport.read(files)
    guard !schema.entities.isEmpty else {
      throw ImportFailure(at: paths.first, "found no class with '@Model'")
    }
    return schema
  }

  /// Whether there is a Swift file in a folder or in one of its folders.
  static func hasFiles(in path: String, depth: Int = 0) throws -> Bool {
    let folder = path.hasSuffix("/") ? path : path + "/"
    let entries = try FileSystem.entries(in: path).filter { !$0.name.hasPrefix(".") }
    if entries.contains(where: { $0.kind == .file && $0.name.hasSuffix(".swift") }) { return true }
    guard depth < Self.depth else { return false }
    return try entries.contains { entry in
      try entry.kind == .folder && hasFiles(in: folder + entry.name, depth: depth + 1)
    }
  }

  private static func add(_ path: String, to files: inout [SourceFile], depth: Int) throws {
    guard FileSystem.isFolder(path) else {
      files.append(try InputFile.read(path))
      return
    }
    let folder = path.hasSuffix("/") ? path : path + "/"
    for entry in try FileSystem.entries(in: path) where !entry.name.hasPrefix(".") {
      if entry.kind == .folder, depth < Self.depth {
        try add(folder + entry.name, to: &files, depth: depth + 1)
      } else if entry.kind == .file, entry.name.hasSuffix(".swift") {
        files.append(try InputFile.read(folder + entry.name))
      }
    }
  }
}
