import Foundation
import Music
import Programs
import SwiftSyncRuntime
import SwiftSyncURLSession
import TestHelpers

/// The project in `Examples/Django` as a process, with a client, a store and connections to both
/// databases.
struct DjangoServer {
  static let installationHint = "Django is not installed in .build/django; scripts/test installs it"

  private static let package = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  private static let environment = package.appendingPathComponent(".build/django")

  /// Whether there is a virtual environment with the required packages.
  static let isAvailable = ["bin/python3", "requirements.txt"].allSatisfy {
    FileManager.default.fileExists(atPath: environment.appendingPathComponent($0).path)
  }

  /// The client of the device, and the client of someone else.
  let api: MusicAPI
  let other: MusicAPI
  let store: SyncStore
  private let log = RequestLog()
  private let process: ChildProcess
  private let folder: URL
  private let server: Database
  private let device: Database

  /// - Parameter hasSample: Whether the server starts with the rows of `sample.json`.
  init(hasSample: Bool = true) async throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("django-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let database = folder.appendingPathComponent("server.sqlite")
    var variables = Program.environment
    variables["PYTHONUNBUFFERED"] = "1"
    let arguments = [
      Self.package.appendingPathComponent("Tests/SimulationTests/Django/serve.py").path,
      Self.package.appendingPathComponent("Examples/Django").path, database.path,
    ]
    let program = Program(
      Self.environment.appendingPathComponent("bin/python3"),
      ["-B"] + arguments + (hasSample ? ["sample"] : []), environment: variables)
    process = try ChildProcess(program, errors: folder.appendingPathComponent("server.log"))
    let origin = try await Self.origin(process)
    api = MusicAPI(APIClient(baseURL: .server(origin), transport: log, limits: .patient))
    other = MusicAPI(APIClient(baseURL: .server(origin), limits: .patient))
    let file = folder.appendingPathComponent("client.sqlite")
    store = try await SyncStore(MusicSchema.self, .init(location: .url(file))).opened()
    server = try Database(at: database.path, wait: 10_000)
    device = try Database(at: file.path, wait: 10_000)
  }

  private static func origin(_ process: ChildProcess) async throws -> String {
    while let line = try await process.line() {
      if let match = line.firstMatch(of: #/server at (http:\/\/[^\/]+)/#) {
        return String(match.output.1)
      }
    }
    throw SimulationFailure("Django does not start: \(process.complaints)")
  }

  func end() async {
    await store.close()
    await process.end()
    // The system removes the folder if this fails.
    _ = try? FileManager.default.removeItem(at: folder)
  }

  /// Runs a test with its own server, a few at a time.
  static func run(
    hasSample: Bool = true, _ test: @escaping @Sendable (DjangoServer) async throws -> Void
  ) async throws {
    try await Slots.shared.run {
      let server = try await DjangoServer(hasSample: hasSample)
      do {
        try await test(server)
      } catch {
        await server.end()
        throw error
      }
      await server.end()
    }
  }

  // MARK: - Both sides

  /// The requests of the device since the last call: `PATCH albums/3/ {"title":"New"}`.
  func requests() -> [String] { log.takeAll() }

  /// Pulls all rows of the server, in the order of the entities.
  @discardableResult
  func pull() async throws -> [ApplyReport] {
    [
      try await api.artists(into: store), try await api.genres(into: store),
      try await api.albums(into: store), try await api.tracks(into: store),
    ]
  }

  /// Pushes all uploads, without a delay for rows that failed.
  @discardableResult
  func push() async throws -> PushSummary {
    var endpoint = api.uploads
    endpoint.laterAttempts = HTTP.RetryPolicy(maxAttempts: 3, initialDelay: .zero, maxDelay: .zero)
    return try await store.push(to: endpoint)
  }

  func onServer(_ table: Table) throws -> [String] {
    try rows(of: server, table.query(isServer: true))
  }

  func onDevice(_ table: Table) throws -> [String] {
    try rows(of: device, table.query(isServer: false))
  }

  /// The entries of the change queue.
  func queue() throws -> [String] {
    try rows(
      of: device,
      "SELECT operation, entity, id FROM swiftsync_changes WHERE operation <> 'touch' ORDER BY sequence"
    )
  }

  private func rows(of database: Database, _ query: String) throws -> [String] {
    try database.rows(query).map { $0.map { $0 ?? "-" }.joined(separator: " | ") }
  }
}

extension DjangoServer {
  /// A table of both databases, with columns in the same format.
  enum Table: CaseIterable {
    case artists, genres, albums, tracks, albumGenres

    func query(isServer: Bool) -> String {
      switch self {
      case .artists:
        return "SELECT id, name, founded FROM \(isServer ? "music_artist" : "artists") ORDER BY id"
      case .genres:
        return "SELECT id, name FROM \(isServer ? "music_genre" : "genres") ORDER BY id"
      case .albums:
        return """
          SELECT id, title, medium, released, CASE WHEN price IS NOT NULL THEN printf('%.2f', price) END, notes, artist_id,
            strftime('%Y-%m-%d %H:%M:%f', updated_at)
          FROM \(isServer ? "music_album" : "albums") ORDER BY id
          """
      case .tracks:
        return """
          SELECT id, number, title, is_live, album_id
          FROM \(isServer ? "music_track" : "tracks") ORDER BY id
          """
      case .albumGenres:
        return """
          SELECT album_id, genre_id
          FROM \(isServer ? "music_album_genres" : "album_genres") ORDER BY album_id, genre_id
          """
      }
    }
  }
}

/// A transport over HTTP that records the requests.
///
/// `@unchecked`: the lock protects all mutable state.
private final class RequestLog: Transport, @unchecked Sendable {
  private let transport = URLSessionTransport()
  private let lock = NSLock()
  private var lines: [String] = []

  func send(_ request: HTTP.Request) async throws -> HTTP.Response {
    note(request)
    return try await transport.send(request)
  }

  private func note(_ request: HTTP.Request) {
    let target = request.url.absoluteString.split(separator: "/api/", maxSplits: 1).last ?? ""
    let body = request.body.map { " " + String(decoding: $0, as: UTF8.self) } ?? ""
    lock.withLock { lines.append("\(request.method.rawValue) \(target)\(body)") }
  }

  func takeAll() -> [String] {
    lock.withLock {
      defer { lines = [] }
      return lines
    }
  }
}
