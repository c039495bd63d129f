import Foundation
import SwiftSyncRuntime
import Tracker

/// Prints what a tracker database holds, read through the generated structs.
@main
struct TrackerDemo {
  static func main() async {
    guard CommandLine.arguments.count == 2 else {
      exit("usage: tracker-demo DATABASE", status: 64)
    }
    let url = URL(fileURLWithPath: CommandLine.arguments[1])
    guard FileManager.default.fileExists(atPath: url.path) else {
      exit("tracker-demo: there is no database at \(url.path)", status: 1)
    }
    do {
      let store = try await SyncStore.open(TrackerSchema.self, at: url)
      print(try await TaskList(from: store))
    } catch {
      exit("tracker-demo: \(error)", status: 1)
    }
  }

  private static func exit(_ message: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data((message + "\n").utf8))
    Foundation.exit(status)
  }
}
