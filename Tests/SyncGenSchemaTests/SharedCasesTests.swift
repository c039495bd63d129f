import Foundation
import SyncGenDiagnostics
import SyncGenSchema
import Testing

/// The schemas of the shared behavior cases, if that folder is next to the repository.
@Suite struct SharedCasesTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../shared/cases").standardizedFileURL

  static let schemas: [String] =
    (FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? [])
    .filter { $0.hasSuffix(".yaml") }.sorted()

  @Test(.enabled(if: !schemas.isEmpty), arguments: schemas)
  func compiles(_ name: String) throws {
    var bag = DiagnosticBag()
    let schema = SchemaCompiler.compile(
      path: Self.folder.appending(path: name).path, read: readFile, into: &bag)
    #expect(bag.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
    #expect(schema?.entities.isEmpty == false)
  }
}

/// Reads a file from the disk.
func readFile(_ path: String) throws(FileReadError) -> SourceFile {
  guard let data = FileManager.default.contents(atPath: path) else {
    throw FileReadError("no such file")
  }
  return SourceFile(path: path, bytes: [UInt8](data))
}
