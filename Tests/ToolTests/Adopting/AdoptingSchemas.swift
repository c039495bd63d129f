@_spi(Generated) import SwiftSyncRuntime
import SyncGenDiagnostics
import SyncGenSchema
import Testing

@_spi(Generated) @testable import swiftsync_gen

/// Schemas of stores that open databases of other programs.
enum AdoptingSchemas {
  static func metadata(_ text: String) throws -> SchemaMetadata {
    var bag = DiagnosticBag()
    let schema = SchemaCompiler.compile(
      path: "s.yaml", read: { path in SourceFile(path: path, bytes: Array(text.utf8)) }, into: &bag)
    #expect(bag.diagnostics == [])
    return SchemaMetadata(try #require(schema))
  }
}
