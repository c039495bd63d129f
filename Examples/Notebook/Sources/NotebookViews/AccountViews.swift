import NotebookKit
import SwiftUI

struct SignInForm: View {
  let account: AccountModel
  @State private var name = ""
  @State private var password = ""

  var body: some View {
    Form {
      TextField("Name", text: $name)
      SecureField("Password", text: $password)
      Button("Sign In") { Task { await account.signIn(name: name, password: password) } }
        .disabled(name.isEmpty || password.isEmpty)
      if let message = account.message { Text(message) }
    }
  }
}

struct SignOutButton: View {
  @Bindable var account: AccountModel

  var body: some View {
    Button("Sign Out") { Task { await account.signOut() } }
      .alert("Unsent edits: \(account.unsentCount)", isPresented: $account.isConfirmingSignOut) {
        Button("Discard and Sign Out", role: .destructive) {
          Task { await account.signOut(discardingUnsentChanges: true) }
        }
        Button("Cancel", role: .cancel) {}
      }
  }
}
