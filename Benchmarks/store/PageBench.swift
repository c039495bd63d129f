import Foundation
@_spi(Generated) import SwiftSyncRuntime

/// Pages of a thousand rows, through an endpoint and as files that are applied one by one.
enum PageBench {
  static let size = 1_000

  private static func file(_ number: Int, in folder: URL) -> URL {
    folder.appendingPathComponent("\(number).json")
  }

  /// Writes the pages. In each, the cursor of the next page follows the rows.
  static func write(_ count: Int, to folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let encoder = JSONEncoder()
    for (page, first) in stride(from: 0, to: count, by: size).enumerated() {
      let rows = (first..<min(first + size, count)).map { TaskNumber($0).plain }
      var text = Data(#"{"items": "#.utf8)
      text += try encoder.encode(rows)
      let next = first + size < count ? "\"\(page + 1)\"" : "null"
      text += Data(", \"meta\": {\"next\": \(next)}}".utf8)
      try text.write(to: file(page, in: folder))
    }
  }

  /// Applies the pages as a client receives them.
  static func fetch(_ folder: URL, into store: SyncStore) async throws -> ApplyReport {
    let client = APIClient(
      baseURL: StoreBench.server, transport: FileTransport(folder: folder))
    return try await client.sync(Tasks(), into: store)
  }

  /// Applies the same files without a client.
  static func apply(_ folder: URL, to store: SyncStore) async throws -> ApplyReport {
    let options = Tasks.sync(for: Tasks()).options
    var total = ApplyReport()
    var page = 0
    while FileManager.default.fileExists(atPath: file(page, in: folder).path) {
      let report = try await store.apply(
        .file(file(page, in: folder)), as: Task.self, options: options)
      total.inserted += report.inserted
      page += 1
    }
    return total
  }

  /// The endpoint as generated for `page: { cursor: after, next: meta.next }`.
  private struct Tasks: SyncedEndpoint {
    static let response: WireFormat<JSONValue> = .value()

    static func request(for endpoint: Self) throws(APIError) -> EndpointRequest {
      EndpointRequest(.get, "/tasks")
    }

    static func sync(for endpoint: Self) -> EndpointSync<Task> {
      var options = ApplyOptions()
      options.root = "items"
      options.missingRows = .keep
      return EndpointSync(
        options, pages: EndpointPages(.cursor("after", next: "meta.next")))
    }
  }

  /// A server without a network, whose responses are files.
  private struct FileTransport: Transport {
    let folder: URL

    func send(_ request: HTTP.Request) async throws -> HTTP.Response {
      let cursor = URLComponents(url: request.url, resolvingAgainstBaseURL: true)?
        .queryItems?.first?.value
      let body = try Data(
        contentsOf: PageBench.file(Int(cursor ?? "0") ?? 0, in: folder))
      return HTTP.Response(
        status: 200, headers: ["Content-Type": "application/json"], body: body)
    }
  }
}
