package import SyncGenDiagnostics
import SyncGenEmit
import SyncGenSchema
import SyncGenTemplateEngine

/// Reads the templates of the folders that a schema names.
enum TemplateFolderReader {
  private static let suffix = ".stencil"
  /// The suffixes of files about templates.
  private static let notes = [".md", ".txt"]

  /// All templates of a schema's output, in the order of the folders and then of their names. A file
  /// that may be meant as one is reported.
  static func templates(
    of schema: Schema, into bag: inout DiagnosticBag
  ) throws(FileFailure) -> [UserTemplate] {
    let folders = TemplateCatalog.folders(of: schema)
    let all = schema.generation.allTemplateFolders.map { Path.besides(schema.path, $0) }
    let others = Set(all.compactMap(FileSystem.resolved))
      .subtracting(folders.compactMap(FileSystem.resolved))
    var templates: [UserTemplate] = []
    for folder in folders { try read(folder, below: "", without: others, into: &templates, &bag) }
    return templates
  }

  /// - Parameter others: The folders of other outputs, which may be inside this one.
  private static func read(
    _ root: String, below subfolder: String, without others: Set<String>,
    into templates: inout [UserTemplate],
    _ bag: inout DiagnosticBag
  ) throws(FileFailure) {
    for (name, kind) in try FileSystem.entries(in: Path.join(root, subfolder)) {
      if name.hasPrefix(".") { continue }
      let relative = Path.join(subfolder, name)
      let path = Path.join(root, relative)
      if kind == .folder {
        if let resolved = FileSystem.resolved(path), others.contains(resolved) { continue }
        try read(root, below: relative, without: others, into: &templates, &bag)
      } else if kind == .file, name.hasSuffix(suffix) {
        let source = try InputFile.readTemplate(path)
        templates.append(UserTemplate(name: relative, source: source))
      } else if kind == .file, name.contains("."), !notes.contains(where: name.hasSuffix) {
        bag.add(.otherFile(at: path))
      }
    }
  }
}

extension Diagnostic {
  fileprivate static func otherFile(at path: String) -> Diagnostic {
    let place = SourceSpan(path: path)
    return Diagnostic(
      .warning, .templateUnused, "the file is not a template: its name does not end in '.stencil'",
      at: place, notes: [.init("rename it, or move it out of the template folder", at: place)])
  }
}

/// Finds templates in folders, in order and never outside them; then among those compiled into the
/// tool.
package struct FolderTemplateLoader: TemplateLoader {
  private static let builtIn = BuiltInTemplateLoader()

  private let folders: [String]

  package init(_ folders: [String]) {
    self.folders = folders
  }

  package func source(named name: String) -> SourceFile? {
    if let layer = TemplateLayer(name) { return fileSource(named: layer.file, from: layer.index) }
    return fileSource(named: name) ?? Self.builtIn.source(named: name)
  }

  package var names: [String] { Self.builtIn.names }

  /// A file that extends a template of its own name extends that of a later folder, or the built-in
  /// one.
  package func base(named name: String, of source: SourceFile) -> String {
    let file = BuiltInTemplateLoader.fileName(name) ?? name
    guard let own = FileSystem.resolved(source.path),
      let index = folders.firstIndex(where: {
        FileSystem.resolved(Path.join($0, file)) == own
      })
    else { return name }
    if fileSource(named: file, from: index + 1) != nil {
      return TemplateLayer(index: index + 1, file: file).name
    }
    let builtIn = BuiltInTemplateLoader.name(of: file)
    return Self.builtIn.source(named: builtIn) == nil ? name : builtIn
  }

  private func fileSource(named name: String, from first: Int = 0) -> SourceFile? {
    if BuiltInTemplateLoader.isBuiltIn(name) { return nil }
    for folder in folders.dropFirst(first) {
      let path = Path.join(folder, name)
      guard isInside(path, folder) else { continue }
      // An unreadable file counts as missing; the template that needs it is then in error.
      guard let bytes = try? InputFile.readTemplate(path).bytes else { continue }
      return SourceFile(path: path, bytes: bytes)
    }
    return nil
  }

  /// Whether the file is in the folder, with links resolved.
  private func isInside(_ path: String, _ folder: String) -> Bool {
    guard let file = FileSystem.resolved(path), let root = FileSystem.resolved(folder) else {
      return false
    }
    return file != root && Path.isInside(file, root)
  }
}

extension InputFile {
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// A template without the byte order mark that some editors write.
  package static func readTemplate(_ path: String) throws(FileFailure) -> SourceFile {
    let source = try read(path)
    guard source.bytes.starts(with: byteOrderMark) else { return source }
    return SourceFile(path: source.path, bytes: Array(source.bytes.dropFirst(byteOrderMark.count)))
  }
}
