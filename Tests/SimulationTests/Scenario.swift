import Foundation
import SwiftSyncRuntime

/// What a simulation is of. All that is random in it follows from the seed, but for the moments of timed kills and the
/// order in which clients that sync at the same time reach the server.
struct Scenario: Hashable, Sendable, CustomStringConvertible {
  let wireProtocol: PushEndpoint.WireProtocol
  let seed: UInt64
  var rounds: Int
  /// Whether clients and the server are killed.
  var hasKills = false
  /// A mistake that clients make on purpose, e.g. `lose-7`.
  var bug: String?
  let clients = 5
  /// Which part of the requests fails.
  var faults = 0.25
  /// The kinds of these.
  var kinds = allKinds

  static let allKinds = [
    "drop-before", "drop-after", "delay", "500", "500-after", "429", "half", "content-type",
    "other-ids", "wrong-shape", "far-future", "reordered",
  ]

  /// The server's clock goes a second with each reading, so that what a watermark goes back by hides nothing. It begins
  /// long before the clocks of the devices or long after, by the seed.
  var serverStart: String { seed % 2 == 0 ? "2020-01-01T00:00:00Z" : "2040-01-01T00:00:00Z" }

  var description: String {
    "\(wireProtocol), seed \(seed), \(rounds) rounds" + (hasKills ? ", with kills" : "")
      + (kinds == Self.allKinds ? "" : ", only \(kinds.joined(separator: ", "))")
      + (bug.map { ", planted bug \($0)" } ?? "")
  }
}
