package import SyncGenDiagnostics
import SyncGenEmit
package import SyncGenSchema

/// A copy of a built-in template in one of a schema's folders, made by `templates eject`.
package struct EjectedTemplate: Sendable {
  /// The folder next to copies that contains what was copied.
  private static let folder = ".ejected"

  /// The path of the copy.
  package let path: String
  private let bytes: [UInt8]
  private let stamp: TemplateStamp
  /// The built-in template of the tool.
  private let builtIn: SourceFile

  /// The copy of a built-in template that a schema uses; `nil` if there is none.
  package static func find(
    _ builtIn: SourceFile, for schema: Schema
  ) throws(FileFailure) -> EjectedTemplate? {
    // Mistakes in other files do not matter here.
    var bag = DiagnosticBag()
    for output in schema.forEachOutput {
      for template in try TemplateFolderReader.templates(of: output, into: &bag) {
        guard let stamp = TemplateStamp(in: template.source), stamp.builtIn == builtIn else {
          continue
        }
        let source = template.source
        return EjectedTemplate(
          path: source.path, bytes: source.bytes, stamp: stamp, builtIn: builtIn)
      }
    }
    return nil
  }

  /// Whether the built-in template is the one that was copied.
  package var isCurrent: Bool { stamp.isOf(builtIn.bytes) }

  /// Keeps the original of a copy.
  static func keep(_ builtIn: SourceFile, beside path: String) throws(FileFailure) {
    let original = originalPath(of: builtIn, beside: path)
    try FileSystem.createFolder(Path.split(original).folder)
    try FileSystem.replace(original, with: builtIn.bytes)
  }

  private static func originalPath(of builtIn: SourceFile, beside path: String) -> String {
    let folder = Path.join(Path.split(path).folder, Self.folder)
    return Path.join(folder, Path.split(builtIn.path).name)
  }

  /// The changes of the built-in template since it was copied, as a patch for the copy.
  ///
  /// - Returns: The patch, and whether it is based on the original; if that is not there, the patch
  ///   shows how the copy differs from the built-in template.
  package func changes() throws(FileFailure) -> (patch: String, isExact: Bool) {
    let place = Path.simplified(path)
    let originalPath = Self.originalPath(of: builtIn, beside: path)
    if try FileSystem.kind(of: originalPath) == .file {
      let original = try FileSystem.read(originalPath, atMost: InputFile.textLimit)
      if stamp.isOf(original) {
        let patch = UnifiedDiff.text(
          of: place, from: stamp.applied(to: original), to: stamp.applied(to: builtIn.bytes))
        return (patch, true)
      }
    }
    return (
      UnifiedDiff.text(of: place, from: bytes, to: stamp.applied(to: builtIn.bytes)), false
    )
  }

  /// Records that the copy contains the changes of the built-in template.
  package func markMerged() throws(FileFailure) {
    try Self.keep(builtIn, beside: path)
    try FileSystem.replace(path, with: TemplateStamp(of: builtIn).applied(to: bytes))
  }
}
