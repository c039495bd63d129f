package import SyncGenDiagnostics

/// The input of an emission besides the schema.
package struct EmitOptions: Hashable, Sendable {
  package let toolVersion: String
  /// The schema as named in the headers of generated files; see `RelativePath`.
  package let schemaPath: String
  /// The files of the schema's template folders, in the order of `generate.templates`.
  package let templates: [UserTemplate]
  /// Whether the process ends after this work, so that memory need not be freed before.
  package let isLastWork: Bool

  /// Whether output in other languages is left out, as in a build.
  package let isSwiftOnly: Bool

  /// The options for output without headers.
  static let none = EmitOptions(toolVersion: "", schemaPath: "")

  package init(
    toolVersion: String, schemaPath: String, templates: [UserTemplate] = [],
    isLastWork: Bool = false, isSwiftOnly: Bool = false
  ) {
    self.toolVersion = toolVersion
    self.schemaPath = schemaPath
    self.templates = templates
    self.isLastWork = isLastWork
    self.isSwiftOnly = isSwiftOnly
  }

  /// - Parameter template: The name of what generates the file.
  func header(for template: String) -> GeneratedHeader {
    GeneratedHeader(schemaPath: schemaPath, template: template)
  }
}

/// A file that a template generated, not yet written.
package struct GeneratedFile: Hashable, Sendable {
  /// The path relative to the output folder, with `/` between its parts.
  package let path: String
  package let bytes: [UInt8]
  /// The name of the template, e.g. `Entity.swift.stencil`.
  package let template: String
  /// The shard in a build with a fixed set of files.
  let shard: ShardKey

  init(path: String, bytes: [UInt8], template: String, shard: ShardKey) {
    self.path = path
    self.bytes = bytes
    self.template = template
    self.shard = shard
  }

  /// The file with other content.
  package func with(bytes: [UInt8]) -> Self {
    Self(path: path, bytes: bytes, template: template, shard: shard)
  }
}

/// A file in one of the schema's template folders.
package struct UserTemplate: Hashable, Sendable {
  /// The name relative to its folder, e.g. `Entity+GRDB.swift.stencil`.
  package let name: String
  package let source: SourceFile

  package init(name: String, source: SourceFile) {
    self.name = name
    self.source = source
  }
}
