import Foundation
import SwiftSyncRuntime

/// Files of this repository, and databases to which they are applied.
enum Sample {
  private static let repository = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static func url(_ path: String) -> URL {
    repository.appendingPathComponent(path)
  }

  static func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: url(path)), as: UTF8.self)
  }

  /// The statements that create a database of an older version, with the triggers of that version.
  static func ddl(_ name: String) throws -> String {
    try text("Tests/SampleTests/Databases/\(name).sql")
  }

  static func payload(_ name: String) -> PayloadSource {
    .file(url("Schemas/payloads/\(name).json"))
  }

  /// Responses of GitHub's API, which are next to the repository where it is developed, not in it.
  static let recordings = url("../shared/data/github").standardizedFileURL

  static var hasRecordings: Bool {
    FileManager.default.fileExists(atPath: recordings.path)
  }
}

/// A database file that is removed when all tests have ended.
///
/// It must not be removed with this object: a test may keep only the store, which opens further
/// connections when it needs them.
struct Database: Sendable {
  private let folder: URL

  init() throws {
    folder = Self.folders.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private static let folders: URL = {
    atexit {
      // The system removes files that cannot be removed here.
      try? FileManager.default.removeItem(at: Database.folders)
    }
    return FileManager.default.temporaryDirectory
      .appendingPathComponent("sample-tests-\(UUID().uuidString)")
  }()

  var url: URL { folder.appendingPathComponent("sample.sqlite") }

  /// A store that logs nothing, because many tests provoke what would be logged.
  func open(_ schema: (some StoreSchema).Type) async throws -> SyncStore {
    try await SyncStore(schema, .init(location: .url(url), log: .none)).opened()
  }
}

extension ApplyReport {
  /// A report with only these counts.
  static func of(
    inserted: Int = 0, updated: Int = 0, unchanged: Int = 0, deleted: Int = 0
  ) -> ApplyReport {
    var report = ApplyReport()
    (report.inserted, report.updated) = (inserted, updated)
    (report.unchanged, report.deleted) = (unchanged, deleted)
    return report
  }

  func with(_ change: (inout ApplyReport) -> Void) -> ApplyReport {
    var report = self
    change(&report)
    return report
  }
}

extension ApplyReport.RelatedCounts {
  static func of(
    inserted: Int = 0, updated: Int = 0, unchanged: Int = 0, deleted: Int = 0
  ) -> ApplyReport.RelatedCounts {
    var counts = ApplyReport.RelatedCounts()
    (counts.inserted, counts.updated) = (inserted, updated)
    (counts.unchanged, counts.deleted) = (unchanged, deleted)
    return counts
  }
}
