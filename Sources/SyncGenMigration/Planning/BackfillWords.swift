import SwiftSyncValues

/// The words of a `backfill`, by which the planner determines its dependencies.
///
/// It is not a parser: a word that is merely spelled like a column's name counts as that column, so
/// that in doubt the row is looked up.
struct BackfillWords {
  private let words: Set<String>

  init(_ backfill: String) {
    words = SQLToken.names(in: backfill)
  }

  /// Whether it yields another value each time, so that only the row itself can have it.
  var isRandom: Bool { !words.isDisjoint(with: ["random", "randomblob"]) }

  /// Whether it uses one of the columns.
  func mention(_ columns: [String]) -> Bool {
    !words.isDisjoint(with: columns.map { $0.lowercased() })
  }

  /// Whether it depends only on certain columns of a row.
  ///
  /// - Parameter names: The names of the table and of its columns.
  func dependOnly(on columns: [String], of names: [String]) -> Bool {
    let known = columns.map { $0.lowercased() }
    let others = names.map { $0.lowercased() }.filter { !known.contains($0) }
    return words.isDisjoint(with: others + ["select", "rowid", "_rowid_", "oid"])
  }
}
