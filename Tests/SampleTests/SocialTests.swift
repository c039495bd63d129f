import Foundation
import Social
import SwiftSyncRuntime
import SwiftSyncTestSupport
import TestHelpers
import Testing

/// Timelines, threads and searches of a social network, applied unchanged.
@Suite struct SocialTests {
  private func home(_ store: SyncStore) async throws -> ApplyReport {
    var options = ApplyOptions()
    options.missingRows = .keep
    return try await store.apply(Sample.payload("social-home"), as: Status.self, options: options)
  }

  @Test func readsTimeline() async throws {
    let database = try Database()
    let store = try await database.open(SocialSchema.self)
    let report = try await home(store)
    #expect(report.inserted == 3 && report.rejectedCount == 0)
    // One account shares the status of another one, which has moved to a third one.
    #expect(report.related["Account"] == .of(inserted: 3))
    let sharing = try #require(try await store.fetch(Status.self, id: "1154"))
    #expect(sharing.sharedID == "770" && sharing.visibility == .unlisted && sharing.url == nil)
    let shared = try #require(try await store.fetch(Status.self, id: "770"))
    #expect(shared.contentWarning == "food" && shared.accountID == "88")
    #expect(shared.createdAt == Date(timeIntervalSince1970: 1_767_423_600))
    #expect(
      shared.poll?.options == [
        PollOption(title: "Soup", votesCount: 3), PollOption(title: "Stew"),
      ])
    #expect(shared.translation?.quotes.map(\.content) == ["<p>What do we cook?</p>"])
    let moved = try #require(try await store.fetch(Social.Account.self, id: "88"))
    #expect(moved.movedToID == "90" && moved.avatarURL == nil)
    #expect(try await home(store).unchanged == 3)
  }

  /// `collation: nocase`: the index of the column serves such queries.
  @Test func findsAccountsCaseInsensitively() async throws {
    let database = try Database()
    let store = try await database.open(SocialSchema.self)
    let names = ["zoe", "OTTO@b", "otto@A", "Ann", "[x]"]
    try await store.insert(
      names.enumerated().map { index, name in
        Social.Account(
          id: "\(index)", username: name, acct: name, url: URL(fileURLWithPath: "/"),
          createdAt: Date(timeIntervalSince1970: 0))
      })
    let found = try await store.fetch(Social.Account.where { $0.acct == "ZOE" })
    #expect(found.map(\.acct) == ["zoe"])
    let others = try await store.fetch(
      Social.Account.where { $0.acct != "zOE" }.order(\.acct))
    #expect(others.map(\.acct) == ["[x]", "Ann", "otto@A", "OTTO@b"])
    for (prefix, count) in [("Otto", 2), ("OTTO@", 2), ("Z", 1), ("@", 0), ("aN", 1)] {
      let found = try await store.count(Social.Account.where { $0.acct.hasPrefix(prefix) })
      #expect(found == count, "\(prefix)")
    }
    let plan = try await store.query(
      "EXPLAIN QUERY PLAN SELECT * FROM accounts WHERE acct >= 'o' AND acct < 'p'")
    let detail = plan.first?.value("detail", as: String.self) ?? ""
    #expect(detail.contains("USING INDEX accounts_acct"), "\(detail)")
  }

  /// SQLite considers `Ann` and `ann` equal and sorts them by the next term, so they alternate.
  @Test func sectionsBySpelling() async throws {
    let database = try Database()
    let store = try await database.open(SocialSchema.self)
    try await store.insert(
      ["otto", "ann", "Ann", "ann", "Bo"].enumerated().map { index, name in
        Social.Account(
          id: "\(index)", username: name, acct: name, url: URL(fileURLWithPath: "/"),
          createdAt: Date(timeIntervalSince1970: 0))
      })
    let sections = try await store.fetch(Social.Account.all.sectioned { $0.acct })
    #expect(sections.map(\.key) == ["ann", "Ann", "Bo", "otto"])
    #expect(sections.map { $0.rows.map(\.id) } == [["1", "3"], ["2"], ["4"], ["0"]])
    let byName = try await store.fetch(Social.Account.all.sectioned { $0.username })
    #expect(byName.map(\.key) == ["Ann", "Bo", "ann", "otto"])
    let part = try await store.fetch(Social.Account.all.limit(3).sectioned { $0.username })
    #expect(part.map { $0.rows.map(\.id) } == [["2"], ["4"], ["1"]])
  }

  @Test func readsNestedLists() async throws {
    let database = try Database()
    let store = try await database.open(SocialSchema.self)
    _ = try await home(store)
    let status = try #require(try await store.fetch(Status.self, id: "1153"))
    #expect(status.filterTitles == ["Weather"] && status.contentWarning == nil)
    #expect(status.emojis.map(\.shortcode) == ["lake"])
    let mira = try #require(try await store.fetch(Social.Account.self, id: "41"))
    #expect(mira.fields.map(\.name) == ["Home", "Pronouns"])
    #expect(mira.fields[0].verifiedAt == Date(timeIntervalSince1970: 1_709_284_440))
    #expect(mira.lastStatusOn == CalendarDay(year: 2026, month: 1, day: 5))
    let polls = try await store.fetch(Status.where { $0.poll.votesCount > 5 })
    #expect(polls.map(\.id) == ["770"])
  }

  @Test func readsAttachmentsOfEveryKind() async throws {
    let database = try Database()
    let store = try await database.open(SocialSchema.self)
    _ = try await home(store)
    let status = try #require(try await store.fetch(Status.self, id: "1153"))
    guard case .image(let picture) = status.attachments[0],
      case .loop(let clip) = status.attachments[1]
    else {
      Issue.record("\(status.attachments)")
      return
    }
    #expect(picture.width == 1600 && picture.alternativeText == "Ice")
    #expect(clip.seconds == 2.5 && clip.alternativeText == nil)
    let other = try #require(try await store.fetch(Status.self, id: "770"))
    guard case .unknown("holo", let json) = other.attachments[0] else {
      Issue.record("\(other.attachments)")
      return
    }
    #expect(json["meta"]?["layers"] == 3)
    let exported = try await store.export(Status.self)
    #expect(try await store.apply(.data(exported), as: Status.self).unchanged == 3)
  }

  /// A document has rows of several entities; accounts that it only names are those that are stored.
  @Test func appliesThread() async throws {
    let database = try Database()
    let store = try await database.open(SocialSchema.self)
    _ = try await home(store)
    let report = try await store.apply(Sample.payload("social-thread"), as: SocialAPI.Thread.self)
    #expect(report.related["Status"] == .of(inserted: 2) && report.rejectedCount == 0)
    let replies = try await store.fetch(Status.where { $0.inReplyToID == "770" })
    #expect(replies.map(\.accountID) == ["41"])
    #expect(replies.map(\.visibility) == [.direct])
  }

  @Test func fetchesDocumentsFromEndpoints() async throws {
    let database = try Database()
    let store = try await database.open(SocialSchema.self)
    let transport = RecordingTransport()
    let api = SocialAPI(baseURL: .server("https://town.example"), transport: transport)
    transport.respond(
      to: .get, "/api/v2/search", json: try Sample.text("Schemas/payloads/social-search.json"))
    let report = try await api.search(q: "otto", into: store)
    #expect(report.related["Account"] == .of(inserted: 1))
    #expect(report.related["Hashtag"] == .of(inserted: 1))
    let winter = try #require(try await store.fetch(Hashtag.self, id: "winter"))
    #expect(
      winter.history == [
        UsageDay(day: Date(timeIntervalSince1970: 1_767_571_200), uses: 41, accounts: 17),
        UsageDay(day: Date(timeIntervalSince1970: 1_767_484_800), uses: 0, accounts: 0),
      ])
    #expect(try await api.search(q: "otto").accounts.map(\.acct) == ["otto"])
  }

  /// Notices of a kind that the app does not know are kept.
  @Test func keepsNoticesOfUnknownKind() async throws {
    let database = try Database()
    let store = try await database.open(SocialSchema.self)
    _ = try await home(store)
    _ = try await store.apply(Sample.payload("social-thread"), as: SocialAPI.Thread.self)
    let report = try await store.apply(Sample.payload("social-notifications"), as: Notice.self)
    #expect(report.inserted == 2 && report.rejectedCount == 0)
    let notices = try await store.fetch(Notice.order(\.createdAt))
    #expect(notices.map(\.kind) == [.mention, .unknown("admin.sign_up")])
    #expect(notices.map(\.statusID) == ["771", nil] && notices.map(\.accountID) == ["41", "90"])
  }
}
