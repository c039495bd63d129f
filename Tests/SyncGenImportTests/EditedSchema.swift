import Foundation
import SyncGenDiagnostics
import SyncGenSchema
import TestHelpers
import Testing

@testable import SyncGenImport
@_spi(Generated) @testable import SwiftSyncSession
@_spi(Generated) @testable import swiftsync_gen

/// A Core Data file, and an empty store with a schema that a person has edited.
final class EditedSchema {
  private let file: TemporaryFile
  private let database: TemporaryFile
  let store: SyncStore

  var path: String { file.path }

  /// - Parameters:
  ///   - entities: The entities of the schema.
  ///   - names: The entities of the file, in the order of their numbers, each with the number of
  ///     its parent.
  ///   - rows: The tables of the file.
  init(_ entities: String, _ names: [(String, Int)], _ rows: String) async throws {
    let text = "swiftsync: 1\nname: Edited\nversion: 1\nentities:\n" + entities
    var bag = DiagnosticBag()
    let schema = try #require(
      InMemory.compile(SourceFile(path: "edited.yaml", bytes: Array(text.utf8)), &bag),
      "\(bag.diagnostics.map(\.message))")
    file = try TemporaryFile("Model.sqlite", "")
    let numbers = names.enumerated().map { "(\($0 + 1), '\($1.0)', \($1.1), 0)" }
    try Database(at: file.path).execute(
      """
      CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
      INSERT INTO Z_METADATA VALUES (1, 'edited', NULL);
      CREATE TABLE Z_PRIMARYKEY (
        Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
      INSERT INTO Z_PRIMARYKEY VALUES \(numbers.joined(separator: ", "));
      """ + rows)
    database = try TemporaryFile("store.sqlite", "")
    store = try await SyncStore.open(SchemaMetadata(schema), at: database.path)
  }

  func copy(
    _ names: [String: String] = [:], currencies: [String: String] = [:], batchSize: Int = 1_000
  ) async throws -> CoreDataStore.ImportReport {
    var source = CoreDataStore(
      at: URL(fileURLWithPath: file.path), names: names, currencies: currencies)
    source.batchSize = batchSize
    return try await store.importRows(from: source)
  }

  /// Rows of the store, each as a text.
  func rows(_ sql: String) throws -> [String] {
    try Database(at: database.path).rows(sql).map { $0.map { $0 ?? "-" }.joined(separator: "|") }
  }

  func execute(_ sql: String) throws {
    try Database(at: database.path, wait: 10_000).execute(sql)
  }

  func expect(
    error: String, _ names: [String: String] = [:], currencies: [String: String] = [:]
  ) async throws {
    await #expect(throws: SyncError.unusableDatabase(path: path, reason: error)) {
      _ = try await copy(names, currencies: currencies)
    }
  }
}
