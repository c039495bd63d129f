package import SyncGenSchema

/// The inputs that a generation has read, each in its state just before.
package final class InputLog {
  package private(set) var stamps: [String: FileStamp] = [:]

  package init() {}

  /// Records a file that is about to be read, or a folder that is about to be listed.
  package func note(_ path: String) {
    if path != InputFile.standardInput, stamps[path] == nil { stamps[path] = FileStamp(of: path) }
  }

  /// Records the other inputs of a schema: frozen versions and templates.
  package func noteInputs(of schema: Schema) {
    if let versions = VersionFolder(of: schema).path(of: schema.version) {
      note(below: Path.split(versions).folder)
    }
    for output in schema.forEachOutput {
      for folder in TemplateCatalog.folders(of: output) { note(below: folder) }
      for command in output.generation.commands {
        OutputProgram.paths(of: command, for: output).forEach { note($0) }
      }
    }
  }

  private func note(below folder: String) {
    note(folder)
    guard FileSystem.isFolder(folder) else { return }
    // A folder that cannot be listed is an error of the generation, which reports it.
    for (name, kind) in (try? FileSystem.entries(in: folder)) ?? [] where !name.hasPrefix(".") {
      let path = Path.join(folder, name)
      if kind == .folder { note(below: path) } else { note(path) }
    }
  }

  /// Whether any input has changed since it was read.
  package var isOutdated: Bool {
    stamps.contains { path, stamp in FileStamp(of: path) != stamp }
  }

  /// Adds the inputs of an earlier generation, for one that did not get as far.
  package func add(_ earlier: InputLog) {
    for path in earlier.stamps.keys { note(path) }
  }
}
