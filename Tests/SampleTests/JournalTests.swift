import Foundation
import SwiftSyncRuntime
import SwiftSyncTestSupport
import TestHelpers
import Testing

/// Resource objects of JSON:API, as models and patches, through endpoints, and in uploads.
@Suite struct JournalTests {
  private static let article = #"""
    {"type": "articles", "id": "1", "attributes": {"title": "A", "price-minor": 250, "price-currency": "EUR"},
     "relationships": {"author": {"data": {"type": "people", "id": "9"}}, "comments": {"data": []},
                       "topics": {"data": [{"type": "topics", "id": "swift"}]}},
     "links": {"self": "/articles/1"}}
    """#
  private static let person =
    #"{"type": "people", "id": "9", "attributes": {"first-name": "Dan", "twitter-handle": "dgeb"}}"#

  private func json(_ value: some Encodable) throws -> JSONValue {
    try JSONValue(json: String(decoding: try JSONEncoder().encode(value), as: UTF8.self))
  }

  private func api(_ transport: RecordingTransport) -> JournalAPI {
    JournalAPI(baseURL: .server("https://example.com"), transport: transport)
  }

  @Test func modelRoundTrips() throws {
    let article = try JSONDecoder().decode(Article.self, from: Data(Self.article.utf8))
    #expect(article.id == 1 && article.title == "A" && article.authorID == 9)
    #expect(article.price == Money(minorUnits: 250, currency: "EUR"))
    let expected = #"""
      {"type": "articles", "id": "1",
       "attributes": {"title": "A", "published-on": null, "price-minor": 250, "price-currency": "EUR"},
       "relationships": {"author": {"data": {"type": "people", "id": "9"}}}}
      """#
    #expect(try json(article) == JSONValue(json: expected))
    #expect(
      try JSONDecoder().decode(Article.self, from: try JSONEncoder().encode(article)) == article)
  }

  @Test func patchRoundTrips() throws {
    var patch = Article.Patch()
    patch.id = 1
    patch.authorID = .null
    patch.topicIDs = .value(["a", "b"])
    let expected = #"""
      {"type": "articles", "id": "1", "relationships": {"author": {"data": null},
       "topics": {"data": [{"type": "topics", "id": "a"}, {"type": "topics", "id": "b"}]}}}
      """#
    #expect(try json(patch) == JSONValue(json: expected))
    #expect(try JSONDecoder().decode(Article.Patch.self, from: Data(expected.utf8)) == patch)
  }

  @Test func codesTaggedReferences() throws {
    var reply = Reply(
      id: "5", body: "First!", aboutType: "people", aboutID: 9, articleID: nil)
    #expect(
      try json(reply)["relationships"]
        == JSONValue(
          json:
            #"{"article": {"data": null}, "about": {"data": {"type": "people", "id": "9"}}}"#))
    #expect(try JSONDecoder().decode(Reply.self, from: try JSONEncoder().encode(reply)) == reply)
    reply.about = .unknown(type: "poems", id: "p-1")
    #expect(
      try json(reply)["relationships"]?["about"]
        == JSONValue(json: #"{"data": {"type": "poems", "id": "p-1"}}"#))
    #expect(try JSONDecoder().decode(Reply.self, from: try JSONEncoder().encode(reply)) == reply)
    reply.about = nil
    #expect(try json(reply)["relationships"]?["about"] == JSONValue(json: #"{"data": null}"#))
    var patch = Reply.Patch()
    patch.aboutID = 9
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(patch) }
  }

  @Test func sendsResourceDocuments() async throws {
    let transport = RecordingTransport()
    transport.respond(
      to: .post, "/articles", headers: ["Content-Type": "application/vnd.api+json"],
      json: #"{"data": \#(Self.article)}"#)
    transport.respond(to: .patch, "/articles/1", json: #"{"data": null}"#)
    transport.respond(to: .post, "/login", json: #"{"auth-token": "t"}"#)
    let api = api(transport)
    let created = try await api.create(Article(id: 1, title: "A"))
    #expect(created.authorID == 9)
    let request = transport.requests[0]
    #expect(request.headers["Content-Type"] == "application/vnd.api+json")
    #expect(request.headers["Accept"] == "application/vnd.api+json, application/json")
    let body = try JSONValue(json: request.bodyText ?? "")
    #expect(body["data"]?["type"] == "articles" && body["data"]?["id"] == "1")
    var patch = Article.Patch()
    patch.title = "B"
    #expect(try await api.edit(id: 1, patch) == nil)
    let patched = try JSONValue(json: transport.requests[1].bodyText ?? "")
    #expect(
      patched
        == (try JSONValue(json: #"{"data": {"type": "articles", "attributes": {"title": "B"}}}"#)))
    #expect(try await api.login(userName: "u").authToken == "t")
    #expect(transport.requests[2].bodyText == #"{"user-name":"u"}"#)
    #expect(transport.requests[2].headers["Content-Type"] == "application/json")
  }

  @Test func fetchesDocumentsIntoStore() async throws {
    let database = try Database()
    let store = try await database.open(JournalSchema.self)
    let transport = RecordingTransport()
    transport.respond(
      to: .get, "/articles",
      json: #"{"included": [\#(Self.person)], "data": [\#(Self.article)], "links": {"next": null}}"#
    )
    transport.respond(
      to: .get, "/articles/1", json: #"{"data": \#(Self.article), "included": [\#(Self.person)]}"#)
    transport.respond(
      to: .get, "/answers/1",
      json:
        #"{"data": \#(Self.article), "included": [\#(Self.person), {"type": "ads", "id": "1"}]}"#)
    let api = api(transport)
    let report = try await api.articles(into: store)
    #expect(report.inserted == 1 && report.unknownKeys.isEmpty)
    #expect(report.related["Author"] == .of(inserted: 1))
    try await store.insert([Article(id: 2, title: "B")])
    #expect(try await api.article(id: 1, into: store).unchanged == 1)
    #expect(try await api.articles().map(\.id) == [1])
    let answer = try await api.answer(id: "1")
    #expect(answer.data.id == 1 && answer.included.count == 2)
    let applied = try await api.answer(id: "1", into: store)
    #expect(applied.related["Article"] == .of(unchanged: 1) && applied.document == "ArticleAnswer")
    #expect(try await store.fetch(Author.all).map(\.twitter) == ["dgeb"])
    #expect(try await store.fetch(Article.all).count == 2)
  }

  @Test func exportCanBeApplied() async throws {
    let database = try Database()
    let store = try await database.open(JournalSchema.self)
    try await store.apply(
      .data(Data(#"{"data": [\#(Self.article)], "included": [\#(Self.person)]}"#.utf8)),
      as: Article.self)
    let exported = try await store.export(Article.self)
    #expect(try await store.apply(.data(exported), as: Article.self).unchanged == 1)
    let one = try await store.export(Article.self, id: 1)
    #expect(try JSONValue(json: String(decoding: one, as: UTF8.self))["data"]?["id"] == "1")
    let options = ExportOptions(relations: .nested)
    await #expect(throws: SyncError.self) { try await store.export(Article.self, options: options) }
  }

  @Test func pushesResourceObjects() async throws {
    let database = try Database()
    let store = try await database.open(JournalSchema.self)
    try await store.insert([Article(id: 1, title: "A", authorID: 9)])
    let transport = RecordingTransport()
    transport.respond(
      to: .post, "/push",
      json: #"{"articles": {"success": [{"type": "articles", "id": "1"}], "error": []}}"#)
    let summary = try await store.push(to: api(transport).uploads)
    #expect(summary.rows.confirmed == 1)
    let body = try JSONValue(json: transport.requests[0].bodyText ?? "")
    let row = body["articles"]?[0]
    #expect(row?["type"] == "articles" && row?["id"] == "1")
    #expect(
      row?["relationships"]?["author"]
        == (try JSONValue(json: #"{"data": {"type": "people", "id": "9"}}"#)))
  }
}
