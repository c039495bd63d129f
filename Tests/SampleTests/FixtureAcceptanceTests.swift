import GitHub
import Shop
import Social
import SwiftSyncRuntime
import Testing
import Tracker

/// Sample rows generated from schemas: a store accepts all of them.
@Suite struct FixtureAcceptanceTests {
  @Test func storesAcceptAllFixtures() async throws {
    let tracker = try await SyncStore.inMemory(TrackerSchema.self).load(Fixtures.tracker)
    let gitHub = try await SyncStore.inMemory(GitHubSchema.self).load(Fixtures.gitHub)
    let shop = try await SyncStore.inMemory(ShopSchema.self).load(Fixtures.shop)
    let social = try await SyncStore.inMemory(SocialSchema.self).load(Fixtures.social)
    for report in tracker + gitHub + shop + social {
      #expect(report.rejected.isEmpty, "\(report.rejected)")
    }
  }
}
