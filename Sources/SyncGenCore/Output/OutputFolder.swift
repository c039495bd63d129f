import SyncGenEmit
package import SyncGenSchema

/// Where the output of one schema goes.
package struct OutputFolder: Hashable, Sendable {
  /// As the system is to find it.
  package let path: String
  /// What the headers of the output name: the way from this folder to the schema.
  package let schemaPath: String

  package init(of schema: Schema) {
    path = Path.besides(schema.path, schema.generation.output)
    schemaPath = RelativePath.ofSchema(
      at: Path.join(FileSystem.workingFolder ?? "/", schema.path),
      output: schema.generation.output)
  }

  /// Another folder than the one that the schema states, for builds that have a place of their own.
  package init(of schema: Schema, at folder: String) {
    path = folder
    let workingFolder = FileSystem.workingFolder ?? "/"
    schemaPath = RelativePath.from(
      folder: Path.join(workingFolder, folder), to: Path.join(workingFolder, schema.path))
  }

  /// A file of the folder, as people are to read it.
  package func displayPath(_ file: String) -> String {
    Path.simplified(Path.join(path, file))
  }
}
