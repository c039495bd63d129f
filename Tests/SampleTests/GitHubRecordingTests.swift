import Foundation
import GitHub
import SwiftSyncRuntime
import Testing

/// Responses of GitHub's API, applied unchanged.
///
/// `branch-protection.json` is left out, because it has no entity in the schema.
@Suite(.enabled(if: Sample.hasRecordings)) struct GitHubRecordingTests {
  private func apply(
    _ name: String, to entity: String, root: String? = nil, in store: SyncStore
  ) async throws -> ApplyReport {
    var options = ApplyOptions()
    options.missingRows = .keep
    options.root = root
    let file = Sample.recordings.appendingPathComponent(name + ".json")
    let report = try await store.apply(.file(file), as: entity, options: options)
    #expect(report.rejectedCount == 0, "\(name): \(report)")
    return report
  }

  @Test func appliesIssuesPageByPage() async throws {
    let database = try Database()
    let store = try await database.open(GitHubSchema.self)
    var counts: [Int] = []
    for page in 1...5 {
      counts.append(try await apply("issues-page-\(page)", to: "Issue", in: store).inserted)
    }
    #expect(counts == [3, 3, 3, 3, 1])
    #expect(try await apply("issues-page-1", to: "Issue", in: store).unchanged == 3)
    let issues = try await store.fetch(Issue.all)
    #expect(Set(issues.map(\.number)) == Set(1...13))
    #expect(Set(issues.compactMap(\.userID)) == ["octokit-fixture-user-a"])
    let repository = "https://api.github.com/repos/octokit-fixture-org/paginate-issues"
    #expect(Set(issues.compactMap(\.repositoryID?.absoluteString)) == [repository])
  }

  /// The recordings number the issues of each repository from 1000; the URL distinguishes them.
  @Test func separatesIssuesByRepository() async throws {
    let database = try Database()
    let store = try await database.open(GitHubSchema.self)
    _ = try await apply("issue-created", to: "Issue", in: store)
    let search = try await apply("search-issues", to: "Issue", root: "items", in: store)
    #expect(search.inserted == 2)
    #expect(search.related["User"] == .of(inserted: 1, updated: 1))
    let issues = try await store.fetch(Issue.all)
    #expect(issues.map(\.databaseID).sorted() == [1000, 1000, 1001])
    let created = try #require(issues.first { $0.title == "Issue without a label" })
    #expect(created.authorAssociation == .member && created.state == .open)
    #expect(created.stateReason == nil && created.closedAt == nil && created.commentCount == 42)
    #expect(created.createdAt == Date(timeIntervalSince1970: 1_507_651_200))
  }

  @Test func appliesRepositoryWithOwner() async throws {
    let database = try Database()
    let store = try await database.open(GitHubSchema.self)
    #expect(try await apply("organization", to: "Organization", in: store).inserted == 1)
    let report = try await apply("repository", to: "Repository", in: store)
    #expect(report.inserted == 1)
    // The nested organization is a short form of the stored one, so no value is removed.
    #expect(report.related["Organization"] == .of(unchanged: 1))
    let repository = try #require(try await store.fetch(Repository.all).first)
    #expect(repository.fullName == "octokit-fixture-org/hello-world")
    #expect(repository.visibility == .public && !repository.isPrivate)
    #expect(repository.topics == ["fixtures", "hello", "hello-world"])
    #expect(repository.permissions["admin"] == true)
    #expect(repository.ownerID == "octokit-fixture-org")
    let organization = try #require(
      try await store.fetch(Organization.self, id: "octokit-fixture-org"))
    #expect(organization.planName == "team" && organization.publicRepositoryCount == 42)
    let owner = try #require(try await store.fetch(User.self, id: "octokit-fixture-org"))
    #expect(owner.accountType == .organization && owner.name == nil)
  }

  @Test func appliesLabelsAndReleases() async throws {
    let database = try Database()
    let store = try await database.open(GitHubSchema.self)
    #expect(try await apply("labels", to: "Label", in: store) == .of(inserted: 9))
    let bug = try await store.fetch(Label.all).first { $0.name == "bug" }
    #expect(bug?.color == "d73a4a" && bug?.isDefault == true)
    #expect(try await apply("release", to: "Release", in: store).inserted == 1)
    let release = try #require(try await store.fetch(Release.all).first)
    #expect(release.tagName == "v1.0.0" && release.authorID == "octokit-fixture-user-a")
  }
}
