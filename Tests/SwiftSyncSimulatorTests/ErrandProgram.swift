import Foundation
import SwiftSyncRuntime
import SwiftSyncSimulator
import Testing

/// A program from signing in to signing out: what can go wrong with a row goes wrong, and is settled
/// in each way that there is.
struct ErrandProgram {
  let errands: ErrandSample
  let wire: ErrandSample.Wire
  private let ids: [UUID]

  private var backend: SimulatedBackend { errands.backend }
  private var phone: ErrandDevice { errands.phone }
  private var tablet: ErrandDevice { errands.tablet }

  init(_ wire: ErrandSample.Wire) async throws {
    self.wire = wire
    errands = try await ErrandSample(wire)
    ids = try (0...9).map(ErrandSample.id)
  }

  func signIn() async throws {
    let ids = ids
    try backend.edit { server in
      try server.insert([Errand(id: ids[1], title: "Bread"), Errand(id: ids[2], title: "Parcel")])
      try server.insert([Shop(id: ids[3], name: "Bakery"), Shop(id: ids[4], name: "Butcher")])
    }
    backend.respond(to: .post, "/login", status: 401, json: "{}")
    await #expect(throws: APIError.self) { try await phone.session.run() }
    #expect(phone.state.phase == .signInNeeded)
    backend.respond(to: .post, "/login", json: #"{"token": "t1"}"#)
    for device in [phone, tablet] {
      #expect(try await device.session.run().isComplete)
      #expect(device.summary == "stopped, 0 pending changes")
      #expect(try await device.rows == ["Bread: -", "Parcel: -", "Bakery", "Butcher"])
    }
  }

  func editOffline() async throws {
    backend.isOnline = false
    try await phone.store.update(Errand.self, id: ids[1], .init(note: .value("whole grain")))
    try await phone.store.insert([
      Errand(id: ids[5], title: "Stamps"), Errand(id: ids[6], title: "Milk"),
    ])
    try await tablet.store.update(
      Errand.self, id: ids[1], .init(title: .value("Loaf"), note: .value("sourdough")))
    try await tablet.store.insert([
      Errand(id: ids[7], title: "Stamps", note: "of the tablet"),
      Errand(id: ids[8], title: "Milk", note: "of the tablet"),
    ])
    for device in [phone, tablet] {
      await #expect(throws: APIError.self) { try await device.session.run() }
      #expect(
        device.summary.hasPrefix("offline, 3 pending changes, last error: The server did not resp"))
      #expect(try await device.problems == [])
    }
    backend.isOnline = true
  }

  /// A conflict, which is not a problem, and two rejections.
  func meetRejections() async throws {
    #expect(try await phone.session.run().isComplete)
    #expect(try await !tablet.session.run().isComplete)
    #expect(tablet.summary == "stopped, 2 pending changes, 4 problems")
    #expect(try await tablet.problems == rejected + unreadable)
    let server = ["Loaf: sourdough", "Milk: -", "Parcel: -", "Stamps: -", "Bakery", "Butcher"]
    #expect(try errands.rows == server)
    let own = [
      "Loaf: sourdough", "Milk: of the tablet", "Parcel: -", "Stamps: of the tablet", "Bakery",
      "Butcher",
    ]
    #expect(try await tablet.rows == own)
  }

  private var rejected: [String] {
    let status = wire == .rest ? "409" : "-"
    return ["7", "8"].map {
      "rejected Errand \($0) |  | \(status) | conflict | title is taken | title: [\"is taken\"] "
        + "| retry,discard"
    }
  }

  /// The rows of the server whose titles rows of the device have.
  private var unreadable: [String] {
    [("5", "Stamps"), ("6", "Milk")].map { id, title in
      "unreadable Errand \(id) |  | - | unique-conflict | another row already has the same unique "
        + "value: title \"\(title)\" |  | retry,discard"
    }
  }

  /// The rejections are retried, corrected and discarded.
  func settleRejections() async throws {
    let stamps = try await tablet.problem(.rejected, ids[7])
    #expect(try await tablet.session.resolve(stamps, .retry))
    #expect(try await !tablet.session.run().isComplete)
    #expect(try await tablet.problems == rejected + unreadable)
    #expect(stamps.errors(of: \Errand.Patch.title) == ["is taken"])
    var draft = try #require(try await Draft<Errand>(resolving: stamps, in: tablet.store))
    #expect(draft.problems(of: \.title).map(\.message) == ["is taken"])
    draft.title = "Airmail"
    guard case .saved = try await tablet.store.save(draft) else {
      Issue.record("the draft was not saved")
      return
    }
    let milk = try await tablet.problem(.rejected, ids[8])
    #expect(try await tablet.session.resolve(milk, .discard))
    #expect(try await tablet.session.run().isComplete)
    #expect(tablet.summary == "stopped, 0 pending changes")
    try await expectEverywhere([
      "Airmail: of the tablet", "Loaf: sourdough", "Milk: -", "Parcel: -", "Stamps: -", "Bakery",
      "Butcher",
    ])
  }

  /// The server deletes an errand, and tells so with its tombstone. It does not say which shops it
  /// has deleted.
  func meetGoneRows() async throws {
    let ids = ids
    try await phone.store.update(Errand.self, id: ids[2], .init(note: .value("at noon")))
    try backend.edit { try $0.delete(Errand.self, id: ids[2]) }
    try await phone.session.run()
    #expect(phone.summary == "stopped, 0 pending changes")
    let rows = ["Airmail: of the tablet", "Loaf: sourdough", "Milk: -", "Stamps: -"]
    try await expectEverywhere(rows + ["Bakery", "Butcher"])
    guard wire == .rest else { return }

    try await phone.store.update(Shop.self, id: ids[3], .init(name: .value("Old bakery")))
    try await phone.store.update(Shop.self, id: ids[4], .init(name: .value("Old butcher")))
    try backend.edit { server in
      try server.delete(Shop.self, id: ids[3])
      try server.delete(Shop.self, id: ids[4])
    }
    #expect(try await !phone.session.run().isComplete)
    #expect(phone.summary == "stopped, 2 pending changes, 2 problems")
    let gone = [ids[3], ids[4]].map {
      "goneOnServer Shop \($0.uuidString.suffix(1)) | name | 404 | not-found | there is no Shop "
        + "\($0.uuidString.lowercased()) |  | createAgain,discard"
    }
    #expect(try await phone.problems == gone)
    #expect(try errands.rows == rows)
    #expect(try await phone.rows == rows + ["Old bakery", "Old butcher"])
    let (bakery, butcher) = (
      try await phone.problem(.goneOnServer, ids[3]), try await phone.problem(.goneOnServer, ids[4])
    )
    #expect(try await phone.session.resolve(bakery, .createAgain))
    #expect(try await phone.session.resolve(butcher, .discard))
    #expect(try await phone.session.run().isComplete)
    try await expectEverywhere(rows + ["Old bakery"])
  }

  /// The responses to two creations are lost, and the server does not carry out a third one.
  func meetUncertainCreations() async throws {
    let (first, second, third) = (
      Receipt(text: "Flour"), Receipt(text: "Postage"), Receipt(text: "Cream")
    )
    try await tablet.store.insert([first, second, third])
    backend.fail(.post, with: .loseResponse, times: wire == .rest ? 2 : 1)
    if wire == .rest { backend.fail(.post, "/receipts", with: .status(503)) }
    await #expect(throws: APIError.self) { try await tablet.session.run() }
    #expect(tablet.state.pendingCount == 3)
    let receipts = ["1 Flour", "2 Postage", "3 Cream"]
    guard wire == .rest else {
      #expect(try backend.rows(of: Receipt.self).map(\.line) == receipts)
      #expect(try await tablet.session.run().isComplete)
      return try await expectReceipts(receipts)
    }
    #expect(try await !tablet.session.run().isComplete)
    let lost = "the response to the creation was lost, and the server may have the row"
    let problems = Array(
      repeating: "uncertain Receipt new |  | - | - | \(lost) |  | retry,discard", count: 3)
    #expect(try await tablet.problems == problems)
    let uncertain = try await tablet.store.problems(.uncertain)
    #expect(uncertain.map(\.identity) == [first, second, third].map { "\($0.id)" })
    #expect(try await tablet.session.resolve(uncertain[0], .arrived(as: .integer(1))))
    #expect(try await tablet.session.resolve(uncertain[1], .discard))
    #expect(try await tablet.session.resolve(uncertain[2], .retry))
    #expect(try await tablet.session.run().isComplete)
    try await expectReceipts(receipts)
  }

  func signOut() async throws {
    try await phone.session.run()
    try await phone.store.insert(Errand(id: ids[9], title: "Surprise"))
    await #expect(throws: SyncError.unsentChanges(count: 1)) { try await phone.session.signOut() }
    let words = [
      "Airmail", "Loaf", "Stamps", "sourdough", "of the tablet", "Flour", "Postage", "Cream",
      "00000000-0000-0000-0000-00000000000",
    ]
    let secrets = words + ["whole grain", "Parcel", "Bakery", "Surprise", "is taken", "t1\""]
    for device in [phone, tablet] {
      #expect(try words.filter { try !device.contains($0) } == [])
      try await device.session.signOut(discardingUnsentChanges: device.url == phone.url)
      #expect(device.state == SyncState())
      #expect(try await device.rows == [])
      #expect(try await device.store.fetch(PendingChange.all) == [])
      #expect(try await device.problems == [])
      #expect(try secrets.filter { try device.contains($0) } == [])
    }
    await phone.store.close()
    #expect(try phone.words.subtracting(await errands.wordsOfEmptyStore()) == [])
    #expect(try await tablet.session.run().isComplete)
    #expect(try await tablet.rows == errands.rows)
  }

  /// Both devices have these rows, and so has the server.
  private func expectEverywhere(_ rows: [String]) async throws {
    for device in [phone, tablet] {
      #expect(try await device.session.run().isComplete)
      #expect(device.summary == "stopped, 0 pending changes")
      #expect(try await device.problems == [])
      #expect(try await device.rows == rows)
    }
    #expect(try errands.rows == rows)
  }

  private func expectReceipts(_ receipts: [String]) async throws {
    #expect(try backend.rows(of: Receipt.self).map(\.line) == receipts)
    #expect(try await tablet.store.fetch(Receipt.all.order(\.id)).map(\.line) == receipts)
    #expect(try await tablet.problems == [])
    #expect(tablet.summary == "stopped, 0 pending changes")
  }
}
