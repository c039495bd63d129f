import Foundation
import SwiftSyncRuntime

/// The parameters of a simulation. All random choices follow from the seed, except the moments of
/// timed kills and the order in which clients that sync at the same time reach the server.
struct Scenario: Hashable, Sendable, CustomStringConvertible {
  let wireProtocol: PushEndpoint.WireProtocol
  let seed: UInt64
  var rounds: Int
  /// Whether clients and the server are killed.
  var hasKills = false
  /// A deliberate mistake of the clients, e.g. `lose-7`.
  var bug: String?
  let clients = 5
  /// The share of requests that fail.
  var faults = 0.25
  /// The kinds of faults.
  var kinds = allKinds

  static let allKinds = [
    "drop-before", "drop-after", "delay", "500", "500-after", "429", "half", "content-type",
    "other-ids", "wrong-shape", "stale", "stale-without-data", "far-future", "reordered",
  ]

  /// The server's clock advances by one second per reading, so the overlap of a watermark hides
  /// nothing. Depending on the seed, it starts long before or long after the clocks of the devices.
  var serverStart: String { seed % 2 == 0 ? "2020-01-01T00:00:00Z" : "2040-01-01T00:00:00Z" }

  var description: String {
    "\(wireProtocol), seed \(seed), \(rounds) rounds" + (hasKills ? ", with kills" : "")
      + (kinds == Self.allKinds ? "" : ", only \(kinds.joined(separator: ", "))")
      + (bug.map { ", planted bug \($0)" } ?? "")
  }
}
