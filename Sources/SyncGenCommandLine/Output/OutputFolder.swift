import SyncGenEmit
package import SyncGenSchema

/// The folder for the output of one schema, or of a build.
package struct OutputFolder: Hashable, Sendable {
  /// The path for the system.
  package let path: String
  /// The path that the headers of the output state: from this folder to the schema.
  ///
  /// `nil` for shards, which may be generated from several schemas.
  package let schemaPath: String?
  /// The name of the schema's manifest in this folder; `nil` for shards, which need none, and for
  /// the output of a removed schema.
  let manifestName: String?
  /// Files that other schemas are about to write here, regardless of their current headers.
  private(set) var claimed: Set<String> = []

  /// Whether files that a newer version of the tool wrote are replaced.
  var replacesNewer = false

  /// The bounds for links in the folder; `nil` if there are none.
  package let bounds: PackageBounds?

  package init(of schema: Schema, allowingOutside: Bool = false) {
    bounds = allowingOutside ? nil : PackageBounds(of: schema)
    path = Path.besides(schema.path, schema.generation.output)
    manifestName = OutputManifest.name(for: schema)
    schemaPath = RelativePath.ofSchema(
      at: Path.join(FileSystem.workingFolder ?? "/", schema.path),
      output: schema.generation.output)
  }

  /// Another folder than the one that the schema states, for builds that have their own.
  package init(of schema: Schema, at folder: String) {
    path = folder
    bounds = nil
    manifestName = OutputManifest.name(for: schema)
    let workingFolder = FileSystem.workingFolder ?? "/"
    schemaPath = RelativePath.from(
      folder: Path.join(workingFolder, folder), to: Path.join(workingFolder, schema.path))
  }

  /// A folder with files of a removed schema.
  init(at folder: String, schemaPath: String, claimed: Set<String>) {
    path = folder
    bounds = nil
    manifestName = nil
    self.schemaPath = schemaPath
    self.claimed = claimed
  }

  /// The folder of a build's shards.
  package init(ofShardsAt folder: String) {
    // What a build writes is not committed, so a checkout of an older state replaces it.
    replacesNewer = true
    path = folder
    bounds = nil
    manifestName = nil
    schemaPath = nil
  }

  /// The path of a file in the folder, for display.
  package func displayPath(_ file: String) -> String {
    Path.simplified(Path.join(path, file))
  }
}
