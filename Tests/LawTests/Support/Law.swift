import Foundation
import Testing

@_spi(Generated) import SwiftSyncREST
@_spi(Generated) import SwiftSyncRuntime

/// The subject of a law: a database that some calls have filled, and the calls to test.
struct Trial {
  let schema: LawSchema
  var setup: [Call]
  var calls: [Call]
  /// The seed for further random choices of the law.
  let seed: Int
  /// Whether the calls may contradict themselves about a row.
  var isContradictory = false
  /// Whether the calls are undamaged and consistent.
  var isOrderly = true
}

/// A statement that holds for every trial of a kind.
struct Law {
  /// The number of seeds for a law, 100 or `LAW_SEEDS`.
  private static let seeds = setting("LAW_SEEDS") ?? 100
  /// The first seed, 0 or `LAW_FIRST`; if `LAW_SEEDS` is one more, only that seed is tried.
  private static let firstSeed = setting("LAW_FIRST") ?? 0
  /// The number of failing seeds that each part reports before it ends, one or `LAW_FAILURES`.
  static let failures = setting("LAW_FAILURES") ?? 1
  /// Parts of the seeds, which run in parallel.
  static let parts = 0..<4

  private static func setting(_ name: String) -> Int? {
    Int(ProcessInfo.processInfo.environment[name] ?? "")
  }

  /// The seeds of a part.
  static func seeds(of part: Int) -> some Sequence<Int> {
    let rounds = max(0, firstSeed - part + parts.count - 1) / parts.count
    return stride(from: part + rounds * parts.count, to: seeds, by: parts.count)
  }

  /// Creates the trial of a seed.
  private let trial: (_ seed: Int) throws -> Trial
  /// Whether a key may be removed from a payload while a failure is shrunk.
  private let isRemovable: (_ key: String) -> Bool
  /// Returns the violation; `nil` if the law holds.
  private let violation: (Trial) throws -> String?

  init(
    trial: @escaping (_ seed: Int) throws -> Trial,
    isRemovable: @escaping (_ key: String) -> Bool = { _ in true },
    violation: @escaping (Trial) throws -> String?
  ) {
    self.trial = trial
    self.isRemovable = isRemovable
    self.violation = violation
  }

  /// Tries the law with a part of the seeds.
  func hold(part: Int) throws {
    var failures = 0
    for seed in Self.seeds(of: part) where failures < Self.failures {
      let trial = try trial(seed)
      guard problem(of: trial) != nil else { continue }
      let smallest = shrunk(trial)
      Issue.record("seed \(seed): \(problem(of: smallest) ?? "")\n\(smallest.text)")
      failures += 1
    }
  }

  /// The violation, which may be an unexpected error.
  private func problem(of trial: Trial) -> String? {
    do { return try violation(trial) } catch { return "it ends with \(error)" }
  }

  private func fails(_ trial: Trial) -> Bool { problem(of: trial) != nil }

  /// The trial without everything that the violation does not need.
  private func shrunk(_ trial: Trial) -> Trial {
    var smallest = trial
    var budget = 3_000
    while budget > 0, let next = smaller(smallest, &budget) { smallest = next }
    return smallest
  }

  private func smaller(_ trial: Trial, _ budget: inout Int) -> Trial? {
    for path in [\Trial.setup, \Trial.calls] {
      for index in trial[keyPath: path].indices {
        var candidate = trial
        candidate[keyPath: path].remove(at: index)
        budget -= 1
        if fails(candidate) { return candidate }
        let payload = trial[keyPath: path][index].payload
        for part in payload.withoutOnePart(isRemovable) {
          candidate = trial
          candidate[keyPath: path][index].payload = part
          budget -= 1
          if fails(candidate) { return candidate }
          if budget <= 0 { return nil }
        }
      }
    }
    return nil
  }
}

extension Trial {
  /// The trial as text, to repeat it by hand.
  fileprivate var text: String {
    func lines(_ calls: [Call]) -> String {
      calls.map { "  \($0.entity) \($0.options.text)\($0.payload)" }.joined(separator: "\n")
    }
    return "\(schema.text)\nfilled by\n\(lines(setup))\nthen\n\(lines(calls))\n"
  }
}

extension ApplyOptions {
  fileprivate var text: String {
    var parts: [String] = []
    if missingRows != .keep { parts.append("delete") }
    if isItem { parts.append("item") }
    if let keyedBy { parts.append("keyed by \(keyedBy)") }
    if case .parent(let relation, let id) = scope { parts.append("scope \(relation)=\(id)") }
    if operations != .all { parts.append("operations \(operations.rawValue)") }
    if relationOperations != .all {
      parts.append("relation operations \(relationOperations.rawValue)")
    }
    return parts.isEmpty ? "" : "(\(parts.joined(separator: ", "))) "
  }
}
