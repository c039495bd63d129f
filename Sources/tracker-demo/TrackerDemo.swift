import Foundation
import SwiftSyncRuntime
import Tracker

/// Works with a tracker database through the generated structs: prints what it holds, or edits a task.
@main
struct TrackerDemo {
  static func main() async {
    let arguments = CommandLine.arguments.dropFirst()
    guard let path = arguments.first, arguments.count == 1 || arguments.dropFirst() == ["edit"]
    else {
      exit("usage: tracker-demo DATABASE [edit]", status: 64)
    }
    let url = URL(fileURLWithPath: path)
    guard FileManager.default.fileExists(atPath: url.path) else {
      exit("tracker-demo: there is no database at \(url.path)", status: 1)
    }
    do {
      let store = try await SyncStore.open(TrackerSchema.self, at: url)
      try await arguments.count == 1 ? show(store) : edit(store)
    } catch {
      exit("tracker-demo: \(error)", status: 1)
    }
  }

  private static func show(_ store: SyncStore) async throws {
    print(try await TaskList(from: store))
    let open = try await store.fetch(
      Task.self,
      where: { $0.state != .done && $0.project.name.hasPrefix("Web") },
      order: { [$0.dueOn.ascending] })
    print("Still open: \(open.map(\.title).joined(separator: ", "))")
  }

  /// Renames the first task, as a user of the app would.
  private static func edit(_ store: SyncStore) async throws {
    guard let task = try await store.fetchFirst(Task.self, where: { $0.number == 1 }) else {
      exit("tracker-demo: there is no task #1", status: 1)
    }
    let title = "Sketch the start page"
    try await store.update(Task.self, id: task.id, Task.Patch(title: .value(title)))
    print("#1 \(task.title) is now: \(title)")
  }

  private static func exit(_ message: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data((message + "\n").utf8))
    Foundation.exit(status)
  }
}
