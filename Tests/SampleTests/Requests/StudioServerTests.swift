import Foundation
import SwiftSyncRuntime
import SwiftSyncURLSession
import TestHelpers
import Testing

/// The generated client against the sample backend, over HTTP.
@Suite(.enabled(if: StudioServer.isAvailable)) struct StudioServerTests {
  @Test func typedErrors() async throws {
    try await StudioServer.run { server in
      let api = server.client(locale: "en")
      #expect(try await api.photo(id: 1)?.title == "Lake")
      #expect(try await api.photo(id: 7) == nil)
      try await api.deletePhoto(id: 7)

      let invalid = await #expect(throws: APIError.self) {
        try await api.createPhoto(title: "", idempotencyKey: UUID())
      }
      #expect(
        invalid?.body(as: StudioAPI.ValidationErrors.self)
          == StudioAPI.ValidationErrors(errors: ["title": "expected a title", "locale": "de"]))
      #expect(invalid?.body(as: Problem.self) == nil)
      #expect(invalid?.response?.status == 422)

      let forbidden = await #expect(throws: APIError.self) {
        try await api.createPhoto(title: "forbidden", idempotencyKey: UUID())
      }
      #expect(
        forbidden?.body(as: Problem.self)
          == Problem(
            type: "https://studio.example/forbidden", title: "forbidden", status: 403,
            detail: "the plan does not allow it", extensions: ["balance": .number(.init(30))]))
      #expect(forbidden?.response?.headers["Content-Type"] == "application/problem+json")

      let damaged = await #expect(throws: APIError.self) { try await api.thumbnail(id: 0) }
      #expect(damaged?.body(as: StudioAPI.ValidationErrors.self) == nil)
      #expect(damaged?.response?.text == "no JSON")
    }
  }

  @Test func idempotencyKeyAndFullResponse() async throws {
    try await StudioServer.run { server in
      let api = server.client()
      let key = UUID()
      let first = try await api.response(
        to: .createPhoto(
          title: "Hill", place: Point(x: 1, y: 2), idempotencyKey: key, xSizes: [.small, .large]))
      #expect(first.status == 201 && first.value.title == "Hill")
      #expect(first.value.place == Point(x: 1, y: 2))
      #expect(first.headers["content-type"] == "application/json")
      let second = try await api.response(to: .createPhoto(title: "Other", idempotencyKey: key))
      #expect(second == first || second.value == first.value)
      let missing = try await api.response(to: .photo(id: 99))
      #expect(missing.value == nil && missing.status == 404)
    }
  }

  @Test func forms() async throws {
    try await StudioServer.run { server in
      let found = try await server.client().subscribe(
        email: "a+b@c.example", type: .small, tags: ["x y", "ü&="], isTrial: true,
        address: StudioAPI.Subscribe.Body.Address(city: "Graz"),
        items: [
          StudioAPI.Subscribe.Body.Item(sku: "k1", count: 2),
          StudioAPI.Subscribe.Body.Item(sku: "k2", count: 3),
        ], limits: ["day": 4, "hour": 1])
      #expect(
        found == [
          "email": "a+b@c.example", "type": "small", "tags[]": ["x y", "ü&="], "is_trial": "true",
          "address[city]": "Graz", "items[0][sku]": "k1", "items[0][count]": "2",
          "items[1][sku]": "k2", "items[1][count]": "3", "limits[day]": "4", "limits[hour]": "1",
        ])
    }
  }

  @Test func parts() async throws {
    try await StudioServer.run { server in
      // A process that was killed may have left some.
      let before = try temporaryFiles()
      let long = try server.file("lake \"1\".jpg", bytes: 700_000)
      let short = try server.file("b.unknown", bytes: 10)
      let progress = UploadFile.Progress()
      async let last = progress.reduce(UploadFile.Progress.Counts(sentBytes: 0, totalBytes: 0)) {
        $1
      }
      let found = try await server.client().addPicture(
        id: 1, title: "Ünï", sizes: [.small, .large], place: Point(x: 1, y: 2),
        picture: UploadFile(long), more: [UploadFile(short, name: "n", contentType: "text/plain")],
        thumbnail: Data([1, 2, 3]), pin: 77, progress: progress
      ).parts
      #expect(
        found.map { "\($0.name) \($0.file ?? "-") \($0.type ?? "-") \($0.bytes)" } == [
          "title - - 5", "sizes - - 5", "sizes - - 5", "place - application/json 13",
          "picture lake %221%22.jpg image/jpeg 700000", "more n text/plain 10",
          "thumbnail - application/octet-stream 3", "pin - - 2",
        ])
      let counts = await last
      #expect(counts.sentBytes == counts.totalBytes && counts.totalBytes > 700_000)
      #expect(try !temporaryFiles().subtracting(before).contains(where: isMultipart))
      let missing = UploadFile(server.folder.appendingPathComponent("missing"))
      let error = await #expect(throws: APIError.self) {
        try await server.client().addPicture(id: 1, title: "", sizes: [], picture: missing)
      }
      #expect(
        error?.description
          == "'picture' of the body cannot be sent: the file cannot be read: No such file or directory"
      )
    }
  }

  private func temporaryFiles() throws -> Set<String> {
    let folder = FileManager.default.temporaryDirectory.path
    return Set(try FileManager.default.contentsOfDirectory(atPath: folder))
      .filter { $0.hasPrefix("SwiftSync-") }
  }

  /// Whether a temporary file is the body of this test's request.
  private func isMultipart(_ name: String) -> Bool {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(name)
    return FileManager.default.contents(atPath: url.path)?.range(of: Data("Ünï".utf8)) != nil
  }

  @Test func files() async throws {
    try await StudioServer.run { server in
      let api = server.client()
      #expect(try await api.picture(id: 1) == nil)
      let file = try server.file("a.png", bytes: 300_000)
      let sent = try await api.replacePicture(id: 1, UploadFile(file))
      #expect(sent.bytes == 300_000 && sent.type == "image/png")
      let saved = try #require(try await api.picture(id: 1))
      #expect(FileManager.default.contents(atPath: saved.path)?.count == 32)
      try FileManager.default.removeItem(at: saved)
      try await api.replaceThumbnail(id: 5, Data([0, 255, 10]))
      #expect(try await api.thumbnail(id: 5) == Data([0, 255, 10]))
    }
  }

  @Test func moneyAndDictionaries() async throws {
    try await StudioServer.run { server in
      let api = server.client()
      let prices = try await api.prices(
        max: Money(minorUnits: 900, currency: "EUR"), least: Money(minorUnits: 1, currency: "USD"),
        filter: ["a": .small, "b": .large])
      #expect(prices["lake"]?.amount == Money(minorUnits: 1234, currency: "EUR"))
      #expect(
        prices["lake"]?.note
          == #"[["filter[a]", "small"], ["filter[b]", "large"], ["least_currency", "USD"], "#
          + #"["least_minor", "1"], ["max_currency", "EUR"], ["max_minor", "900"]]"#)
      let total = try await api.total(
        price: Money(minorUnits: 5, currency: "EUR"),
        discount: Money(minorUnits: 1, currency: "EUR"), counts: ["x": 1])
      #expect(total.price == Money(minorUnits: 5, currency: "EUR") && total.counts == ["x": 1])
      #expect(total.points == ["a": Point(x: 1, y: 2)])
    }
  }

  @Test func concurrentCallsShareTokenRefresh() async throws {
    try await StudioServer.run { server in
      let plain = APIClient(baseURL: .server(server.origin), limits: .patient)
      let tokens: APIClient.BearerMiddleware = .bearer(token: "old") { _ in
        let response = try await plain.send(EndpointRequest(.post, "/studio/session"))
        return try JSONDecoder().decode([String: String].self, from: response.body)["token"] ?? ""
      }
      let client = APIClient(
        baseURL: .server(server.origin), middleware: [.retry(), tokens], limits: .patient)
      try await withThrowingTaskGroup(of: Data.self) { group in
        for _ in 0..<8 {
          group.addTask { try await client.send(EndpointRequest(.get, "/studio/session")).body }
        }
        for try await body in group {
          #expect(String(decoding: body, as: UTF8.self) == #"{"refreshed": 1}"#)
        }
      }
      #expect(tokens.token == "fresh-1")
    }
  }

  @Test func retriesIdempotentRequests() async throws {
    try await StudioServer.run { server in
      let retry: APIClient.RetryMiddleware = .retry(
        HTTP.RetryPolicy(maxAttempts: 3, initialDelay: .zero, maxDelay: .seconds(1)))
      let client = APIClient(baseURL: .server(server.origin), middleware: [retry], limits: .patient)
      let body = try await client.send(EndpointRequest(.get, "/studio/flaky/a/2")).body
      #expect(String(decoding: body, as: UTF8.self) == #"{"attempts": 3}"#)
      let error = await #expect(throws: APIError.self) {
        try await client.send(EndpointRequest(.post, "/studio/flaky/b/1"))
      }
      #expect(error?.response?.status == 503)
      var keyed = EndpointRequest(.post, "/studio/flaky/c/1")
      keyed.headers["Idempotency-Key"] = "1"
      #expect(try await client.send(keyed).status == 200)
    }
  }
}
