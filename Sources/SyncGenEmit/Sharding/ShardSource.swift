/// What one schema gives for shards.
package struct ShardSource: Sendable {
  /// As the user gave it.
  let schemaPath: String
  let files: [GeneratedFile]
  /// The user's templates, in which mistakes are shown.
  let templates: [UserTemplate]

  package init(schemaPath: String, files: [GeneratedFile], templates: [UserTemplate]) {
    self.schemaPath = schemaPath
    self.files = files
    self.templates = templates
  }
}
