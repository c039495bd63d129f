import Foundation
import NotebookKit
import SwiftSyncRuntime
import SwiftSyncSimulator
import Testing

/// Signing in and out.
@Suite @MainActor final class AccountTests {
  private let backend = SimulatedBackend(NotebookAPI.self, with: Fixtures.notebook)
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("notebook-\(UUID().uuidString)")
  /// What is in the keychain.
  private var kept: NotebookAPI.Login?

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    backend.respond(to: .post, "/sign-in") { request in
      let isRight = String(decoding: request.body ?? Data(), as: UTF8.self).contains("open sesame")
      let json = #"{"user_id": "ada", "token": "secret"}"#
      return HTTP.Response(status: isRight ? 200 : 401, body: Data(json.utf8))
    }
  }

  deinit {
    do {
      try FileManager.default.removeItem(at: folder)
    } catch {
      Issue.record(error)
    }
  }

  /// The app after a launch.
  private func launch() -> AccountModel {
    AccountModel(
      kept, transport: backend, location: .url(folder.appendingPathComponent("notes.sqlite"))
    ) { self.kept = $0 }
  }

  private func signedIn() async throws -> (AccountModel, SyncSession) {
    let account = launch()
    await account.signIn(name: "Ada", password: "open sesame")
    let session = try #require(account.session)
    try await session.run()
    return (account, session)
  }

  @Test func signsIn() async throws {
    let account = launch()
    #expect(account.session == nil)
    await account.signIn(name: "Ada", password: "wrong")
    #expect(account.session == nil && kept == nil)
    #expect(account.message == "The name or the password is wrong.")
    backend.isOnline = false
    await account.signIn(name: "Ada", password: "open sesame")
    #expect(account.message?.contains("The Internet connection appears to be offline.") == true)
    backend.isOnline = true
    let (_, session) = try await signedIn()
    #expect(kept == NotebookAPI.Login(userID: "ada", token: "secret"))
    #expect(try await session.store.count(Note.all) == 3)
    #expect(backend.requests.last?.headers["Authorization"] == "Bearer secret")
  }

  @Test func staysSignedInOffline() async throws {
    _ = try await signedIn()
    backend.isOnline = false
    let session = try #require(launch().session)
    #expect(try await session.store.count(Note.all) == 3)
  }

  @Test func signingOutRemovesNotes() async throws {
    let (account, session) = try await signedIn()
    await account.signOut()
    #expect(account.session == nil && kept == nil && account.message == nil)
    #expect(try await session.store.count(Note.all) == 0)
    #expect(try await session.store.count(Folder.all) == 0)
    #expect(try await session.store.count(PendingChange.all) == 0)
    #expect(try backend.rows(of: Note.self).count == 3)
    #expect(launch().session == nil)
  }

  @Test func asksAboutUnsentEdits() async throws {
    let (account, session) = try await signedIn()
    try await session.store.insert(Note(title: "Unsent"))
    await account.signOut()
    #expect(account.isConfirmingSignOut && account.unsentCount == 1)
    #expect(account.session === session && kept != nil)
    #expect(try await session.store.count(Note.all) == 4)
    await account.signOut(discardingUnsentChanges: true)
    #expect(account.session == nil && kept == nil)
    #expect(try await session.store.count(Note.all) == 0)
  }

  @Test func signsInAgain() async throws {
    let (account, session) = try await signedIn()
    try await session.store.insert(Note(title: "Unsent"))
    backend.fail(with: .status(401))
    await #expect(throws: APIError.self) { try await session.run() }
    #expect(session.state.phase == .signInNeeded)
    #expect(try await session.store.count(Note.all) == 4)
    await account.signIn(name: "Ada", password: "open sesame")
    let next = try #require(account.session)
    #expect(next !== session)
    try await next.run()
    #expect(try backend.rows(of: Note.self).map(\.title).contains("Unsent"))
  }
}
