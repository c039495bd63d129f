import Foundation
import SwiftSyncRuntime
import SwiftSyncSimulator
import Testing

/// The errands of a user on two devices, with their server.
final class ErrandSample {
  /// How the devices push.
  enum Wire: String, CaseIterable {
    case rest, batch, operations
  }

  let backend = SimulatedBackend(ErrandsAPI.self)
  let (phone, tablet): (ErrandDevice, ErrandDevice)
  private let wire: Wire
  private let folder: URL

  init(_ wire: Wire) async throws {
    self.wire = wire
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("errands-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    phone = try await ErrandDevice(folder.appendingPathComponent("phone.sqlite"), backend, wire)
    tablet = try await ErrandDevice(folder.appendingPathComponent("tablet.sqlite"), backend, wire)
  }

  deinit {
    // The system removes files that cannot be removed here.
    try? FileManager.default.removeItem(at: folder)
  }

  /// The rows of the server, like those of a device.
  var rows: [String] {
    get throws {
      try backend.rows(of: Errand.self).map(\.line).sorted()
        + backend.rows(of: Receipt.self).map(\.line).sorted()
        + backend.rows(of: Shop.self).map(\.line).sorted()
    }
  }

  /// What a file contains that never had rows.
  func wordsOfEmptyStore() async throws -> Set<String> {
    let url = folder.appendingPathComponent("empty.sqlite")
    let device = try await ErrandDevice(url, backend, wire)
    try await device.store.erase()
    await device.store.close()
    return try device.words
  }

  static func id(_ number: Int) throws -> UUID {
    try #require(UUID(uuidString: "00000000-0000-0000-0000-00000000000\(number)"))
  }
}

/// A store in a file, and its session.
struct ErrandDevice {
  let session: SyncSession
  let url: URL

  var store: SyncStore { session.store }
  var state: SyncState { session.state }

  init(_ url: URL, _ backend: SimulatedBackend, _ wire: ErrandSample.Wire) async throws {
    self.url = url
    let login = ErrandsAPI(transport: backend)
    let token: APIClient.BearerMiddleware = .bearer { _ in
      try await login.login(name: "Ada").token
    }
    let client = ErrandsClient(
      wire: wire, api: ErrandsAPI(transport: backend, middleware: [token]))
    let store = SyncStore(ErrandsSchema.self, .init(location: .url(url), log: .none))
    let once = HTTP.RetryPolicy(maxAttempts: 1, initialDelay: .zero, maxDelay: .zero)
    // The order of requests is fixed.
    let configuration = SyncSession.Configuration(retry: once) { $0.concurrency = 1 }
    session = SyncSession(try await store.opened(), client, configuration)
  }

  /// The rows of all entities.
  var rows: [String] {
    get async throws {
      try await store.fetch(Errand.all).map(\.line).sorted()
        + store.fetch(Receipt.all).map(\.line).sorted()
        + store.fetch(Shop.all).map(\.line).sorted()
    }
  }

  /// The problems as the state of the session shows them, after they were compared with those of the
  /// store.
  var problems: [String] {
    get async throws {
      let problems = try await store.problems()
      #expect(state.problems == problems)
      return problems.map(\.line)
    }
  }

  /// What the session says about itself.
  var summary: String { state.description }

  func problem(_ kind: SyncProblem.Kind, _ id: UUID) async throws -> SyncProblem {
    try #require(try await store.problems(kind).first { $0.identity == id.uuidString.lowercased() })
  }

  /// Whether the files of the store contain a text.
  func contains(_ text: String) throws -> Bool {
    try ["", "-wal", "-shm"].contains { end in
      guard FileManager.default.fileExists(atPath: url.path + end) else { return false }
      let bytes = try Data(contentsOf: URL(fileURLWithPath: url.path + end))
      return bytes.range(of: Data(text.utf8)) != nil
    }
  }

  /// All sequences of at least four letters in the database file.
  var words: Set<String> {
    get throws {
      let runs = try Data(contentsOf: url).split { byte in
        !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte & 0xdf)
      }
      return Set(runs.filter { $0.count > 3 }.map { String(decoding: $0, as: UTF8.self) })
    }
  }
}

/// The client with one of its uploads.
struct ErrandsClient: SyncedAPI {
  typealias GeneratedSchema = ErrandsSchema

  let wire: ErrandSample.Wire
  let api: ErrandsAPI

  static func uploads(of client: Self) -> [PushEndpoint] {
    switch client.wire {
    case .rest: [client.api.rows]
    case .batch: [client.api.sync]
    case .operations: [client.api.operations]
    }
  }

  /// A push in batches also pulls.
  static func pulls(of client: Self) -> [SyncSession.Pull] {
    client.wire == .batch ? [] : ErrandsAPI.pulls(of: client.api)
  }
}

extension Errand {
  var line: String { "\(title): \(note ?? "-")" }
}

extension Receipt {
  var line: String { id < 0 ? "new \(text)" : "\(id) \(text)" }
}

extension Shop {
  var line: String { name }
}

extension SyncProblem {
  /// Everything that a problem says, in one line: of an identity, only the end, and of the message,
  /// not the position in the payload.
  var line: String {
    let message = message.split(separator: "]: ", maxSplits: 1).last.map(String.init) ?? ""
    let errors = fieldErrors.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    let parts = [
      "\(kind) \(entity) \(identity.map { $0.hasPrefix("-") ? "new" : String($0.suffix(1)) } ?? "?")",
      members.joined(separator: ","), status.map(String.init) ?? "-", code ?? "-", message,
      errors.joined(separator: ", "), resolutions.map { "\($0)" }.joined(separator: ","),
    ]
    return parts.joined(separator: " | ")
  }
}
