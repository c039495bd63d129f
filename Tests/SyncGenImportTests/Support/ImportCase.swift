import Foundation
import Testing
import SyncGenCommandLine
import SyncGenDiagnostics
import SyncGenSchema

@testable import SyncGenImport

/// A folder with the input of an import and the expected output.
struct ImportCase: CustomTestStringConvertible, Sendable {
  let folder: URL

  var testDescription: String { folder.lastPathComponent }

  static func all(of kind: String) -> [ImportCase] {
    let folder = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent(
        "Cases/\(kind)")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { !$0.hasPrefix(".") }.sorted()
      .map { ImportCase(folder: folder.appendingPathComponent($0)) }
  }

  /// The responses, by name.
  var answers: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        .filter { $0.hasSuffix(".json") || $0.hasSuffix(".ndjson") }
        .map { folder.appendingPathComponent($0).path }
    }
  }

  func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.appendingPathComponent(name).path)
  }

  func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: folder.appendingPathComponent(name)), as: UTF8.self)
  }

  /// Compares a text with a file, or writes the file if `RECORD_GOLDENS` is set.
  func expect(_ text: String, in name: String) throws -> Bool {
    if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] == "1" {
      try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }
    return try self.text(name) == text
  }

  /// The message without the path of the folder.
  func shown(_ message: String) -> String {
    message.replacingOccurrences(of: folder.path + "/", with: "")
  }

  func read() throws -> ImportedSchema {
    var options = ImportOptions()
    if exists("entity.txt") {
      options.entity = try text("entity.txt").trimmingCharacters(in: .whitespacesAndNewlines)
    }
    return try SourceReaders.read(try answers, options)
  }
}

/// Compiles schemas in memory.
enum InMemory {
  static func compile(_ file: SourceFile, _ bag: inout DiagnosticBag) -> Schema? {
    SchemaCompiler.compile(path: file.path, read: { _ in file }, into: &bag)
  }

  /// The schema of a source, and the model with its names.
  static func schema(of source: ImportedSchema) throws -> ImportCheck.Result {
    var bag = DiagnosticBag()
    let check = ImportCheck(
      path: "app.yaml", name: "App", header: [], compile: compile)
    guard let result = try check.run(source, into: &bag) else {
      throw ImportFailure(bag.diagnostics.map(\.message).joined(separator: "\n"))
    }
    return result
  }
}
