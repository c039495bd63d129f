import Foundation
import SwiftSyncRuntime
import SwiftSyncTestSupport
import Testing
import Tracker

/// The state of rows in the push queue, and pending changes as queries.
@Suite(.timeLimit(.minutes(2))) struct PushStateTests {
  private let rejected =
    #"{"results": [{"status": "applied"}, {"status": "rejected", "code": "no"}]}"#

  @Test func rowHasStateOfItsChange() async throws {
    let sample = try await PushSample()
    try await sample.edit(1, title: "1")
    try await sample.edit(2, title: "2")
    sample.response(rejected)
    try await sample.store.push(to: sample.endpoint(.operations))
    try await sample.edit(3, title: "3")

    let states = Todo.where { $0.title.isIn(["1", "2", "3"]) }.order(\.title)
    let found = try await sample.store.fetch(states.including { $0.pushState })
    #expect(found.map(\.row.title) == ["1", "2", "3"])
    #expect(found.map(\.related) == [.synced, .problem, .pending])
    #expect(found.map(\.id) == (1...3).map(TrackerIDs.task))
    #expect(try await sample.store.fetch(states.limit(1).including { $0.pushState }).count == 1)

    let problems = Todo.where { $0.pushState == .problem }
    #expect(try await sample.store.fetch(problems).map(\.title) == ["2"])
    #expect(try await sample.store.count(Todo.where { $0.pushState != .synced }) == 2)
    #expect(
      try await sample.store.fetch(states.select { ($0.title, $0.pushState) }).map(\.1)
        == [.synced, .problem, .pending])
  }

  @Test func stateIsIncludedWithRelationships() async throws {
    let sample = try await PushSample()
    try await sample.edit(1, title: "1")
    try await sample.edit(2, title: "2")
    let parent = Todo.Patch(parentID: .value(TrackerIDs.task(1)))
    try await sample.store.update(Todo.self, id: TrackerIDs.task(2), parent)
    sample.response(rejected)
    try await sample.store.push(to: sample.endpoint(.operations))

    let children = try await sample.store.fetch(
      Todo.where { $0.title == "2" }.including {
        ($0.pushState, $0.parent.including { $0.pushState }, $0.labels)
      })
    #expect(children.map(\.related.0) == [.problem])
    #expect(children.map { $0.related.1?.row.title } == ["1"])
    #expect(children.map { $0.related.1?.related } == [.synced])

    let parents = try await sample.store.fetch(
      Todo.where { $0.title == "1" }.including {
        ($0.subtasks.where { $0.title == "2" }.including { $0.pushState }, $0.pushState)
      })
    #expect(parents.map(\.related.1) == [.synced])
    #expect(parents.first?.related.0.map(\.related) == [.problem])
  }

  @Test func stateOfRelatedRowIsIncludedWithTheRow() async throws {
    let sample = try await PushSample()
    await #expect {
      try await sample.store.fetch(Todo.including { $0.project.pushState })
    } throws: { error in
      "\(error)".contains(
        "a query for 'Todo' includes the state of a related row; include it with the related row: "
          + "'project.including { $0.pushState }'")
    }
  }

  @Test func inclusionsWithStatesAreCompared() {
    let queries = [
      Todo.including { $0.pushState }, Todo.including { $0.pushState },
      Todo.order(\.title).including { $0.pushState },
    ]
    #expect(Set(queries).count == 2)
  }

  @Test func sentChangeIsSending() async throws {
    let sample = try await PushSample()
    try await sample.edit(1, title: "1")
    let (isSent, mayRespond) = (AsyncSignal(), AsyncSignal())
    sample.server.respond(to: .post, "/api/sync") { _ in
      isSent.send()
      await mayRespond.wait()
      return HTTP.Response(
        status: 200, headers: ["Content-Type": "application/json"],
        body: Data(#"{"results": [{"status": "applied"}]}"#.utf8))
    }
    let push = Task { try await sample.store.push(to: sample.endpoint(.operations)) }
    await isSent.wait()
    let query = Todo.where { $0.title == "1" }.including { $0.pushState }
    #expect(try await sample.store.fetch(query).map(\.related) == [.sending])
    mayRespond.send()
    _ = try await push.value
    #expect(try await sample.store.fetch(query).map(\.related) == [.synced])
  }

  @Test func stateIsObserved() async throws {
    let sample = try await PushSample()
    try await sample.edit(1, title: "1")
    let query = Todo.where { $0.title == "1" }.including { $0.pushState }
    var states = sample.store.values(of: query).makeAsyncIterator()
    #expect(try await states.next()?.map(\.related) == [.pending])
    sample.response(#"{"results": [{"status": "rejected", "code": "no"}]}"#)
    try await sample.store.push(to: sample.endpoint(.operations))
    var found: [PushState] = []
    while found != [.problem] { found = try await states.next()?.map(\.related) ?? [] }
    try await sample.store.discardPendingChange(of: Todo.self, id: TrackerIDs.task(1))
    #expect(try await states.next()?.map(\.related) == [.synced])
  }

  // MARK: - Pending changes

  @Test func pendingChangesAreQueried() async throws {
    let sample = try await PushSample()
    try await sample.store.insert(Label(slug: "new", name: "New"))
    try await sample.edit(1, title: "1")
    let changes = try await sample.store.fetch(PendingChange.of(Todo.self))
    #expect(
      changes.map(\.description) == [
        "update Todo \(changes[0].identity[0].shown): title, updatedAt"
      ])
    #expect(try await sample.store.count(PendingChange.of(Todo.self)) == 1)
    #expect(
      try await sample.store.count(PendingChange.all)
        == (try await sample.store.fetch(PendingChange.all).count))
    #expect(Set([PendingChange.all, PendingChange.of(Todo.self), PendingChange.all]).count == 2)
  }

  @Test func pendingChangesAreObserved() async throws {
    let sample = try await PushSample()
    var counts = sample.store.values(of: PendingChange.all.count).makeAsyncIterator()
    var rows = sample.store.values(of: SQLQuery("SELECT count(*) AS n FROM swiftsync_changes"))
      .makeAsyncIterator()
    #expect(try await counts.next() == 0)
    _ = try await rows.next()
    try await sample.edit(1, title: "1")
    #expect(try await counts.next() == 1)
    // A query in SQL sees it too.
    #expect(try await rows.next()?.count == 1)
    sample.response(#"{"results": [{"status": "applied"}]}"#)
    try await sample.store.push(to: sample.endpoint(.operations))
    #expect(try await counts.next() == 0)
  }
}

extension StoredValue {
  fileprivate var shown: String {
    if case .text(let text) = self { text } else { "" }
  }
}
