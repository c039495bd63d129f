import Foundation
import NotebookKit
import SwiftSyncRuntime
import SwiftSyncSimulator
import Testing

/// A device whose user is signed in, and its backend with sample notes.
@MainActor struct Notebook {
  let backend = SimulatedBackend(NotebookAPI.self, with: Fixtures.notebook)
  let session: SyncSession

  init() async throws {
    let login = NotebookAPI.Login(userID: "ada", token: "secret")
    let account = AccountModel(login, transport: backend, location: .inMemory) { _ in }
    session = try #require(account.session)
    try await session.run()
  }

  var store: SyncStore { session.store }

  /// The first note by its title, on the device.
  func firstNote() async throws -> Note {
    try #require(try await store.fetch(Note.order(\.title).first))
  }

  /// A note as the backend has it.
  func sentNote(_ id: Note.ID) throws -> Note? {
    try backend.rows(of: Note.self).first { $0.id == id }
  }

  /// The backend rejects the title of the next edit.
  func rejectNextTitle() {
    let body = #"{"errors": {"title": ["is taken"]}}"#
    backend.fail(.patch, "/notes/*", with: .status(422, json: body))
  }
}

/// Waits until a model reflects the store.
@MainActor func wait(
  for what: Comment, _ isThere: () async throws -> Bool, at place: SourceLocation = #_sourceLocation
) async throws {
  for _ in 0..<5_000 {
    if try await isThere() { return }
    try await Task.sleep(for: .milliseconds(2))
  }
  Issue.record(what, sourceLocation: place)
}
