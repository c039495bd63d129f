import NotebookKit
import SwiftSyncKit
import SwiftUI

/// What syncing is doing, below the list.
struct SyncBar: View {
  let account: AccountModel
  @LiveSync private var sync

  var body: some View {
    HStack {
      if sync.isRunning { ProgressView() }
      if sync.pendingCount > 0 { Text("Edits to send: \(sync.pendingCount)") }
      if let message = account.message ?? sync.lastError { Text(message) }
      if sync.phase == .signInNeeded { NavigationLink("Sign In") { SignInForm(account: account) } }
      if !sync.problems.isEmpty {
        NavigationLink("Problems: \(sync.problems.count)") { ProblemList() }
      }
    }
  }
}

/// What is wrong with which row, and what the user can do about it.
struct ProblemList: View {
  @LiveSync private var sync
  @State private var editor: NoteEditorModel?
  @State private var message: String?
  @Environment(\.syncStore) private var store

  var body: some View {
    List {
      ForEach(sync.problems) { problem in
        Section(problem.entity) {
          Text(problem.message)
          if problem.entity == "Note", problem.kind != .unreadable {
            Button("Edit") { run { try await edit(problem) } }
          }
          ForEach(problem.resolutions, id: \.self) { resolution in
            Button(title(of: resolution)) { run { try await sync.resolve(problem, resolution) } }
          }
        }
      }
      if let message { Text(message) }
    }
    .navigationTitle("Problems")
    .sheet(item: $editor) { NoteForm(editor: $0) }
  }

  private func edit(_ problem: SyncProblem) async throws {
    editor = try await Draft(resolving: problem, in: store).map { NoteEditorModel($0, in: store) }
  }

  private func run(_ action: @escaping @MainActor () async throws -> Void) {
    Task {
      do { try await action() } catch { message = error.localizedDescription }
    }
  }

  private func title(of resolution: SyncProblem.Resolution) -> String {
    switch resolution {
    case .retry: "Try Again"
    case .discard: "Discard My Edit"
    case .createAgain: "Create Again"
    case .arrived: "It Has Arrived"
    }
  }
}
