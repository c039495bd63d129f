import Foundation
@_spi(Generated) import SwiftSyncRuntime

/// Reads and writes rows as an app does, for `bench.py` to measure.
///
///     store-bench fill FILE ROWS [recorded]     applies rows in the order of their identities
///     store-bench read FILE RUNS                fetches all rows of Task, RUNS times
///     store-bench fillvalues FILE 0 PAYLOAD     applies a payload of the values benchmark
///     store-bench readvalues FILE RUNS          fetches all of its rows, RUNS times
///     store-bench insert FILE ROWS [recorded]   inserts row by row in a transaction
///     store-bench update FILE ROWS [recorded]   changes the title and a number of each row in a transaction
///     store-bench apply FILE ROWS [TRANSFORM]   applies the rows of the responses to `push`; TRANSFORM is `same` for a
///                                               transform that changes nothing, `changed` for one that does
///     store-bench search FILE ROWS [searched]   applies rows to an empty table, without or with a full-text index
///     store-bench writepages FOLDER ROWS        writes pages of 1,000 rows
///     store-bench pages FILE ROWS FOLDER        fetches these pages through an endpoint
///     store-bench pagefiles FILE ROWS FOLDER    applies these pages as files
///     store-bench calls FILE ROWS COUNT         makes single calls, COUNT of each kind
///     store-bench query FILE RUNS               runs queries of all rows, and the same queries in sections
///     store-bench live FILE ROWS COUNT          commits while queries are observed, COUNT of each kind
///     store-bench frame FILE COUNT              reads the first values of live queries, COUNT of each kind
///     store-bench mixed FILE ROWS COUNT         fetches and updates rows in 16 tasks, COUNT in each
///     store-bench push FILE ROWS                pushes a change of each row and applies the responses
///
/// The commands that read values, insert, update, apply, search, fetch pages and push print the seconds and the seconds
/// of processor time of this work. `recorded` uses the entity whose local writes are recorded for a backend.
@main
struct StoreBench {
  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count >= 3, let count = Int(arguments[2]), count >= 0 else {
      fail("usage: store-bench fill|read|insert|update|apply|push FILE COUNT [recorded]")
    }
    do {
      if arguments[0] == "writepages" {
        return try PageBench.write(count, to: URL(fileURLWithPath: arguments[1]))
      }
      let store = SyncStore(
        StoreBenchmarkSchema.self, .init(location: .url(URL(fileURLWithPath: arguments[1]))))
      let isRecorded = arguments.dropFirst(3).first == "recorded"
      switch arguments[0] {
      case "fill": try await fill(count, isRecorded: isRecorded, store)
      case "read": try await read(Task.self, count, from: store)
      case "fillvalues":
        let payload = URL(fileURLWithPath: arguments.last ?? "")
        _ = try await store.apply(.file(payload), as: Customer.self)
      case "readvalues":
        try await measured { try await read(Customer.self, count, from: store) }
      case "insert" where isRecorded: try await insert(tasks(count).map(\.recorded), into: store)
      case "insert": try await insert(tasks(count).map(\.plain), into: store)
      case "update" where isRecorded:
        try await update(tasks(count).map(\.recordedChange), in: store)
      case "update": try await update(tasks(count).map(\.plainChange), in: store)
      case "apply": try await apply(count, arguments.dropFirst(3).first, to: store)
      case "search":
        let isSearched = arguments.dropFirst(3).first == "searched"
        try await load(count, as: isSearched ? "SearchedTask" : "Task", to: store)
      case "pages", "pagefiles":
        let folder = URL(fileURLWithPath: arguments.last ?? "")
        try await pages(count, folder, isFetched: arguments[0] == "pages", store)
      case "push": try await push(count, from: store)
      case "calls":
        let calls = Int(arguments.last ?? "") ?? 0
        try await CallBench(store: store, rows: count, count: calls).run()
      case "query": try await QueryBench(store: store, runs: count).run()
      case "live":
        let commits = Int(arguments.last ?? "") ?? 0
        try await LiveBench(store: store, rows: count, count: commits).run()
      case "frame":
        guard #available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *), count > 0 else {
          fail("live queries need a newer system, and COUNT a positive number")
        }
        try await FrameBench(store: store, count: count).run()
      case "mixed":
        let calls = Int(arguments.last ?? "") ?? 0
        try await MixedBench(store: store, rows: count, count: calls).run()
      default: fail("there is no '\(arguments[0])'")
      }
    } catch {
      fail("\(error)")
    }
  }

  private static func tasks(_ count: Int) -> [TaskNumber] { (0..<count).map { TaskNumber($0) } }

  /// Applies rows from a backend, which are not local writes.
  private static func fill(_ count: Int, isRecorded: Bool, _ store: SyncStore) async throws {
    let tasks = tasks(count).sorted { $0.id.uuidString < $1.id.uuidString }
    let encoder = JSONEncoder()
    let payload =
      try isRecorded
      ? encoder.encode(tasks.map(\.recorded)) : encoder.encode(tasks.map(\.plain))
    let report = try await store.apply(.data(payload), as: isRecorded ? "RecordedTask" : "Task")
    guard report.rejectedCount == 0 else { fail("\(report)") }
  }

  private static func read<Entity: SyncedEntity>(
    _ entity: Entity.Type, _ runs: Int, from store: SyncStore
  ) async throws {
    for _ in 0..<runs {
      guard try await !store.fetch(entity.all).isEmpty else { fail("there are no rows") }
    }
  }

  private static func insert<Entity: SyncedEntity>(
    _ rows: [Entity], into store: SyncStore
  ) async throws {
    try await measured {
      try await store.transaction { transaction in
        for row in rows { try transaction.insert(row) }
      }
    }
  }

  private static func update<Patch: EntityPatch>(
    _ changes: [(id: Patch.Entity.Identity, patch: Patch)], in store: SyncStore
  ) async throws where Patch.Entity.Patch == Patch {
    try await measured {
      try await store.transaction { transaction in
        for change in changes {
          guard try transaction.update(Patch.Entity.self, id: change.id, change.patch) else {
            fail("row \(change.id) is not there")
          }
        }
      }
    }
  }

  private static func apply(
    _ count: Int, _ transform: String?, to store: SyncStore
  ) async throws {
    let payload = try JSONEncoder().encode(tasks(count).map(\.answered))
    var options = ApplyOptions()
    switch transform {
    case "same": options.transform = { $0.json }
    case "changed":
      options.transform = { row in
        var json = row.json
        json["title"] = "Another title"
        return json
      }
    default: break
    }
    try await measured { [options] in
      let report = try await store.apply(.data(payload), as: "RecordedTask", options: options)
      guard report.inserted + report.updated == count else { fail("\(report)") }
    }
  }

  /// Applies rows to an entity with a full-text index of two attributes, or without one.
  private static func load(
    _ count: Int, as entity: String, to store: SyncStore
  ) async throws {
    let payload = try JSONEncoder().encode(tasks(count).map(\.plain))
    try await measured {
      let report = try await store.apply(.data(payload), as: entity)
      guard report.inserted == count else { fail("\(report)") }
    }
  }

  private static func pages(
    _ count: Int, _ folder: URL, isFetched: Bool, _ store: SyncStore
  ) async throws {
    try await measured {
      let report =
        try await isFetched
        ? PageBench.fetch(folder, into: store) : PageBench.apply(folder, to: store)
      guard report.inserted == count else { fail("\(report)") }
    }
  }

  /// The server responds at once, with whole rows.
  private static func push(_ count: Int, from store: SyncStore) async throws {
    let changes = tasks(count).map(\.recordedChange)
    try await store.transaction { transaction in
      for change in changes {
        try transaction.update(RecordedTask.self, id: change.id, change.patch)
      }
    }
    let limit = 2_000
    var pushed = PushEndpoint(
      .batch, EndpointRequest(.post, "/sync"), of: [PushedEntity(RecordedTask.self)],
      by: APIClient(
        baseURL: server,
        transport: try ReadyResponses(tasks(count).map(\.answered), limit: limit)))
    pushed.rowLimit = limit
    let endpoint = pushed
    try await measured {
      let summary = try await store.push(to: endpoint)
      guard summary.rows.confirmed == count else { fail("\(summary)") }
    }
  }

  private static func measured(_ work: @Sendable () async throws -> Void) async throws {
    let start = ContinuousClock.now
    let processor = clock()
    try await work()
    let used = Double(clock() - processor) / Double(CLOCKS_PER_SEC)
    print((ContinuousClock.now - start) / .seconds(1), used)
  }

  /// The URL of a server that the benchmarks replace.
  static var server: URL {
    guard let url = URL(string: "https://bench.example") else { fail("the URL is not valid") }
    return url
  }

  private static func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("store-bench: \(message)\n".utf8))
    exit(1)
  }
}
