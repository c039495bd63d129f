package import SyncGenEmit

/// All output of one schema, or the shards of several, in memory.
package struct Generation: Sendable {
  /// The name in reports: the path of the schema.
  package let name: String
  package let folder: OutputFolder
  package let files: [GeneratedFile]
  /// The inputs of the output: schemas, their fragments and frozen versions, and templates that are
  /// files.
  package let inputs: [String]
  let templates: [UserTemplate]
  /// What the output leaves to the app.
  var notes: [String] = []

  /// The paths of the files for display.
  package var outputs: [String] {
    files.map { folder.displayPath($0.path) }
  }
}
