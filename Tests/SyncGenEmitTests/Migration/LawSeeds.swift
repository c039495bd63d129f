import Foundation

/// The seeds of a law about migrations, in batches, which run at the same time.
struct LawSeeds {
  /// How many pairs of versions a batch tries: as many as the law says, or `LAW_SEEDS` in all.
  let pairs: Int
  /// With `LAW_FIRST`, only the seeds from there to `LAW_SEEDS` are tried.
  private let stated: Range<Int>?

  init(usually count: Int, batches: Int) {
    let environment = ProcessInfo.processInfo.environment
    let last = Int(environment["LAW_SEEDS"] ?? "")
    pairs = max(batches, last ?? count) / batches
    stated = Int(environment["LAW_FIRST"] ?? "").map { $0..<max($0, last ?? $0 + 1) }
  }

  /// Whether somebody looks at a few seeds, so that numbers of them prove nothing.
  var areStated: Bool { stated != nil }

  /// The seeds of a batch, more than it needs where some of them may have nothing to try.
  func seeds(of batch: Int) -> Range<Int> {
    let start = batch * 1_000_000
    return stated?.clamped(to: start..<start + 1_000_000) ?? start..<start + 1_000_000
  }
}
