package import SyncGenEmit

/// All output of one schema, or the shards of several, in memory.
package struct Generation: Sendable {
  /// The name in reports: the path of the schema.
  package let name: String
  package let folder: OutputFolder
  /// The files; empty if nothing has changed since the last run, so that they were not rendered.
  package let files: [GeneratedFile]
  /// The inputs of the output: schemas, their fragments and frozen versions, and templates that are
  /// files.
  package let inputs: [String]
  let templates: [UserTemplate]
  /// What the output leaves to the app.
  var notes: [String] = []
  /// The digests of the inputs; `nil` for output without a manifest.
  var digests: OutputManifest.Inputs?
  /// The files that the last run wrote, if nothing has changed since.
  var unchangedPaths: [String]?

  /// The paths of the files in the folder.
  var paths: [String] { unchangedPaths ?? files.map(\.path) }

  /// The paths of the files for display.
  package var outputs: [String] { paths.map(folder.displayPath) }

  /// Updates the folder, and returns how it differed.
  func write() throws(FileFailure) -> OutputComparison {
    guard let unchangedPaths else {
      return try OutputWriter.write(files, from: digests, to: folder)
    }
    var comparison = OutputComparison()
    comparison.unchangedCount = unchangedPaths.count
    return comparison
  }
}
