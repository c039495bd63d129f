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
    issues = try await store.fetch(
      Issue.self, where: { $0.title.contains(search) }, order: { [$0.createdAt.descending] })
    for try await issues in store.observe(
      Issue.self, where: { $0.title.contains(search) })
    {
      self.issues = issues
    }
  }
}
