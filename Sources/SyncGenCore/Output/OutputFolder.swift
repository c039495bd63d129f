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

  /// A file of the folder, as people are to read it.
  package func displayPath(_ file: String) -> String {
    Path.simplified(Path.join(path, file))
  }
}
