import SwiftSyncFoundation

/// Problems in a summary, each row once for a kind. Their number and size have limits.
struct ProblemList {
  /// The maximum number of problems in a summary.
  static let limit = 1_000
  /// The maximum length of all bodies in a summary, in bytes.
  static let bodyLimit = 1 << 20

  private struct Place: Hashable {
    let kind: SyncProblem.Kind
    let entity: String
    let row: String
  }

  private let problems: [SyncProblem]

  init(_ problems: [SyncProblem]) {
    self.problems = problems
  }

  func adding(_ others: [SyncProblem]) -> [SyncProblem] {
    var list = problems
    var places = Dictionary(zip(list.map(Self.place), list.indices)) { first, _ in first }
    var size = list.reduce(0) { $0 + ($1.body?.count ?? 0) }
    for problem in others {
      let place = Self.place(of: problem)
      let known = places[place]
      if known == nil, list.count >= Self.limit { continue }
      size += problem.body?.count ?? 0
      let kept = size <= Self.bodyLimit ? problem : problem.withoutBody
      if let known {
        list[known] = kept
      } else {
        places[place] = list.count
        list.append(kept)
      }
    }
    return list
  }

  private static func place(of problem: SyncProblem) -> Place {
    Place(
      kind: problem.kind, entity: problem.entity, row: problem.identity ?? "?" + problem.message)
  }
}
