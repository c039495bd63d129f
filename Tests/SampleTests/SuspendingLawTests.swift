import Foundation
import SwiftSyncRuntime
import TestHelpers
import Testing
import Tracker

/// Whichever calls run while a store is suspended and resumed: all of them end, no write is lost, and
/// observations end with the stored rows. `LAW_SEEDS=500` tries more.
@Suite(.timeLimit(.minutes(15))) struct SuspendingLawTests {
  private static let usualSeeds = 8

  @Test(arguments: 0..<4) func randomSuspensionsLoseNoWrites(batch: Int) async throws {
    for seed in StatedSeeds.seeds(usually: Self.usualSeeds, part: batch, of: 4) {
      let database = try Database()
      let store =
        try await seed.isMultiple(of: 5)
        ? SyncStore.inMemory(TrackerSchema.self) : database.open(TrackerSchema.self)
      let run = SuspendedRun(store, database.url, seed: UInt64(seed))
      let expected = try await run.expectedSlugs()
      let stored = try await store.fetch(Label.order(\.slug).select { $0.slug })
      #expect(stored == expected, "seed \(seed)")
      await store.close()
    }
  }
}

/// Tasks that make random calls, and one that suspends and resumes their store.
private struct SuspendedRun {
  private let store: SyncStore
  private let file: URL
  private let seed: UInt64

  init(_ store: SyncStore, _ file: URL, seed: UInt64) {
    (self.store, self.file, self.seed) = (store, file, seed)
  }

  /// The labels that calls report as written, once all of them are observed.
  func expectedSlugs() async throws -> [String] {
    let slugs = try await withThrowingTaskGroup(of: [String].self) { group in
      for task in 1...4 { group.addTask { try await calls(of: task) } }
      group.addTask { try await transitions() }
      return try await group.reduce(into: [last]) { $0 += $1 }.sorted()
    }
    let observation = Task {
      for try await rows in store.values(of: Label.order(\.slug))
      where rows.map(\.slug) == slugs {
        return
      }
    }
    try await store.insert(Label(slug: last, name: ""))
    try await observation.value
    return slugs
  }

  private var last: String { "z" }
  /// In memory, a call that reads within one that writes waits for it.
  private var isInMemory: Bool { store.path != file.path }

  private func calls(of task: Int) async throws -> [String] {
    var random = SeededRandom(seed << 8 + UInt64(task))
    var written: [String] = []
    for number in 0..<12 {
      let slug = "t\(task)-\(number)"
      switch random.below(7) {
      case 0: _ = try await store.fetch(Label.all)
      // In memory, such a call waits for the running write. All threads might wait for a stream then.
      case 1 where isInMemory: _ = try await store.fetch(Label.all.count)
      case 1:
        // The only calls that may be rejected.
        do { _ = try store.read { try $0.count(Label.all) } } catch SyncError.suspended {}
      case 2:
        try await store.insert(Label(slug: slug, name: ""))
        written.append(slug)
      case 3:
        try await store.transaction { [store, isInMemory] transaction in
          try transaction.insert(Label(slug: slug, name: ""))
          if !isInMemory { _ = try store.read { try $0.count(Label.all) } }
        }
        written.append(slug)
      case 4:
        written.append(slug)
        try await payload(slug)
      case 5: try await observeOnce()
      default:
        if try await isWrittenBeforeCancelling(slug) { written.append(slug) }
      }
    }
    return written
  }

  private func payload(_ slug: String) async throws {
    var options = ApplyOptions()
    options.missingRows = .keep
    let rows = Chunks([
      { Data("[".utf8) },
      { [store, isInMemory] in
        let label = isInMemory ? nil : try await store.fetch(Label.self, id: slug)
        return Data(#"{"slug": "\#(slug)", "name": "\#(label?.name ?? "")"}]"#.utf8)
      },
    ])
    try await store.apply(.stream(rows), as: Label.self, options: options)
  }

  private func observeOnce() async throws {
    for try await _ in store.values(of: Label.all.count) { return }
  }

  private func isWrittenBeforeCancelling(_ slug: String) async throws -> Bool {
    let write = Task { try await store.insert(Label(slug: slug, name: "")) }
    await Task.yield()
    write.cancel()
    do {
      try await write.value
      return true
    } catch SyncError.cancelled {
      return false
    }
  }

  /// The last call resumes the store.
  private func transitions() async throws -> [String] {
    var random = SeededRandom(seed << 8)
    var written: [String] = []
    for number in 0..<6 {
      let suspension = Task { try await store.suspend() }
      if random.chance(25) { suspension.cancel() }
      let isSuspended: Bool
      do {
        if random.chance(50) { try await store.resume() }
        try await suspension.value
        isSuspended = true
      } catch SyncError.cancelled {
        isSuspended = false
      }
      if isSuspended, !isInMemory, random.chance(60) {
        let slug = "outside-\(number)"
        try OtherProgram(file: file).run("INSERT INTO labels (slug, name) VALUES ('\(slug)', '')")
        written.append(slug)
      }
      try await store.resume()
      await Task.yield()
    }
    return written
  }
}
