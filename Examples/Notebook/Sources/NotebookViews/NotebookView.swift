public import NotebookKit
import SwiftSyncKit
import SwiftSyncSimulator
public import SwiftUI

/// The window of the app: the notes of the user who is signed in, or the form to sign in.
public struct NotebookView: View {
  private let account: AccountModel
  public init(_ account: AccountModel) { self.account = account }

  public var body: some View {
    if let session = account.session {
      SyncStoreGate(session.store) { NoteList(session.store, account) }
        .storeUndo()
        .syncSession(session)
        .id(ObjectIdentifier(session))  // the views of another user start again
    } else {
      SignInForm(account: account)
    }
  }
}

#if DEBUG
  #Preview {
    let backend = SimulatedBackend(NotebookAPI.self, with: Fixtures.notebook)
    let login = NotebookAPI.Login(userID: "ada", token: "secret")
    NotebookView(AccountModel(login, transport: backend, location: .inMemory) { _ in })
  }
#endif
