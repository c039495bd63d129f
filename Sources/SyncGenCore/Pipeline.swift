package import SyncGenDiagnostics
import SyncGenEmit
package import SyncGenSchema
import SyncGenTemplateEngine

/// The way from a schema file to generated files, stage by stage.
///
/// Behind it comes the `OutputWriter`, which writes them, or the `OutputChecker`, which does not.
package enum Pipeline {
  /// files → schema
  ///
  /// - Parameter path: As the user gave it; `-` is standard input.
  /// - Returns: `nil` if there are errors, which the bag then has.
  package static func schema(at path: String, into bag: inout DiagnosticBag) -> Schema? {
    let name = path == "-" ? InputFile.standardInput : path
    return SchemaCompiler.compile(path: name, read: read, into: &bag)
  }

  /// schema → generated files
  package static func generation(
    of schema: Schema, into bag: inout DiagnosticBag
  ) throws(FileFailure) -> Generation {
    let folder = OutputFolder(of: schema)
    let templates = try TemplateFolderReader.templates(
      in: schema.generation.templateFolders.map { Path.besides(schema.path, $0) })
    let options = EmitOptions(
      toolVersion: ToolVersion.current, schemaPath: folder.schemaPath, templates: templates)
    return Generation(
      schema: schema, folder: folder,
      files: SchemaEmitter.emit(schema, options: options, into: &bag),
      inputs: schema.sourcePaths + templates.map(\.source.path))
  }

  /// schema → what templates see of it
  static func context(of schema: Schema) -> TemplateValue {
    ContextEmitter.context(of: schema, toolVersion: ToolVersion.current)
  }

  /// The same as JSON text.
  package static func contextText(of schema: Schema) -> String {
    ContextEmitter.json(of: schema, toolVersion: ToolVersion.current)
  }

  /// schema → what identifies its version
  package static func fingerprint(of schema: Schema) -> String {
    SchemaFingerprint.of(schema)
  }

  /// schema → the statements that make a new database
  ///
  /// Without the last line feed, as the text of the generated code, so that the two are equal.
  package static func ddl(for schema: Schema) -> String {
    let statements = SchemaEmitter.ddl(for: schema)
    return statements.hasSuffix("\n") ? String(statements.dropLast()) : statements
  }

  private static func read(_ path: String) throws(FileReadError) -> SourceFile {
    do {
      return try InputFile.read(path == InputFile.standardInput ? "-" : path)
    } catch {
      throw FileReadError(error.reason)
    }
  }
}
