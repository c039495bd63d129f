import Foundation
@_spi(Generated) import SwiftSyncRuntime
import Testing
import Tracker

/// The typed interface for payloads: scopes, files, chunks, cancellation, progress, change sets.
@Suite struct TrackerSyncTests {
  private let database: Database

  init() throws {
    database = try Database()
  }

  private func store() async throws -> SyncStore {
    let store = try await database.open(TrackerSchema.self)
    try await store.apply(.file(Sample.url("Schemas/payloads/tasks.json")), as: Todo.self)
    return store
  }

  private var dates: String {
    #""created_at":"2026-03-01T08:00:00Z","updated_at":"2026-03-01T08:00:00Z""#
  }

  private func people(_ names: [String]) -> Data {
    let rows = names.enumerated().map { number, name in
      #"{"id":"9e050000-0000-4000-8000-0000000000\#(10 + number)","display_name":"\#(name)",\#(dates)}"#
    }
    return Data("[\(rows.joined(separator: ",\n"))]".utf8)
  }

  @Test func appliesListScopedToParent() async throws {
    let store = try await store()
    let project = try #require(try await store.fetch(Project.self, id: TrackerIDs.project))
    let data = Data(#"[{"id":"7a5c0000-0000-4000-8000-000000000001","title":"Alone"}]"#.utf8)
    let report = try await store.apply(
      .data(data), as: Todo.self, in: .parent(project), missingRows: .delete)
    #expect(report.updated == 1 && report.deleted == 3)
    #expect(try await store.fetch(Todo.all).map(\.title) == ["Alone"])
  }

  @Test func scopesByRelationName() async throws {
    let store = try await store()
    let grace = try #require(try await store.fetch(Person.self, id: TrackerIDs.grace))
    let report = try await store.apply(
      .data(Data("[]".utf8)), as: Todo.self, in: .assignee(grace.id),
      missingRows: .delete)
    #expect(report.deleted == 2)
    await #expect(throws: SyncError.unknownRelation("boss", entity: "Todo")) {
      try await store.apply(
        .data(Data("[]".utf8)), as: Todo.self, in: .parent("boss", of: grace.id))
    }
    let label = try #require(try await store.fetch(Label.self, id: "ui"))
    await #expect(throws: SyncError.ambiguousParent("Label", entity: "Todo", relations: [])) {
      try await store.apply(.data(Data("[]".utf8)), as: Todo.self, in: .parent(label))
    }
  }

  @Test func appliesOneItem() async throws {
    let store = try await store()
    let data = Data(#"{"id":"7a5c0000-0000-4000-8000-000000000002","title":"Built"}"#.utf8)
    #expect(try await store.apply(.data(data), as: Todo.self).updated == 1)
    #expect(try await store.fetch(Todo.all).count == 4)
  }

  @Test func appliesStreamOfSingleBytes() async throws {
    let store = try await store()
    let text = Array(people(["Ada", "Grüße", "日本"]))
    let chunks = AsyncStream { continuation in
      for byte in text { continuation.yield([byte]) }
      continuation.finish()
    }
    let report = try await store.apply(.stream(chunks), as: Person.self, missingRows: .delete)
    #expect(report.inserted == 3)
    let names = try await store.fetch(Person.all).map(\.displayName)
    #expect(names == ["Ada", "Grüße", "日本"])
  }

  @Test func locatesErrorInStream() async throws {
    let store = try await store()
    let chunks = AsyncStream { continuation in
      continuation.yield(Data("[{\"id\":\"9e05".utf8))
      continuation.yield(Data("0000-0000-4000-8000-000000000010\"},\n\n  {\"id\": ä}]".utf8))
      continuation.finish()
    }
    await #expect {
      try await store.apply(.stream(chunks), as: Person.self)
    } throws: { error in
      guard case .invalidPayload(let problem) = error as? SyncError else { return false }
      return problem.line == 3 && problem.column == 10 && problem.offset == 58
    }
    #expect(try await store.fetch(Person.all).count == 2)
  }

  /// The limit that cuts off a payload in pieces.
  private func limit(
    _ chunks: AsyncStream<Data>, _ change: (inout TransferLimits) -> Void
  ) async throws -> TransferLimits.Exceeded.Limit? {
    let store = try await store()
    var limits = TransferLimits()
    change(&limits)
    let error = await #expect(throws: SyncError.self) {
      try await store.apply(.stream(chunks, limits: limits), as: Person.self)
    }
    #expect(try await store.fetch(Person.all).count == 2)
    guard case .interruptedPayload(let interruption)? = error else { return nil }
    return (interruption.cause as? TransferLimits.Exceeded)?.limit
  }

  @Test func limitsStreamSize() async throws {
    let endless = AsyncStream { Data(repeating: UInt8(ascii: " "), count: 1_000) }
    #expect(try await limit(endless) { $0.streamedBytes = 10_000_000 } == .streamedBytes)
  }

  @Test func timesOutSlowStream() async throws {
    let start = people(["Ada", "Grace"]).dropLast()
    let (silent, continuation) = AsyncStream<Data>.makeStream()
    continuation.yield(start)
    #expect(try await limit(silent) { $0.idleTime = .milliseconds(100) } == .idleTime)
    let dripping = AsyncStream {
      try? await Task.sleep(for: .milliseconds(5))
      return Data(" ".utf8)
    }
    #expect(try await limit(dripping) { $0.idleTime = .milliseconds(200) } == .idleTime)
    let steady = AsyncStream {
      try? await Task.sleep(for: .milliseconds(5))
      return Data(" ".utf8)
    }
    let found = try await limit(steady) {
      $0.idleTime = .milliseconds(200)
      $0.idleBytes = 1
      $0.runTime = .milliseconds(500)
    }
    #expect(found == .runTime)
  }

  @Test func failingStreamChangesNothing() async throws {
    struct Offline: Error, Equatable {}
    let store = try await store()
    let start = people(["Ada", "Grace"]).dropLast()
    let chunks = AsyncThrowingStream<Data, any Error> { continuation in
      continuation.yield(start)
      continuation.finish(throwing: Offline())
    }
    await #expect {
      try await store.apply(.stream(chunks), as: Person.self)
    } throws: { error in
      guard case .interruptedPayload(let interruption) = error as? SyncError else { return false }
      return interruption.cause is Offline
    }
    #expect(try await store.fetch(Person.all).count == 2)
  }

  @Test(.timeLimit(.minutes(15))) func cancellationEndsStalledStream() async throws {
    let store = try await store()
    let (chunks, continuation) = AsyncStream<Data>.makeStream()
    continuation.yield(people(["Ada", "Grace"]).dropLast())
    let progress = ApplyReport.Progress()
    let call = Task {
      try await store.apply(.stream(chunks), as: Person.self, progress: progress)
    }
    try await Task.sleep(for: .milliseconds(100))
    call.cancel()
    await #expect(throws: SyncError.cancelled) { try await call.value }
    #expect(try await store.fetch(Person.all).count == 2)
    // The progress ends with the call.
    for await _ in progress {}
  }

  @Test(.timeLimit(.minutes(15))) func cancelledPayloadChangesNothing() async throws {
    let store = try await store()
    let rows = (0..<200_000).map { number in
      let suffix = String(number, radix: 16)
      let id = String(repeating: "0", count: 12 - suffix.count) + suffix
      return
        #"{"id":"9e050000-0000-4000-8000-\#(id)","display_name":"Person \#(number)",\#(dates)}"#
    }
    let data = Data("[\(rows.joined(separator: ","))]".utf8)
    let progress = ApplyReport.Progress()
    let call = Task {
      try await store.apply(.data(data), as: Person.self, progress: progress)
    }
    var waiting: Task<Bool, any Error>?
    var latest = ApplyReport.Progress.Counts()
    for await counts in progress {
      #expect(counts.rows >= latest.rows && counts.totalBytes == data.count)
      latest = counts
      // The payload is being applied, so this call waits for it.
      waiting = waiting ?? Task { try await store.delete(Person.self, id: TrackerIDs.ada) }
      waiting?.cancel()
      call.cancel()
    }
    await #expect(throws: SyncError.cancelled) { try await call.value }
    await #expect(throws: SyncError.cancelled) { try await waiting?.value }
    #expect(latest.rows > 0 && latest.rows < 200_000)
    #expect(try await store.fetch(Person.all).map(\.displayName) == ["Ada", "Grace"])
  }

  @Test func finalProgressMatchesReport() async throws {
    let store = try await database.open(TrackerSchema.self)
    let progress = ApplyReport.Progress()
    let file = Sample.url("Schemas/payloads/tasks.json")
    let report = try await store.apply(.file(file), as: Todo.self, progress: progress)
    var all: [ApplyReport.Progress.Counts] = []
    for await counts in progress { all.append(counts) }
    #expect(all.count == 1)
    #expect(all.last?.rows == 4 && all.last?.inserted == report.inserted)
    #expect(all.last?.bytes == all.last?.totalBytes)
  }

  @Test func returnsChangesOfCall() async throws {
    let store = try await store()
    let data = Data(
      #"""
      [{"id":"7a5c0000-0000-4000-8000-000000000001","title":"Draw again","description":null,
        "label_ids":["design"]},
       {"id":"7a5c0000-0000-4000-8000-000000000002","title":"Set up the build"},
       {"id":"7a5c0000-0000-4000-8000-000000000009","title":"New",
        "project_id":"90ec0000-0000-4000-8000-000000000001",\#(dates)}]
      """#.utf8)
    let changes = try await store.applyReturningChanges(
      .data(data), as: Todo.self, missingRows: .delete)
    #expect(changes.inserted.map(\.title) == ["New"])
    #expect(
      changes.updated.filter { $0.id == TrackerIDs.task(1) }.map(\.patch) == [
        Todo.Patch(title: .value("Draw again"), details: .null, labelIDs: .value(["design"]))
      ])
    #expect(Set(changes.deleted) == [TrackerIDs.task(3), TrackerIDs.task(4)])
    #expect(changes.report.inserted == 1 && changes.report.deleted == 2)
    let again = try await store.applyReturningChanges(.data(data), as: Todo.self)
    #expect(again.inserted.isEmpty && again.updated.isEmpty && again.deleted.isEmpty)
    #expect(again.report.unchanged == 3)
  }

  @Test func revertedRowIsUnchanged() async throws {
    let store = try await store()
    let id = #""id":"7a5c0000-0000-4000-8000-000000000001""#
    let data = Data(
      #"[{\#(id),"title":"Other"},{\#(id),"title":"Draw the start page"}]"#.utf8)
    let changes = try await store.applyReturningChanges(
      .data(data), as: Todo.self, missingRows: .keep,
      options: ApplyOptions(missingRows: .delete))
    #expect(changes.updated.isEmpty && changes.report.unchanged == 1)
    // What the call states has precedence over its options.
    #expect(changes.deleted.isEmpty)
    #expect(try await store.count(Todo.all) == 4)
  }

  @Test func changesHaveCompositeIdentities() async throws {
    let store = try await store()
    let data = Data(
      #"[{"task_id":"7a5c0000-0000-4000-8000-000000000001","number":1,"text":"Telephone"}]"#.utf8)
    let changes = try await store.applyReturningChanges(
      .data(data), as: ChecklistItem.self, missingRows: .delete)
    let first = ChecklistItem.Identity(taskID: TrackerIDs.task(1), number: 1)
    #expect(changes.updated.map(\.id) == [first])
    #expect(changes.updated.map(\.patch) == [ChecklistItem.Patch(text: .value("Telephone"))])
    #expect(changes.deleted == [ChecklistItem.Identity(taskID: TrackerIDs.task(1), number: 2)])
  }

  /// A first fill drops indexes meanwhile.
  @Test func returnsRowsOfFirstFill() async throws {
    let store = try await database.open(TrackerSchema.self)
    let rows = (0..<2_500).map { number in
      let id = "9e050000-0000-4000-8000-\(100_000_000_000 + number)"
      return #"{"id":"\#(id)","display_name":"Person \#(number)",\#(dates)}"#
    }
    let data = Data(rows.joined(separator: "\n").utf8)
    let changes = try await store.applyReturningChanges(.data(data), as: Person.self)
    #expect(changes.inserted.map(\.displayName) == (0..<2_500).map { "Person \($0)" })
    let fresh = try await SyncStore.inMemory(TrackerSchema.self)
    let objects = "SELECT type, name FROM sqlite_schema WHERE tbl_name = 'people' ORDER BY name"
    #expect(try await store.query(objects) == fresh.query(objects))
  }

  @Test func logsErrorsAndRejectedRows() async throws {
    let lines = Lines()
    let log = SyncLog { event, operation in lines.add("\(operation): \(event)") }
    let store = try await SyncStore(
      TrackerSchema.self, .init(location: .url(database.url), log: log)
    ).opened()
    let data = Data(
      #"[{"id":"7a5c0000-0000-4000-8000-000000000001","title":"A","due_on":"soon"}]"#.utf8)
    await #expect(throws: SyncError.self) { try await store.apply(.data(data), as: Todo.self) }
    await #expect(throws: SyncError.self) { try await store.query("SELECT void") }
    #expect(
      lines.all == [
        "apply Todo: every row of the payload was rejected, so nothing was changed: "
          + "[0].due_on (7a5c0000-0000-4000-8000-000000000001): "
          + "expected a day, found \"soon\" [bad-value]",
        "apply Todo: rejected [0].due_on (7a5c0000-0000-4000-8000-000000000001): "
          + "expected a day, found \"soon\" [bad-value]",
        "query(_:_:): SQLite error 1: no such column: void (SELECT void)",
      ])
  }
}

/// Lines that several threads append.
private final class Lines: @unchecked Sendable {
  private let lock = NSLock()
  private var lines: [String] = []

  func add(_ line: String) {
    lock.withLock { lines.append(line) }
  }

  var all: [String] { lock.withLock { lines } }
}
