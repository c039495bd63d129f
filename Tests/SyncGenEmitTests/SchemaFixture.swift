import SyncGenDiagnostics
import SyncGenEmit
import SyncGenMigration
import SyncGenSchema
import Testing

/// Compiles schemas and generates their output, for tests.
enum SchemaFixture {
  /// The schema of a text; an error in it fails the test.
  static func schema(_ text: String, path: String = "schema.yaml") throws -> Schema {
    var bag = DiagnosticBag()
    let schema = SchemaCompiler.compile(
      path: path, read: { path in SourceFile(path: path, bytes: Array(text.utf8)) }, into: &bag)
    // Many of these schemas test names that code has to qualify, or stop using a type. What happens
    // to missing rows, and what sets a clock, matters to few of them.
    let expected: Set<DiagnosticCode> = [
      .shadowedName, .unusedType, .missingRowsUnstated, .clockIsNotSet,
    ]
    try #require(bag.diagnostics.filter { !expected.contains($0.code) }.map(\.text) == [])
    return try #require(schema)
  }

  /// The generated files of a schema; an error in it or in a template fails the test.
  ///
  /// - Parameters:
  ///   - path: The schema's file, after which a schema without a name is named.
  ///   - old: The text of the previous version, for a migration from it.
  static func files(
    _ text: String, path: String = "schema.yaml", after old: String? = nil,
    templates: [UserTemplate] = []
  ) throws -> [GeneratedFile] {
    let schema = try schema(text, path: path)
    let plan = try old.map { try Self.plan(from: Self.schema($0), to: schema) } ?? .none
    let options = EmitOptions(
      toolVersion: "0.0.0", schemaPath: "../schema.yaml", templates: templates)
    var bag = DiagnosticBag()
    let files = SchemaEmitter.emit(schema, plan: plan, options: options, into: &bag)
    try #require(bag.diagnostics.map(\.text) == [])
    return files
  }

  private static func plan(from old: Schema, to new: Schema) throws -> VersionPlan {
    var bag = DiagnosticBag()
    let step = MigrationPlanner.step(from: old, to: new, into: &bag)
    try #require(bag.diagnostics.map(\.text) == [])
    return VersionPlan(steps: [try #require(step)])
  }
}

extension Diagnostic {
  /// The diagnostic as a line, followed by its notes.
  var text: String {
    let place = "\(span.path):\(span.line):\(span.column)"
    let notes = notes.map { "\n  note: \($0.message)" }.joined()
    return "\(place): \(severity.rawValue): \(message) [\(code.rawValue)]\(notes)"
  }
}
