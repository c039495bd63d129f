package import SyncGenDiagnostics

/// What an emission depends on besides the schema.
package struct EmitOptions: Hashable, Sendable {
  package let toolVersion: String
  /// The schema as the headers of generated files name it: see `RelativePath`.
  package let schemaPath: String
  /// The files of the schema's template folders, in the order of `generate.templates`.
  package let templates: [UserTemplate]
  /// Whether the process ends with this work, so that memory need not be given back before.
  package let isLastWork: Bool

  /// Whether output in other languages is left out, as a build does.
  package let isSwiftOnly: Bool

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
}

/// A file that a template gave, not yet written.
package struct GeneratedFile: Hashable, Sendable {
  /// Relative to the output folder, with `/` between its parts.
  package let path: String
  package let bytes: [UInt8]
  /// The name of the template, e.g. `Entity.swift.stencil`.
  package let template: String
  /// Where it goes in a build that has a fixed set of files.
  let shard: ShardKey

  init(path: String, bytes: [UInt8], template: String, shard: ShardKey) {
    self.path = path
    self.bytes = bytes
    self.template = template
    self.shard = shard
  }
}

/// A file in one of the schema's template folders.
package struct UserTemplate: Hashable, Sendable {
  /// Relative to its folder, e.g. `Entity+GRDB.swift.stencil`.
  package let name: String
  package let source: SourceFile

  package init(name: String, source: SourceFile) {
    self.name = name
    self.source = source
  }
}
