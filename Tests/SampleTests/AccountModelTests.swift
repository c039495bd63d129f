import Foundation
import Observation
import SwiftSyncRuntime
import SwiftSyncTestSupport
import TestHelpers
import Testing
import Tracker

// The Swift code of docs/accounts.md. `PageBlockTests` compares the two. `PageProgram` has the view.

struct Login: Codable, Equatable, Sendable {
  var userID: String
  var accessToken: String
  var refreshToken: String
}

/// The server has refused the password or the token.
struct LoginRefused: Error {}

protocol LoginServer: Sendable {
  func logIn(name: String, password: String) async throws -> Login
  func renew(_ login: Login) async throws -> Login
}

protocol LoginStorage: AnyObject, Sendable {
  var login: Login? { get set }
}

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor @Observable final class AccountModel {
  /// Synchronizes the rows of the user who is logged in.
  private(set) var session: SyncSession?
  /// Whether the user must enter the password again. The rows on the device stay usable.
  private(set) var needsPassword = false

  private let api: APISettings
  private let server: any LoginServer
  private let storage: any LoginStorage
  private let configuration: SyncStore.Configuration
  private var tokens: APIClient.BearerMiddleware?

  init(
    api: APISettings, server: any LoginServer, storage: any LoginStorage,
    configuration: SyncStore.Configuration = SyncStore.Configuration()
  ) {
    self.api = api
    self.server = server
    self.storage = storage
    self.configuration = configuration
    if let login = storage.login { open(for: login) }
  }

  func logIn(name: String, password: String) async throws {
    let login = try await server.logIn(name: name, password: password)
    let isSameUser = storage.login?.userID == login.userID
    storage.login = login
    needsPassword = false
    if isSameUser, let session {
      tokens?.setToken(login.accessToken)
      session.start()
    } else {
      await close()
      open(for: login)
    }
  }

  /// Throws `SyncError.unsentChanges` if edits have not reached the server, unless they are to be
  /// discarded.
  func logOut(discardingUnsentChanges discards: Bool = false) async throws {
    guard let session else { return }
    try await session.signOut(discardingUnsentChanges: discards)
    storage.login = nil
    await close()
  }

  private func open(for login: Login) {
    var configuration = configuration
    configuration.account = login.userID
    let tokens: APIClient.BearerMiddleware = .bearer(token: login.accessToken) { [weak self] _ in
      try await self?.renewedToken() ?? ""
    }
    let client = TrackerAPI(
      baseURL: api.baseURL, transport: api.transport, middleware: [tokens])
    let session = SyncSession(SyncStore(TrackerSchema.self, configuration), client)
    session.start()
    (self.session, self.tokens) = (session, tokens)
  }

  private func renewedToken() async throws -> String {
    guard let login = storage.login else { throw CancellationError() }
    do {
      let renewed = try await server.renew(login)
      storage.login = renewed
      return renewed.accessToken
    } catch let error as LoginRefused {
      needsPassword = true
      throw error
    }
  }

  private func close() async {
    let former = session
    (session, tokens) = (nil, nil)
    await former?.stop()
    await former?.store.close()
  }
}

struct APISettings {
  var baseURL: URL
  var transport: any Transport = URLSessionTransport()
}

/// The view model with a server that answers as the test says.
@Suite(.timeLimit(.minutes(5))) @MainActor struct AccountModelTests {
  /// Logs in any user whose password is the name, and counts the renewals of tokens.
  ///
  /// `@unchecked`: the lock protects all mutable state.
  private final class Server: LoginServer, @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0
    private var isRefusing = false

    var renewals: Int { lock.withLock { count } }

    /// The status of the answers to other requests.
    var status: Int { lock.withLock { isRefusing ? 401 : 200 } }

    func setRefusing(_ isRefusing: Bool) {
      lock.withLock { self.isRefusing = isRefusing }
    }

    func logIn(name: String, password: String) async throws -> Login {
      guard password == name else { throw LoginRefused() }
      return Login(userID: name, accessToken: "\(name)-0", refreshToken: "\(name)-refresh")
    }

    func renew(_ login: Login) async throws -> Login {
      let (number, isRefused) = lock.withLock { () -> (Int, Bool) in
        count += 1
        return (count, isRefusing)
      }
      if isRefused { throw LoginRefused() }
      var renewed = login
      renewed.accessToken = "\(login.userID)-\(number)"
      return renewed
    }
  }

  /// `@unchecked`: the lock protects all mutable state.
  private final class Storage: LoginStorage, @unchecked Sendable {
    private let lock = NSLock()
    private var value: Login?

    var login: Login? {
      get { lock.withLock { value } }
      set { lock.withLock { value = newValue } }
    }
  }

  private let database: Database
  private let server = Server()
  private let storage = Storage()
  private let transport = RecordingTransport()

  init() throws {
    database = try Database()
    // Each run begins with the upload, which also receives changes.
    transport.respond(to: .post, "/api/sync", json: #"{"tasks": {"success": [], "error": []}}"#)
  }

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  private func model() -> AccountModel {
    AccountModel(
      api: APISettings(baseURL: .server("https://tracker.example"), transport: transport),
      server: server, storage: storage,
      configuration: .init(location: .url(database.url), log: .none))
  }

  /// The tokens of the requests for projects, once there are as many.
  private func tokens(_ count: Int) async throws -> [String] {
    while projectRequests.count < count { try await Task.sleep(for: .milliseconds(2)) }
    return projectRequests.prefix(count).map { $0.headers["Authorization"] ?? "none" }
  }

  private var projectRequests: [HTTP.Request] {
    transport.requests.filter { $0.url.path == "/api/projects" }
  }

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  private func store(of model: AccountModel) throws -> SyncStore {
    try #require(model.session).store
  }

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func loginOpensTheUsersStore() async throws {
    transport.respond(to: .get, "/api/projects", json: "[]")
    let model = model()
    #expect(model.session == nil)
    await #expect(throws: LoginRefused.self) {
      try await model.logIn(name: "ada", password: "wrong")
    }
    #expect(model.session == nil && storage.login == nil)
    try await model.logIn(name: "ada", password: "ada")
    #expect(try await tokens(1) == ["Bearer ada-0"])
    try await store(of: model).insert(Label(slug: "ui", name: "UI"))
    await model.session?.stop()
    try await store(of: model).close()

    // The next start of the app.
    let later = self.model()
    #expect(try await store(of: later).fetch(Label.all).map(\.slug) == ["ui"])
    try await later.logOut()
  }

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func refusedTokenIsRenewed() async throws {
    transport.respond(to: .get, "/api/projects", status: 401, json: "{}")
    transport.respond(to: .get, "/api/projects", json: "[]")
    let model = model()
    try await model.logIn(name: "ada", password: "ada")
    #expect(try await tokens(2) == ["Bearer ada-0", "Bearer ada-1"])
    #expect(storage.login?.accessToken == "ada-1" && server.renewals == 1)
    #expect(!model.needsPassword)
    try await model.logOut()
  }

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func refusedRenewalNeedsThePassword() async throws {
    server.setRefusing(true)
    transport.respond(to: .get, "/api/projects") { [server] _ in
      HTTP.Response(
        status: server.status, headers: ["Content-Type": "application/json"], body: Data("[]".utf8))
    }
    let model = model()
    try await model.logIn(name: "ada", password: "ada")
    while !model.needsPassword { try await Task.sleep(for: .milliseconds(2)) }
    // The rows can still be used.
    let store = try store(of: model)
    try await store.insert(Label(slug: "ui", name: "UI"))
    server.setRefusing(false)
    try await model.logIn(name: "ada", password: "ada")
    #expect(!model.needsPassword && model.session?.store === store)
    #expect(try await store.count(Label.all) == 1)
    try await model.logOut()
  }

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func logoutAsksAboutUnsentChanges() async throws {
    transport.respond(to: .get, "/api/projects", json: "[]")
    let model = model()
    try await model.logIn(name: "ada", password: "ada")
    // The pull is over, so it does not delete the project.
    _ = await model.session?.firstState { $0.lastSuccess != nil }
    let store = try store(of: model)
    let project = Project(name: "Web", code: "WEB", ownerID: TrackerIDs.ada)
    try await store.insert(project)
    try await store.insert(Todo(title: "Draw", projectID: project.id))
    await #expect(throws: SyncError.unsentChanges(count: 1)) { try await model.logOut() }
    #expect(try await store.count(Todo.all) == 1)
    #expect(model.session != nil && storage.login != nil)

    try await model.logOut(discardingUnsentChanges: true)
    #expect(model.session == nil && storage.login == nil)
    await #expect(throws: SyncError.closed) { try await store.count(Todo.all) }
    try await model.logIn(name: "ada", password: "ada")
    #expect(try await self.store(of: model).count(Todo.all) == 0)
    try await model.logOut()
  }

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  @Test func usersDoNotShareRows() async throws {
    transport.respond(to: .get, "/api/projects", json: "[]")
    let model = model()
    try await model.logIn(name: "ada", password: "ada")
    try await store(of: model).insert(Label(slug: "ui", name: "UI"))
    try await model.logIn(name: "grace", password: "grace")
    #expect(try await store(of: model).count(Label.all) == 0)
    try await model.logIn(name: "ada", password: "ada")
    #expect(try await store(of: model).count(Label.all) == 1)
    try await model.logOut()
  }

  /// Tests do not use the default location.
  private func opens(_ login: Login) -> SyncStore {
    var configuration = SyncStore.Configuration()
    configuration.account = login.userID
    let store = SyncStore(TrackerSchema.self, configuration)
    return store
  }
}
