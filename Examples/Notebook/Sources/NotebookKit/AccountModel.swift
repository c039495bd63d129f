public import Observation
public import SwiftSyncRuntime

/// Who is signed in. Each user has a database of their own.
@MainActor @Observable
public final class AccountModel {
  /// Syncs the notes of the user who is signed in; nil if none is.
  public private(set) var session: SyncSession?
  /// Whether to ask about the edits that signing out would lose, and their number.
  public var isConfirmingSignOut = false
  public private(set) var unsentCount = 0
  public private(set) var message: String?

  private let transport: any Transport
  private let location: SyncStore.Configuration.Location
  private let keep: (NotebookAPI.Login?) -> Void

  /// Continues with a login, offline too. `keep` stores a new one, such as in the keychain.
  public init(
    _ login: NotebookAPI.Login?, transport: any Transport = URLSessionTransport(),
    location: SyncStore.Configuration.Location = .applicationSupport,
    keep: @escaping (NotebookAPI.Login?) -> Void
  ) {
    self.transport = transport
    self.location = location
    self.keep = keep
    if let login { open(login) }
  }

  public func signIn(name: String, password: String) async {
    do {
      let login = try await NotebookAPI(transport: transport)
        .signIn(name: name, password: password)
      await session?.stop()
      keep(login)
      open(login)
    } catch let error where error.response?.status == 401 {
      message = "The name or the password is wrong."
    } catch {
      message = error.localizedDescription
    }
  }

  /// Removes the notes from the device. Asks first if edits have not reached the server.
  public func signOut(discardingUnsentChanges discards: Bool = false) async {
    do {
      try await session?.signOut(discardingUnsentChanges: discards)
      keep(nil)
      session = nil
    } catch SyncError.unsentChanges(let count) {
      unsentCount = count
      isConfirmingSignOut = true
    } catch {
      message = error.localizedDescription
    }
  }

  private func open(_ login: NotebookAPI.Login) {
    let store = SyncStore(NotebookSchema.self, .init(location: location, account: login.userID))
    let token: HTTP.Headers = ["Authorization": "Bearer \(login.token)"]
    session = SyncSession(store, NotebookAPI(transport: transport, middleware: [.headers(token)]))
    message = nil
  }
}
