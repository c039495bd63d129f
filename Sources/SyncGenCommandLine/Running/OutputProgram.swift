import SyncGenDiagnostics
import SyncGenEmit
import SyncGenSchema

/// Generates files with a program that a schema states.
///
/// It reads the context of templates as JSON from standard input, and writes
/// `{ "files": { "path": "text" } }` to standard output.
enum OutputProgram {
  /// The files; empty if there is a mistake, which is added to the bag.
  static func files(
    of versions: SchemaVersions, by program: StatedCommand, options: EmitOptions,
    into bag: inout DiagnosticBag
  ) throws(FileFailure) -> [GeneratedFile] {
    let schema = versions.schema
    let context = ContextEmitter.compactJSON(
      of: schema, plan: versions.plan, toolVersion: ToolVersion.current)
    guard
      let output = try program.run(for: schema, input: Array(context.utf8), into: &bag)
    else { return [] }
    do throws(ProgramOutput.Mistake) {
      return ProgramFiles.files(
        try ProgramOutput.files(in: output), by: program, options: options, into: &bag)
    } catch {
      let form = "it is a JSON object such as { \"files\": { \"Note.kt\": \"class Note\" } }"
      bag.add(
        Diagnostic(
          .error, .invalidProgramOutput, "the output of '\(program.text)' \(error.message)",
          at: program.span, notes: [.init(form, at: program.span)]))
      return []
    }
  }

  /// The words of a command that name files of the project, such as a script.
  static func paths(of command: StatedCommand, for schema: Schema) -> [String] {
    command.words.filter { $0.contains("/") || $0.contains(".") }
      .map { Path.besides(schema.path, $0) }
      .filter { FileSystem.exists($0) && !FileSystem.isFolder($0) }
  }
}
