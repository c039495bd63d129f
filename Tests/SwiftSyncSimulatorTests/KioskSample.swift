import Foundation
import SwiftSyncRuntime
import SwiftSyncSimulator
import Testing

/// A kiosk's backend with a client.
struct KioskSample {
  let backend = SimulatedBackend(KioskAPI.self)
  let api: KioskAPI

  init() { api = KioskAPI(transport: backend) }

  /// Five topics, `a` to `e`, with the ranks 1 to 5.
  static func withTopics() throws -> KioskSample {
    let sample = KioskSample()
    try sample.backend.edit { transaction in
      for (index, id) in ["a", "b", "c", "d", "e"].enumerated() {
        try transaction.insert(Topic(id: id, name: "Topic \(id)", rank: index + 1))
      }
    }
    return sample
  }

  /// A device with an empty store.
  func device() async throws -> SyncStore { try await .inMemory(KioskSchema.self, log: .none) }

  func session() async throws -> SyncSession { SyncSession(try await device(), api) }

  /// The paths and queries of the requests so far.
  var targets: [String] {
    backend.requests.map { request in
      let path = request.url.path.replacing("/api", with: "")
      return "\(request.method.rawValue) \(path)" + (request.url.query.map { "?\($0)" } ?? "")
    }
  }
}

/// The status of the error that a call throws.
func status(_ body: () async throws -> Void) async -> Int? {
  do {
    try await body()
  } catch let error as APIError {
    return error.response?.status
  } catch {
    Issue.record("\(error)")
  }
  return nil
}

/// Why the backend does not answer a call.
func reason(_ body: () async throws -> Void) async -> String? {
  do {
    try await body()
  } catch APIError.transportFailed(let failure) {
    return (failure.cause as? SimulatedBackend.Unanswered)?.reason
  } catch {
    Issue.record("\(error)")
  }
  return nil
}
