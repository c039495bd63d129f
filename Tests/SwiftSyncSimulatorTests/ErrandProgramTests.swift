import Foundation
import SwiftSyncRuntime
import SwiftSyncSimulator
import Testing

/// Everything that can go wrong with a row, and what an app can do about it.
@Suite(.timeLimit(.minutes(5))) struct ErrandProgramTests {
  @Test(arguments: ErrandSample.Wire.allCases)
  func settlesEverything(_ wire: ErrandSample.Wire) async throws {
    let program = try await ErrandProgram(wire)
    try await program.signIn()
    try await program.editOffline()
    try await program.meetRejections()
    try await program.settleRejections()
    try await program.meetGoneRows()
    try await program.meetUncertainCreations()
    try await program.signOut()
  }

  /// The clock has whole seconds, and both changes happen within one.
  @Test func clockTellsChangesOfASecondApart() async throws {
    let errands = try await ErrandSample(.operations)
    let (backend, phone) = (errands.backend, errands.phone)
    backend.respond(to: .post, "/login", json: #"{"token": "t1"}"#)
    try await phone.store.insert(Receipt(text: "Flour"))
    try await phone.session.run()
    try backend.edit { try $0.update(Receipt.self, id: 1, .init(text: .value("Flour, 2 kg"))) }
    try await phone.store.update(Receipt.self, id: 1, .init(errandID: .value(UUID())))
    #expect(try await phone.session.run().pushed.stale == 1)
    #expect(try await phone.store.fetch(Receipt.all).map(\.line) == ["1 Flour, 2 kg"])
  }

  /// The row has arrived, and another device has changed it.
  @Test func repeatedCreationKeepsChangesOfOthers() async throws {
    let errands = try await ErrandSample(.operations)
    let (backend, phone) = (errands.backend, errands.phone)
    backend.respond(to: .post, "/login", json: #"{"token": "t1"}"#)
    try await phone.store.insert(Receipt(text: "Flour"))
    backend.fail(.post, "/operations", with: .loseResponse)
    await #expect(throws: APIError.self) { try await phone.session.run() }
    try backend.edit { try $0.update(Receipt.self, id: 1, .init(text: .value("Flour, 2 kg"))) }

    #expect(try await phone.session.run().isComplete)

    #expect(try backend.rows(of: Receipt.self).map(\.line) == ["1 Flour, 2 kg"])
    #expect(try await phone.store.fetch(Receipt.all).map(\.line) == ["1 Flour, 2 kg"])
    #expect(try await phone.store.fetch(PendingChange.all) == [])
  }
}
