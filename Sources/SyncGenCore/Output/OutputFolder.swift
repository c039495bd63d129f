/// Where the output of one schema goes.
package struct OutputFolder: Hashable, Sendable {
  /// As the system is to find it.
  package let path: String
  /// What the headers of the output name: the way from this folder to the schema.
  package let schemaPath: String

  package init(path: String, schemaPath: String) {
    self.path = path
    self.schemaPath = schemaPath
  }

  /// A file of the folder, as people are to read it.
  package func displayPath(_ file: String) -> String {
    Path.simplified(Path.join(path, file))
  }
}
