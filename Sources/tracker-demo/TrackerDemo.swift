import Foundation
import SwiftSyncRuntime
import Tracker

/// Uses a tracker database through the generated structs: prints its rows, edits a task, creates a
/// database of version 1 as an old app left it, or shares a new one with a backend. `simulate` needs
/// neither a file nor a server.
@main
struct TrackerDemo {
  static func main() async {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments == ["simulate"] { return await simulate() }
    let command = arguments.dropFirst().first
    guard let path = arguments.first, [nil, "edit", "old", "sync"].contains(command),
      command == "sync" ? arguments.count == 3 : arguments.count <= 2
    else {
      exit("usage: tracker-demo simulate | DATABASE [edit|old|sync ORIGIN]", status: 64)
    }
    let url = URL(fileURLWithPath: path)
    let isNew = command == "old" || command == "sync"
    guard isNew != FileManager.default.fileExists(atPath: url.path) else {
      if isNew { exit("tracker-demo: \(url.path) already exists", status: 1) }
      exit("tracker-demo: there is no database at \(url.path)", status: 1)
    }
    do {
      if command == "old" { return try OldTracker.make(at: url) }
      if command == "sync", let backend = arguments.last.flatMap(URL.init(string:)) {
        let store = SyncStore(TrackerSchema.self, .init(location: .url(url), log: .none))
        return try await SyncDemo(store, backend: backend).run()
      }
      let options = SyncStore.Configuration.Migration { progress in
        if progress.phase == .running, progress.doneOperations == 0 {
          print("migrating version \(progress.version) to \(progress.nextVersion)")
        }
      }
      let store = SyncStore(
        TrackerSchema.self, .init(location: .url(url), migration: options, log: .none))
      try await arguments.count == 1 ? show(store) : edit(store)
    } catch {
      exit("tracker-demo: \(error)", status: 1)
    }
  }

  private static func simulate() async {
    do {
      try await SimulatedDemo().run()
    } catch {
      exit("tracker-demo: \(error)", status: 1)
    }
  }

  private static func show(_ store: SyncStore) async throws {
    print(try await TaskList(from: store))
    let open = try await store.fetch(
      Todo.where { $0.state != .done && $0.project.name.hasPrefix("Web") }
        .order(\.dueOn))
    print("Still open: \(open.map(\.title).joined(separator: ", "))")
  }

  /// Renames the first task, as a user of the app would.
  private static func edit(_ store: SyncStore) async throws {
    guard let task = try await store.fetch(Todo.where { $0.number == 1 }.first) else {
      exit("tracker-demo: there is no task #1", status: 1)
    }
    let title = "Sketch the start page"
    try await store.update(Todo.self, id: task.id, Todo.Patch(title: .value(title)))
    print("#1 \(task.title) is now: \(title)")
  }

  private static func exit(_ message: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data((message + "\n").utf8))
    Foundation.exit(status)
  }
}
