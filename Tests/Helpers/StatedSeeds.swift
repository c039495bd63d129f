import Foundation

/// The seeds that a law tries.
package enum StatedSeeds {
  /// The seeds from `LAW_FIRST` up to `LAW_SEEDS`; without these, from 0 up to the usual number.
  ///
  /// - Parameters:
  ///   - part: Of several parts that run in parallel, the one to return.
  ///   - parts: The number of parts.
  package static func seeds(
    usually count: Int, part: Int = 0, of parts: Int = 1
  ) -> some Sequence<Int> {
    let first = setting("LAW_FIRST") ?? 0
    let last = setting("LAW_SEEDS") ?? max(count, first + 1)
    return stride(from: first + part, to: last, by: parts)
  }

  private static func setting(_ name: String) -> Int? {
    Int(ProcessInfo.processInfo.environment[name] ?? "")
  }
}
