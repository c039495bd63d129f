import Foundation
import Testing

@_spi(Generated) import SwiftSyncREST
@_spi(Generated) import SwiftSyncRuntime

/// What a law is tried on: a database that some calls have filled, and the calls to be judged.
struct Trial {
  let schema: LawSchema
  var setup: [Call]
  var calls: [Call]
  /// From what else the law chooses something at random.
  let seed: Int
  /// Whether the calls may say one thing of a row and then another.
  var isContradictory = false
  /// Whether the calls say what servers should.
  var isOrderly = true
}

/// A statement that holds for every trial of a kind.
struct Law {
  /// The number of seeds for a law: 200, or `LAW_SEEDS`.
  private static let seeds = setting("LAW_SEEDS") ?? 200
  /// The first seed, or `LAW_FIRST`: with `LAW_SEEDS` one more, that seed alone is tried.
  private static let firstSeed = setting("LAW_FIRST") ?? 0
  /// How many failing seeds each part reports before it ends: one, or `LAW_FAILURES`.
  static let failures = setting("LAW_FAILURES") ?? 1
  /// Parts of the seeds, which run at the same time.
  static let parts = 0..<4

  private static func setting(_ name: String) -> Int? {
    Int(ProcessInfo.processInfo.environment[name] ?? "")
  }

  /// The seeds of a part.
  static func seeds(of part: Int) -> some Sequence<Int> {
    let rounds = max(0, firstSeed - part + parts.count - 1) / parts.count
    return stride(from: part + rounds * parts.count, to: seeds, by: parts.count)
  }

  /// Makes the trial of a seed.
  private let trial: (_ seed: Int) throws -> Trial
  /// Which keys a payload may lose while a failure is made smaller.
  private let isRemovable: (_ key: String) -> Bool
  /// Says what is wrong; `nil` if the law holds.
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

  /// What is wrong, an error that nothing in the trial calls for included.
  private func problem(of trial: Trial) -> String? {
    do { return try violation(trial) } catch { return "it ends with \(error)" }
  }

  private func fails(_ trial: Trial) -> Bool { problem(of: trial) != nil }

  /// The trial without everything that is not needed to break the law.
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
  /// What somebody needs to try it by hand.
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
    if missingRows == .keep { parts.append("keep") }
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
