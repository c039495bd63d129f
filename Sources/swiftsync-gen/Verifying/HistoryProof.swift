import SwiftSyncSession
import SwiftSyncVerifying
import SyncGenCommandLine
import SyncGenDiagnostics
import SyncGenMigration
import SyncGenSchema

/// Tests the migrations between all pairs of versions.
///
/// The first sample rows contain the limits of all types. SQL of the schema that computes may have no
/// valid result for them, such as `age + 1` for the largest integer. If a step with such SQL fails,
/// it is tested again with values further away from the limits, and only in the columns that its
/// SQL reads. SQL that loses rows is not: with other values, it might just not find them.
struct HistoryProof {
  private let steps: [VersionStep]
  private let scripts: [SourceFile?]
  private let amounts: [Set<String>]

  struct Outcome {
    /// All pairs of versions, beginning with the oldest.
    let pairs: [PairProof]
    /// What was left out.
    var remarks: [String] = []
  }

  init(_ steps: [VersionStep], _ scripts: [SourceFile?]) {
    self.steps = steps
    self.scripts = scripts
    amounts = AmountColumns.all(of: steps)
  }

  func outcome() throws -> Outcome {
    let first = try pairs(ranges: [:])
    var (pairs, ranges): (_, [Int: SampleRange]) = (first, [:])
    while true {
      let problems = pairs.filter { $0.problem != nil }
      let failed = Set(problems.map(\.to))
        .subtracting(problems.filter { $0.problem?.losesRows == true }.map(\.to))
      let narrowed = steps.indices.filter { index in
        failed.contains(steps[index].new.version) && steps[index].computes
          && (ranges[index] ?? .whole).next != nil
      }
      if narrowed.isEmpty { break }
      for index in narrowed { ranges[index] = (ranges[index] ?? .whole).next }
      pairs = try self.pairs(ranges: ranges)
    }
    guard pairs.contains(where: { $0.diagnostic != nil }) else {
      return Outcome(pairs: pairs, remarks: remarks(on: ranges))
    }
    return Outcome(pairs: zip(pairs, first).map { $0.isAlike($1) ? $1 : $0 })
  }

  // MARK: Limits

  /// The columns of each version to be kept away from the limits of their types.
  private func limits(_ ranges: [Int: SampleRange]) -> [SampleLimits] {
    var limits = amounts.map { columns in
      var limits = SampleLimits.none
      limits.narrow(columns, to: .exact)
      return limits
    }
    for (index, range) in ranges {
      for (version, columns) in ComputedColumns.all(of: steps[...index]).enumerated() {
        limits[version].narrow(columns, to: range)
      }
    }
    return limits
  }

  private func remarks(on ranges: [Int: SampleRange]) -> [String] {
    ranges.sorted { $0.key < $1.key }.map { index, range in
      let columns = ComputedColumns.all(of: steps[...index]).last?.sorted() ?? []
      let shown = columns.prefix(3).map { "'\($0)'" }.joined(separator: ", ")
      let names = columns.count > 3 ? "\(shown) and other columns" : shown
      return
        "verified the step to version \(steps[index].new.version) without numbers beyond "
        + "\(range.largest) and dates in the years 1 and 9999 in \(names), because its SQL has no "
        + "valid result for some of them"
    }
  }

  // MARK: Proofs

  private func pairs(ranges: [Int: SampleRange]) throws -> [PairProof] {
    let limits = limits(ranges)
    let schemas = steps.map(\.old) + steps.suffix(1).map(\.new)
    let (steps, scripts) = (steps, scripts)
    let fresh = Pipeline.concurrently(schemas.count) { index in
      Self.result { () throws(SyncError) in
        try FreshVersion(schemas[index], limits: limits[index])
      }
    }
    let proof = ChainProof(
      versions: try fresh.map { try $0.get() },
      steps: Pipeline.concurrently(steps.count) { StepVerification(steps[$0], file: scripts[$0]) })
    return try steps.contains { $0.dependsOnColumnOrder }
      ? Self.pairs(of: proof, isJoined: false)
      : Self.joinedPairs(of: proof)
  }

  /// All pairs, verified together; if there is a problem, one by one to locate it.
  private static func joinedPairs(of proof: ChainProof) throws -> [PairProof] {
    // The long chain first, so that no processor waits for it in the end.
    let results = Pipeline.concurrently(proof.steps.count + 1) { index in
      Self.result { () throws(SyncError) in
        index == 0
          ? (try proof.joinedProof(), []) : (true, try proof.pairs(from: index - 1, isJoined: true))
      }
    }
    let parts = try results.map { try $0.get() }
    let pairs = parts.flatMap(\.1)
    let isProved = parts.allSatisfy(\.0) && pairs.allSatisfy { $0.diagnostic == nil }
    return isProved ? pairs : try Self.pairs(of: proof, isJoined: false)
  }

  private static func pairs(of proof: ChainProof, isJoined: Bool) throws -> [PairProof] {
    // The long chains first, so that no processor waits for the last one.
    let pairs = Pipeline.concurrently(proof.steps.count) { start in
      Self.result { () throws(SyncError) in try proof.pairs(from: start, isJoined: isJoined) }
    }
    return try pairs.flatMap { try $0.get() }
  }

  private static func result<Value>(
    _ work: () throws(SyncError) -> Value
  ) -> Result<Value, SyncError> {
    do throws(SyncError) {
      return .success(try work())
    } catch {
      return .failure(error)
    }
  }
}

extension PairProof {
  /// Whether another proof of the pair has failed in the same place for the same reason.
  fileprivate func isAlike(_ other: PairProof) -> Bool {
    guard let own = diagnostic, let others = other.diagnostic else { return false }
    return own.code == others.code && own.span == others.span
  }
}
