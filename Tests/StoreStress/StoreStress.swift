import Foundation
import SwiftSyncRuntime
import Tracker

/// Lets readers and writers work on one database at once, for a sanitizer to look at.
///
///     store-stress [SECONDS]     10 if nothing else is said
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
    let store = try await SyncStore.open(TrackerSchema.self, at: url)
    // A second store on the same file writes, too, as an extension of an app does.
    let other = try await SyncStore.open(TrackerSchema.self, at: url)
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

/// Something that must never be seen.
struct StressFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
