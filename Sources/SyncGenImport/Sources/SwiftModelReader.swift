import SyncGenCommandLine
import SyncGenDiagnostics

/// Reads Swift files, and those in folders.
enum SwiftModelReader: SourceReader {
  static func read(_ paths: [String], _ options: ImportOptions) throws -> ImportedSchema {
    var files: [SourceFile] = []
    for path in paths { try add(path, to: &files, depth: 0) }
    let schema = SwiftModelImport.read(files)
    guard !schema.entities.isEmpty else {
      throw ImportFailure(at: paths.first, "found no class with '@Model'")
    }
    return schema
  }

  private static func add(_ path: String, to files: inout [SourceFile], depth: Int) throws {
    guard FileSystem.isFolder(path) else {
      files.append(try InputFile.read(path))
      return
    }
    let folder = path.hasSuffix("/") ? path : path + "/"
    for entry in try FileSystem.entries(in: path) where !entry.name.hasPrefix(".") {
      if entry.kind == .folder, depth < SourceRecognizer.depth {
        try add(folder + entry.name, to: &files, depth: depth + 1)
      } else if entry.kind == .file, entry.name.hasSuffix(".swift") {
        files.append(try InputFile.read(folder + entry.name))
      }
    }
  }
}
