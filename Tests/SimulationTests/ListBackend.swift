import Foundation
import SwiftSyncRuntime
import SwiftSyncURLSession
import TestHelpers

@testable import sync_client

/// The lists of the sample backend, with a store and a client.
struct ListBackend {
  let api: ListsAPI
  let store: SyncStore
  private let server: BackendProcess
  private let folder: URL

  init() async throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("lists-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    server = try await BackendProcess(
      Scenario(wireProtocol: .batch, seed: 1, rounds: 0, faults: 0), in: folder)
    store = try await SyncStore(
      ListsSchema.self, .init(location: .url(folder.appendingPathComponent("client.sqlite")))
    ).opened()
    api = ListsAPI(
      APIClient(
        baseURL: .server(server.origin),
        middleware: [.headers(["Authorization": "Bearer secret"])],
        limits: .patient))
  }

  func end() async {
    await store.close()
    await server.end()
    // The system removes the folder if this fails.
    _ = try? FileManager.default.removeItem(at: folder)
  }

  /// The identities of the stored items.
  func ids() async throws -> [Int] {
    try await store.fetch(ListedItem.order(\.id)).map(\.id)
  }

  /// Sets the fault of the n-th request from now on.
  func plan(count: Int = 25, fault: String? = nil, request number: Int = 1) async throws {
    var plan: JSONValue = ["count": .number(JSONValue.Number(count))]
    if let fault {
      plan["fault"] = ["kind": .string(fault), "request": .number(JSONValue.Number(number))]
    }
    var request = EndpointRequest(.put, "/admin/lists")
    request.body = Data(plan.json.utf8)
    _ = try await client.send(request)
  }

  private var client: APIClient { APIClient(baseURL: .server(server.origin), limits: .patient) }

  private func log(_ member: String) async throws -> [String] {
    let response = try await client.send(EndpointRequest(.get, "/admin/lists"))
    let json = try JSONValue(json: String(decoding: response.body, as: UTF8.self))
    guard case .array(let lines)? = json[member] else { return [] }
    return lines.map { if case .string(let text) = $0 { text } else { "" } }
  }

  /// The values of the header field `Authorization`.
  func tokens() async throws -> [String] { try await log("tokens") }

  /// The queries of the requests, or their bodies, with `…` in place of cursors.
  func requests() async throws -> [String] {
    try await log("requests").map { line in
      let target = line.split(separator: " ", maxSplits: 2).dropFirst()
      let body = target.dropFirst().first.map(String.init)
      let query = target.first?.split(separator: "?").dropFirst().first.map(String.init)
      return (body ?? query ?? "none")
        .replacing(#/after=[^&]*%3D|"start_cursor": "[^"]*"/#) {
          $0.output.hasPrefix("after") ? "after=…" : #""start_cursor": "…""#
        }
    }
  }
}

/// The table of `docs/reference/endpoints.md`, whose first column is in `lists.yaml`.
enum ListDocumentation {
  private static let package = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private struct Row {
    let page: String
    let requests: [String]
  }

  private static func rows() throws -> [Row] {
    let text = try String(
      contentsOf: package.appendingPathComponent("docs/reference/endpoints.md"), encoding: .utf8)
    let lines = text.split(separator: "\n").drop { !$0.hasPrefix("| `page` | Requests") }
    return lines.dropFirst(2).prefix { $0.hasPrefix("|") }.map { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      let requests = cells[1].split(separator: "`, `").map { request in
        request.replacing("none, `", with: "").trimmingCharacters(in: ["`"])
      }
      return Row(
        page: cells[0].trimmingCharacters(in: ["`"]),
        requests: cells[1].hasPrefix("none") ? ["none"] + requests : requests)
    }
  }

  /// The endpoints of `lists.yaml` with their `page`, in the order of the file.
  private static func endpoints() throws -> [(name: String, page: String)] {
    let text = try String(
      contentsOf: package.appendingPathComponent("Tests/SimulationTests/lists.yaml"),
      encoding: .utf8)
    var name = ""
    var endpoints: [(String, String)] = []
    for line in text.split(separator: "\n").drop(while: { !$0.hasPrefix("  endpoints:") }) {
      if let match = line.firstMatch(of: #/^ {4}(\w+):/#) { name = String(match.output.1) }
      if let match = line.firstMatch(of: #/page: (.*?)( \})*$/#), line.contains("page:") {
        endpoints.append((name, String(match.output.1)))
      }
    }
    return endpoints
  }

  private static func isSame(_ row: Row, _ page: String) -> Bool {
    row.page.filter { $0 != " " && $0 != "}" } == page.filter { $0 != " " && $0 != "}" }
  }

  /// The endpoints of the table, in its order.
  static func names() throws -> [String] {
    let endpoints = try endpoints()
    return try rows().map { row in endpoints.first { isSame(row, $0.page) }?.name ?? row.page }
  }

  static func requests(of name: String) throws -> [String] {
    let endpoint = try endpoints().first { $0.name == name }
    return try rows().first { isSame($0, endpoint?.page ?? "") }?.requests ?? []
  }
}

extension ApplyReport {
  static func of(inserted: Int = 0, updated: Int = 0, unchanged: Int = 0) -> ApplyReport {
    var report = ApplyReport()
    (report.inserted, report.updated, report.unchanged) = (inserted, updated, unchanged)
    return report
  }
}
