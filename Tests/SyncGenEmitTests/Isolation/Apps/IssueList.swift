/// A view model of the other sample.
@MainActor final class IssueList {
  private let store: SyncStore
  private let api: GitHubAPI
  private var search = ""
  private(set) var issues: [Issue] = []

  init(store: SyncStore, api: GitHubAPI) {
    self.store = store
    self.api = api
  }

  func load() async throws {
    let query = Issue.where { $0.title.contains(search) }
    issues = try await store.fetch(query.order(\.createdAt.descending))
    for try await issues in store.values(of: query) { self.issues = issues }
  }
}
