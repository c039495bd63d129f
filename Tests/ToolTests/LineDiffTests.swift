import TestHelpers
import Testing

@testable import SyncGenCommandLine

@Suite struct LineDiffTests {
  private func changes(_ old: String, _ new: String) -> [LineDiff.Change] {
    LineDiff.changes(from: old.split(separator: " "), to: new.split(separator: " "))
  }

  @Test func findsChangedRanges() {
    #expect(changes("a b c", "a b c") == [])
    #expect(changes("", "a b") == [.init(old: 0..<0, new: 0..<2)])
    #expect(changes("a b", "") == [.init(old: 0..<2, new: 0..<0)])
    #expect(changes("a x c", "a y c") == [.init(old: 1..<2, new: 1..<2)])
    #expect(
      changes("a b c d", "b c e d f") == [
        .init(old: 0..<1, new: 0..<0), .init(old: 3..<3, new: 2..<3),
        .init(old: 4..<4, new: 4..<5),
      ])
  }

  /// Compared with the standard library's search, the diff is as short, and gives the new text.
  @Test(arguments: 0..<400)
  func diffIsMinimal(_ seed: UInt64) {
    var random = SeededRandom(seed)
    let alphabet = (0..<Int.random(in: 1...6, using: &random)).map { "l\($0)"[...] }
    func lines() -> [Substring] {
      (0..<Int.random(in: 0...30, using: &random)).compactMap { _ in
        alphabet.randomElement(using: &random)
      }
    }
    let (old, new) = (lines(), lines())
    let changes = LineDiff.changes(from: old, to: new)
    var rebuilt: [Substring] = []
    var place = 0
    for change in changes {
      rebuilt += old[place..<change.old.lowerBound] + new[change.new]
      place = change.old.upperBound
    }
    #expect(rebuilt + old[place...] == new)
    let count = changes.reduce(0) { $0 + $1.old.count + $1.new.count }
    #expect(count == new.difference(from: old).count)
  }
}
