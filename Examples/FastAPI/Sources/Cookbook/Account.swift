public import Foundation
public import SwiftSyncRuntime

/// A user who is logged in on this device, with a database of their own.
public struct Account: Sendable {
  public let api: CookbookAPI
  /// Syncs the user's recipes, with the comments on each.
  public let session: SyncSession
  /// The user, whose id new recipes and comments have.
  public let user: User

  public var store: SyncStore { session.store }

  public static func logIn(
    to server: URL, email: String, password: String,
    location: SyncStore.Configuration.Location = .applicationSupport
  ) async throws -> Account {
    let open = CookbookAPI(baseURL: server)
    let tokens = Tokens(try await open.login(username: email, password: password), open)
    let api = CookbookAPI(
      baseURL: server, middleware: [.bearer { _ in try await tokens.next() }])
    let user = try await api.readMe()
    let store = SyncStore(
      CookbookSchema.self, .init(location: location, account: String(user.id)))
    let comments = SyncSession.Pull.each(Recipe.self) { recipe, store in
      try await api.comments(recipe: recipe.id, into: store)
    }
    let session = SyncSession(store, api, .init(pulls: [comments]))
    return Account(api: api, session: session, user: user)
  }
}

/// The tokens of a login. An app keeps the refresh token in the keychain.
actor Tokens {
  private var pair: CookbookAPI.TokenPair
  private var isNew = true
  /// A client without a token, because the service must not refuse these requests.
  private let api: CookbookAPI

  init(_ pair: CookbookAPI.TokenPair, _ api: CookbookAPI) {
    self.pair = pair
    self.api = api
  }

  /// The access token of the login, and after it has expired, a new one. A refresh token works once.
  func next() async throws -> String {
    if !isNew { pair = try await api.refresh(.init(refreshToken: pair.refreshToken)) }
    isNew = false
    return pair.accessToken
  }
}
