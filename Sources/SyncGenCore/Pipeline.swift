package import SyncGenDiagnostics
package import SyncGenEmit
package import SyncGenSchema
package import SyncGenTemplateEngine

/// The way from a schema file to generated files, stage by stage.
///
/// What comes behind is the `OutputWriter` or the `OutputChecker`.
package enum Pipeline {
  package static let toolVersion = ToolVersion.current

  /// files → schema. `nil` if there are errors, which the bag then has.
  ///
  /// - Parameter path: As the user gave it; `-` is standard input.
  package static func schema(
    at path: String, into bag: inout DiagnosticBag
  ) throws -> Schema? {
    let name = path == "-" ? InputFile.standardInput : path
    return SchemaCompiler.compile(path: name, read: read, into: &bag)
  }

  private static func read(_ path: String) throws(FileReadError) -> [UInt8] {
    do {
      return path == InputFile.standardInput
        ? try FileSystem.readStandardInput() : try FileSystem.read(path)
    } catch {
      throw FileReadError(error.reason)
    }
  }

  /// schema → generated files.
  package static func generation(
    of schema: Schema, into bag: inout DiagnosticBag
  ) throws -> Generation {
    fatalError()
  }

  /// What templates see of a schema.
  package static func context(of schema: Schema) -> TemplateValue {
    fatalError()
  }
}
