package import SyncGenEmit
package import SyncGenSchema

/// All output of one schema, in memory.
package struct Generation: Sendable {
  package let schema: Schema
  package let folder: OutputFolder
  package let files: [GeneratedFile]
  /// What the output was made from: the schema, its fragments, and templates that are files.
  package let inputs: [String]

  /// The paths of the files as people read them.
  package var outputs: [String] {
    files.map { folder.displayPath($0.path) }
  }
}
