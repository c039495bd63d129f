import SyncGenEmit
package import SyncGenSchema

/// Where the output of one schema goes, or that of a build.
package struct OutputFolder: Hashable, Sendable {
  /// As the system is to find it.
  package let path: String
  /// What the headers of the output name: the way from this folder to the schema.
  ///
  /// `nil` for shards, which may be made from several schemas.
  package let schemaPath: String?
  /// Files that other schemas are about to write here, whatever their headers say now.
  private(set) var claimed: Set<String> = []

  /// Where links in the folder may lead; `nil` if anywhere.
  package let bounds: PackageBounds?

  package init(of schema: Schema, allowingOutside: Bool = false) {
    bounds = allowingOutside ? nil : PackageBounds(of: schema)
    path = Path.besides(schema.path, schema.generation.output)
    schemaPath = RelativePath.ofSchema(
      at: Path.join(FileSystem.workingFolder ?? "/", schema.path),
      output: schema.generation.output)
  }

  /// Another folder than the one that the schema states, for builds that have a place of their own.
  package init(of schema: Schema, at folder: String) {
    path = folder
    bounds = nil
    let workingFolder = FileSystem.workingFolder ?? "/"
    schemaPath = RelativePath.from(
      folder: Path.join(workingFolder, folder), to: Path.join(workingFolder, schema.path))
  }

  /// A folder with files of a schema that is gone.
  init(at folder: String, schemaPath: String, claimed: Set<String>) {
    path = folder
    bounds = nil
    self.schemaPath = schemaPath
    self.claimed = claimed
  }

  /// The folder of a build's shards.
  package init(ofShardsAt folder: String) {
    path = folder
    bounds = nil
    schemaPath = nil
  }

  /// A file of the folder, as people are to read it.
  package func displayPath(_ file: String) -> String {
    Path.simplified(Path.join(path, file))
  }
}
