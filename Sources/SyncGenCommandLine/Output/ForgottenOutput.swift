import SyncGenEmit

/// Finds the output of removed schemas.
///
/// Only headers and manifests tell what files were generated from. They are trusted if they name a
/// file next to the existing schemas: files elsewhere may be missing for another reason. The output
/// folders and the folders next to them are searched.
package enum ForgottenOutput {
  /// A generation without files for each such schema and folder, so that all of its output is
  /// stray.
  package static func generations(
    beside generations: [Generation]
  ) throws(FileFailure) -> [Generation] {
    let schemaFolders = Set(generations.map { absolute(Path.split($0.name).folder) })
    var forgotten: [Generation] = []
    for folder in try candidates(beside: generations.map(\.folder.path)) {
      let claimed = claims(of: generations, in: folder)
      for schemaPath in try schemaPaths(of: folder) {
        let schema = Path.simplified(Path.join(folder, schemaPath))
        guard schemaFolders.contains(absolute(Path.split(schema).folder)),
          try FileSystem.kind(of: schema) == nil
        else { continue }
        let output = OutputFolder(at: folder, schemaPath: schemaPath, claimed: claimed)
        // A schema with another name takes over the output of the old one.
        if try OutputChecker.check([], from: nil, in: output).drift.isEmpty { continue }
        forgotten.append(
          Generation(name: schema, folder: output, files: [], inputs: [], templates: []))
      }
    }
    return forgotten
  }

  private static func claims(of generations: [Generation], in folder: String) -> Set<String> {
    Set(
      generations.filter { Path.simplified($0.folder.path) == folder }
        .flatMap { $0.paths + ($0.folder.manifestName.map { [$0] } ?? []) })
  }

  /// The output folders and those next to them, sorted.
  private static func candidates(beside outputs: [String]) throws(FileFailure) -> [String] {
    // An output folder that this run creates has neighbors, too.
    let folders = Set(outputs.map(Path.simplified))
    var candidates = folders.filter(FileSystem.isFolder)
    for parent in Set(folders.map { Path.split($0).folder })
    where !parent.isEmpty && FileSystem.isFolder(parent) {
      for (name, kind) in try FileSystem.entries(in: parent)
      where kind == .folder && !name.hasPrefix(".") {
        candidates.insert(Path.join(parent, name))
      }
    }
    return candidates.sorted()
  }

  /// The schemas named by manifests and headers in a folder, relative to the folder.
  private static func schemaPaths(of folder: String) throws(FileFailure) -> [String] {
    var paths: Set<String> = []
    for (name, kind) in try FileSystem.entries(in: folder)
    where kind == .file {
      if OutputManifest.isName(name) {
        let manifest = OutputManifest(readFrom: try FileSystem.read(Path.join(folder, name)))
        if let path = manifest.schemaPath { paths.insert(path) }
      }
      if name.hasPrefix(".") { continue }
      let start = try FileSystem.read(Path.join(folder, name), limit: GeneratedHeader.reach)
      if let path = GeneratedHeader(readFrom: start)?.schemaPath { paths.insert(path) }
    }
    return paths.sorted()
  }

  private static func absolute(_ path: String) -> String {
    Path.simplified(Path.join(FileSystem.workingFolder ?? "/", path))
  }
}
