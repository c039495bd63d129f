import Foundation

/// The seeds of a law about migrations, in batches that run in parallel.
struct LawSeeds {
  /// The number of pairs of versions that a batch tries; all batches together try `LAW_SEEDS`
  /// pairs, or the default of the law.
  let pairs: Int
  /// With `LAW_FIRST`, only the seeds from there up to `LAW_SEEDS` are tried.
  private let stated: Range<Int>?

  init(usually count: Int, batches: Int) {
    let environment = ProcessInfo.processInfo.environment
    let last = Int(environment["LAW_SEEDS"] ?? "")
    pairs = max(batches, last ?? count) / batches
    stated = Int(environment["LAW_FIRST"] ?? "").map { $0..<max($0, last ?? $0 + 1) }
  }

  /// Whether particular seeds are selected, so that their number proves nothing.
  var areStated: Bool { stated != nil }

  /// The seeds of a batch: more than it needs, since some of them may have nothing to try.
  func seeds(of batch: Int) -> Range<Int> {
    let start = batch * 1_000_000
    return stated?.clamped(to: start..<start + 1_000_000) ?? start..<start + 1_000_000
  }
}
