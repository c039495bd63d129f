import SwiftSyncRuntime
import Tracker

/// The steps of a session, in place of a generated client.
struct Steps: SyncedAPI {
  typealias GeneratedSchema = TrackerSchema

  var uploads: [PushEndpoint] = []
  var pulls: [SyncSession.Pull] = []

  static func uploads(of api: Self) -> [PushEndpoint] { api.uploads }

  static func pulls(of api: Self) -> [SyncSession.Pull] { api.pulls }
}
