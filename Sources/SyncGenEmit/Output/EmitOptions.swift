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
