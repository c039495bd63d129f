import SwiftSyncRuntime
import TestHelpers
import Testing
import Tracker

/// The changes that turn one list into another.
@Suite struct ListChangesTests {
  private func labels(_ slugs: String) -> [Label] {
    slugs.map { Label(slug: String($0), name: String($0)) }
  }

  private func changes(_ old: String, _ new: String) -> ListChanges {
    ListChanges(from: labels(old), to: labels(new))
  }

  @Test func findsInsertionsRemovalsAndMoves() {
    #expect(changes("abc", "abc").isEmpty && changes("", "").isEmpty)
    #expect(changes("abc", "axbc").insertions == [1])
    #expect(changes("abc", "ac").removals == [1])
    let turned = changes("abcd", "dabx")
    #expect(turned.removals == [2] && turned.insertions == [3])
    #expect(turned.moves.map { [$0.from, $0.to] } == [[3, 0]])
    #expect(turned.updates.isEmpty && !turned.isEmpty)
  }

  @Test func reportsUpdatedFields() {
    let old = [Label(slug: "a", name: "A"), Label(slug: "b", name: "B")]
    var new = Array(old.reversed())
    new[0].name = "Other"
    let changes = ListChanges(from: old, to: new)
    #expect(changes.moves.count == 1 && changes.insertions.isEmpty && changes.removals.isEmpty)
    #expect(changes.updates.map(\.oldIndex) == [1] && changes.updates.map(\.newIndex) == [0])
    #expect(changes.updates.map(\.fields) == [["name"]])
  }

  /// Applied in the way of table views, the changes between any two lists turn one into the other.
  @Test func changesTransformOldListIntoNew() {
    var random = SeededRandom(1)
    for _ in 0..<3_000 {
      let range = 1 + random.below(12)
      func list(of count: Int) -> [Label] {
        (0..<count).map { _ in
          Label(slug: "\(random.below(range))", name: "\(random.below(2))")
        }
      }
      let old = list(of: random.below(12))
      let new = random.below(4) == 0 ? old.shuffled(using: &random) : list(of: random.below(12))
      let changes = ListChanges(from: old, to: new)
      #expect(apply(changes, to: old, new) == new)
      let moved = Set(changes.moves.map(\.from))
      #expect(moved.count == changes.moves.count && moved.isDisjoint(with: changes.removals))
    }
  }

  @Test func minimizesMoves() {
    #expect(changes("abcdef", "fabcde").moves.count == 1)
    #expect(changes("abcdef", "bcdefa").moves.count == 1)
    #expect(changes("abcdef", "fedcba").moves.count == 5)
    #expect(changes("abcdef", "acebdf").moves.count == 2)
  }

  private func apply(_ changes: ListChanges, to old: [Label], _ new: [Label]) -> [Label] {
    var rows: [Label?] = old
    for index in changes.removals + changes.moves.map(\.from) { rows[index] = nil }
    var result = rows.compactMap { $0 }
    var arrivals = changes.insertions.map { ($0, new[$0]) }
    arrivals += changes.moves.map { ($0.to, old[$0.from]) }
    for (index, row) in arrivals.sorted(by: { $0.0 < $1.0 }) { result.insert(row, at: index) }
    for update in changes.updates {
      #expect(result[update.newIndex] == old[update.oldIndex])
      #expect(update.fields == ["name"])
      result[update.newIndex] = new[update.newIndex]
    }
    return result
  }
}
