import SyncGenDiagnostics
import SyncGenEmit

/// Reads the templates of the folders that a schema names.
enum TemplateFolderReader {
  private static let suffix = ".stencil"

  /// All templates in the order of the folders and, in each, of their names.
  static func templates(in folders: [String]) throws(FileFailure) -> [UserTemplate] {
    var templates: [UserTemplate] = []
    for folder in folders { try read(folder, below: "", into: &templates) }
    return templates
  }

  private static func read(
    _ root: String, below subfolder: String, into templates: inout [UserTemplate]
  ) throws(FileFailure) {
    for (name, kind) in try FileSystem.entries(in: Path.join(root, subfolder)) {
      if name.hasPrefix(".") { continue }
      let relative = Path.join(subfolder, name)
      let path = Path.join(root, relative)
      if kind == .folder {
        try read(root, below: relative, into: &templates)
      } else if kind == .file, name.hasSuffix(suffix) {
        let source = try InputFile.read(path)
        templates.append(UserTemplate(name: relative, source: source))
      }
    }
  }
}
