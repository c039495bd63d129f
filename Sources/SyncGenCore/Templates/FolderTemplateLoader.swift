package import SyncGenDiagnostics
import SyncGenEmit
import SyncGenTemplateEngine

/// Finds templates in folders, the first folder first, and never outside of them; then those that
/// are compiled into the tool.
package struct FolderTemplateLoader: TemplateLoader {
  private static let builtIn = BuiltInTemplateLoader()

  private let folders: [String]

  package init(_ folders: [String]) {
    self.folders = folders
  }

  package func source(named name: String) -> SourceFile? {
    fileSource(named: name) ?? Self.builtIn.source(named: name)
  }

  package var names: [String] { Self.builtIn.names }

  private func fileSource(named name: String) -> SourceFile? {
    if BuiltInTemplateLoader.isBuiltIn(name) { return nil }
    for folder in folders {
      let path = Path.join(folder, name)
      guard isInside(path, folder) else { continue }
      // What cannot be read counts as not there; the template that wants it is then in error.
      guard let bytes = try? InputFile.read(path).bytes else { continue }
      return SourceFile(path: path, bytes: bytes)
    }
    return nil
  }

  /// Whether the file is in the folder with links followed.
  private func isInside(_ path: String, _ folder: String) -> Bool {
    guard let file = FileSystem.resolved(path), let root = FileSystem.resolved(folder) else {
      return false
    }
    return file != root && Path.isInside(file, root)
  }
}
