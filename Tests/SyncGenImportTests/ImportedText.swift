import SyncGenDiagnostics
import SyncGenImport
import SyncGenSchema
import Testing

/// The text of a schema that a reader created.
enum ImportedText {
  /// The check that the command runs, for a schema in `Schemas`.
  static func check(_ name: String) -> ImportCheck {
    ImportCheck(
      path: "\(name.lowercased()).yaml", name: name, header: []
    ) { file, bag in
      SchemaCompiler.compile(path: file.path, read: { _ in file }, into: &bag)
    }
  }

  /// The text after the names of the schema and of its output, and the remarks, one per line.
  static func of(
    _ schema: ImportedSchema, _ name: String
  ) throws -> (text: String, remarks: String) {
    var bag = DiagnosticBag()
    let result = try check(name).run(schema, into: &bag)
    #expect(bag.diagnostics.map(\.message) == [])
    return parts(try #require(result))
  }

  static func parts(_ result: ImportCheck.Result) -> (text: String, remarks: String) {
    let lines = result.text.split(separator: "\n", omittingEmptySubsequences: false)
    let start = lines.firstIndex { $0.hasPrefix("  access:") } ?? 0
    let remarks = result.model.remarks.map { "\($0.place): \($0.message)" }
    return (
      lines[(start + 2)...].joined(separator: "\n"), remarks.joined(separator: "\n")
    )
  }
}
