import TestHelpers
import Foundation
import Programs
import SwiftSyncRuntime
import SwiftSyncURLSession

@testable import sync_client

/// The sample backend as a process, and a connection to its database for the judge.
///
/// `@unchecked`: a simulation uses it for one thing at a time.
final class BackendProcess: @unchecked Sendable {
  private static let script = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Examples/Backend/serve.py")

  /// Whether Python is available to run the backend.
  static let isAvailable =
    ProcessInfo.processInfo.environment["PATH", default: ""].split(separator: ":")
    .contains { FileManager.default.isExecutableFile(atPath: "\($0)/python3") }

  private let scenario: Scenario
  private let folder: URL
  private var process: ChildProcess
  private(set) var origin: String
  let database: Database

  init(_ scenario: Scenario, in folder: URL) async throws {
    (self.scenario, self.folder) = (scenario, folder)
    (process, origin) = try await Self.start(scenario, folder, port: 0)
    database = try Database(at: folder.appendingPathComponent("server.sqlite").path, wait: 10_000)
    // The judge's own record of the writes that the server accepted, in their order, written in the
    // same transactions.
    try database.run(
      """
      CREATE TABLE versions (sequence INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT, body TEXT);
      CREATE INDEX versions_id ON versions (id);
      CREATE TRIGGER versions_insert AFTER INSERT ON rows WHEN new.type = 'Task' BEGIN
        INSERT INTO versions (id, body) VALUES (new.id, new.body);
      END;
      CREATE TRIGGER versions_update AFTER UPDATE ON rows WHEN new.type = 'Task' BEGIN
        INSERT INTO versions (id, body) VALUES (new.id, new.body);
      END;
      """)
    for number in 1...2 { try await addProject(number) }
  }

  private static func start(
    _ scenario: Scenario, _ folder: URL, port: Int
  ) async throws -> (ChildProcess, String) {
    let program = Program(
      named: "python3",
      [
        "-B", script.path, "--with-input", "--port", "\(port)",
        "--database", folder.appendingPathComponent("server.sqlite").path,
        "--clock", "seconds", "--start", scenario.serverStart, "--page-size", "40",
        "--faults", "\(scenario.faults)", "--seed", "\(scenario.seed)",
        "--kinds", scenario.kinds.joined(separator: ","),
        "--fault-delay", "0.005", "--retry-after", "0",
      ])
    let process = try ChildProcess(
      program, errors: folder.appendingPathComponent("server.log"))
    guard let origin = try await process.line() else {
      throw SimulationFailure("the server does not start: \(process.complaints)")
    }
    return (process, origin)
  }

  // MARK: - Process

  /// Kills the server with SIGKILL; pending requests are cut off.
  func kill() {
    process.kill()
  }

  /// Restarts the server on the same port.
  func restart() async throws {
    await process.end()
    let port = Int(origin.split(separator: ":").last ?? "") ?? 0
    var attempt = 0
    while true {
      do {
        (process, origin) = try await Self.start(
          scenario, folder, port: port)
        return
      } catch {
        // Another connection may use the port for a moment.
        attempt += 1
        guard attempt < 20 else { throw error }
        try await Task.sleep(for: .milliseconds(50))
      }
    }
  }

  /// Lets all requests succeed from now on.
  func endFaults() async throws {
    _ = try await APIClient(baseURL: .server(origin), limits: .patient).send(
      EndpointRequest(.delete, "/admin/faults"))
  }

  /// The faults that were injected into the requests of a sync, one for each request since the
  /// server was started or since the last call.
  func faults(of sync: String) async throws -> [String?] {
    struct Line: Decodable {
      let client: String
      let fault: String?
    }
    let client = APIClient(baseURL: .server(origin), limits: .patient)
    let response = try await client.send(EndpointRequest(.get, "/admin/requests"))
    // Thousands of requests would make later calls slow.
    _ = try await client.send(EndpointRequest(.delete, "/admin/requests"))
    return try JSONDecoder().decode([Line].self, from: response.body)
      .filter { $0.client == sync }.map(\.fault)
  }

  func end() async {
    await process.end()
  }

  // MARK: - Other writers

  func addProject(_ number: Int) async throws {
    _ = try await put([
      "projects": [
        [
          "id": Write.id(ofProject: number), "name": "Project \(number)", "code": "P\(number)",
          "owner_id": "9e050000-0000-4000-8000-000000000001",
        ]
      ]
    ])
  }

  /// Writes to a task; returns whether the server accepted the write.
  func carryOut(_ write: Write) async throws -> Bool {
    var row: [String: Any] = ["id": Write.id(ofTask: write.row)]
    switch write.change {
    case .insert(let project):
      row["title"] = write.title
      row["sort_index"] = write.sortIndex
      row["project_id"] = Write.id(ofProject: project)
    case .delete: row["deleted_at"] = scenario.serverStart
    case .spoil, .discard: return false
    case .move(let parent): row["parent_id"] = Write.id(ofTask: parent)
    case .set(.title): row["title"] = write.title
    case .set(.details): row["description"] = write.details
    case .set(.estimate): row["estimate"] = write.estimate
    case .set(.sortIndex): row["sort_index"] = write.sortIndex
    case .set(.labels): row["label_ids"] = write.labels
    case .set(.priority): row["priority"] = write.priority
    case .set(.project): row["project_id"] = Write.id(ofProject: write.project)
    case .set(.parent): return false
    }
    return try await put(["tasks": [row]])
  }

  private func put(_ rows: [String: Any]) async throws -> Bool {
    var request = EndpointRequest(.put, "/admin/rows")
    request.body = try JSONSerialization.data(withJSONObject: rows)
    let client = APIClient(baseURL: .server(origin), limits: .patient)
    let response = try await client.response(to: request)
    return response.isSuccess
  }
}
