import Foundation
import SwiftSyncRuntime
import Tracker

/// Runs readers and writers on one database at the same time, for a sanitizer to check.
///
///     store-stress [SECONDS]     10 by default
@main
struct StoreStress {
  static func main() async {
    let seconds = CommandLine.arguments.dropFirst().first.flatMap(Double.init) ?? 10
    do {
      try await run(for: seconds)
    } catch {
      complain(error)
      exit(1)
    }
  }

  private static func run(for seconds: Double) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("store-stress-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { remove(folder) }
    let url = folder.appendingPathComponent("stress.sqlite")
    let store = try await SyncStore(TrackerSchema.self, .init(location: .url(url), log: .none))
      .opened()
    // A second store writes to the same file, like an extension of an app.
    let other = try await SyncStore(TrackerSchema.self, .init(location: .url(url), log: .none))
      .opened()
    let stress = StressRun(store, other, until: Date(timeIntervalSinceNow: seconds))
    try await stress.fill()
    let counts = try await stress.run()
    for (work, count) in counts.sorted(by: { $0.key < $1.key }) { print("\(work): \(count)") }
    guard !counts.values.contains(0) else { throw StressFailure("some work was never done") }
  }

  private static func remove(_ folder: URL) {
    do {
      try FileManager.default.removeItem(at: folder)
    } catch {
      complain(error)
    }
  }

  private static func complain(_ error: any Error) {
    FileHandle.standardError.write(Data("store-stress: \(error)\n".utf8))
  }
}

/// A state that must never be visible.
struct StressFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
