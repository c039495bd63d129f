import Foundation
@_spi(Generated) import SwiftSyncRuntime
import SyncGenCommandLine
import TestHelpers

@_spi(Generated) @testable import swiftsync_gen

/// A build of the app that left the team.
struct TeamBuild {
  let content: TeamSchema
  let versions: SchemaVersions
}

/// A device with a database, on which builds are installed.
final class TeamDevice {
  let isTester: Bool
  /// The fingerprint of the last build that opened the database; `nil` if there is none.
  private var fingerprint: String?
  private let path: String
  private var rows = 0
  /// The key of the value of each attribute, and of the case, by row.
  private var written: [Cell: Int] = [:]

  private struct Cell: Hashable {
    let entity: Int
    let row: Int
    /// The key of the attribute; 0 for the enum.
    let attribute: Int
  }

  init(isTester: Bool, in folder: URL, number: Int) {
    self.isTester = isTester
    path = folder.appendingPathComponent("\(number).sqlite").path
  }

  /// Opens the database with a build, checks what it reads, and writes rows.
  ///
  /// - Parameters:
  ///   - withdrawn: The fingerprints of the versions that the team has withdrawn.
  ///   - canGoBack: Whether the build may be older than the last one, which a tester then keeps.
  /// - Returns: What must not happen; `nil` if all is well.
  func install(
    _ build: TeamBuild, withdrawn: Set<String>, canGoBack: Bool, _ random: inout SeededRandom
  ) async throws -> String? {
    let metadata = SchemaMetadata(build.versions.schema)
    do throws(SyncError) {
      let store = try await SyncStore.open(
        metadata, at: path, plan: MigrationPlan(build.versions.plan), log: .none)
      await store.close()
    } catch {
      if isTester, let fingerprint, withdrawn.contains(fingerprint) {
        try startOver()
        return nil
      }
      // A tester who goes back keeps the newer build.
      if isTester, canGoBack, withdrawn.contains(metadata.fingerprint) { return nil }
      if isTester, canGoBack, case .newerDatabase = error { return nil }
      return "\(isTester ? "a tester" : "a user") is stranded: \(error)"
    }
    fingerprint = metadata.fingerprint
    let database = try Database(at: path)
    if let problem = try wrongValue(in: database, build.content) { return problem }
    try write(to: database, build.content, &random)
    return nil
  }

  private func startOver() throws {
    for ending in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: path + ending) {
      try FileManager.default.removeItem(atPath: path + ending)
    }
    written = [:]
    fingerprint = nil
  }

  // MARK: Rows

  private func write(
    to database: Database, _ content: TeamSchema, _ random: inout SeededRandom
  ) throws {
    rows += 1
    for entity in content.entities.indices {
      var (columns, values) = (["id"], ["\(rows)"])
      if let item = random.element(of: content.cases) {
        columns.append("kind")
        values.append("'\(item.value)'")
        written[Cell(entity: entity, row: rows, attribute: 0)] = item.key
      }
      for attribute in content.entities[entity] {
        columns.append(attribute.name)
        values.append(attribute.isNumber ? "\(attribute.key)" : "'\(attribute.key)'")
        written[Cell(entity: entity, row: rows, attribute: attribute.key)] = attribute.key
      }
      let table = Self.tables[entity]
      try database.run(
        "INSERT INTO \(table) (\(columns.joined(separator: ", "))) "
          + "VALUES (\(values.joined(separator: ", ")))")
    }
  }

  private static let tables = ["alphas", "betas"]

  /// Something that is read as what nobody wrote.
  private func wrongValue(in database: Database, _ content: TeamSchema) throws -> String? {
    for entity in content.entities.indices {
      for attribute in content.entities[entity] {
        for row in try database.rows("SELECT id, \(attribute.name) FROM \(Self.tables[entity])") {
          let id = row[0].flatMap { Int($0) } ?? 0
          let key = written[Cell(entity: entity, row: id, attribute: attribute.key)]
          // An attribute that a version added is null in older rows.
          if row[1] != key.map(String.init) {
            return "'\(attribute.name)' of \(Self.tables[entity]) \(id) is \(row[1] ?? "null"), "
              + "expected \(key.map(String.init) ?? "null")"
          }
        }
      }
      if let problem = try wrongCase(in: database, entity, content) { return problem }
    }
    return nil
  }

  private func wrongCase(
    in database: Database, _ entity: Int, _ content: TeamSchema
  ) throws -> String? {
    for row in try database.rows("SELECT id, kind FROM \(Self.tables[entity])") {
      let id = row[0].flatMap { Int($0) } ?? 0
      guard let key = written[Cell(entity: entity, row: id, attribute: 0)] else { continue }
      // Rows keep the value of a case that a version dropped.
      let expected = content.cases.first { $0.key == key }?.value
      let isOther = content.cases.contains { $0.key != key && $0.value == row[1] }
      if isOther || expected != nil && row[1] != expected {
        return "'kind' of \(Self.tables[entity]) \(id) is \(row[1] ?? "null"), expected "
          + "\(expected ?? "a value of no case")"
      }
    }
    return nil
  }
}
