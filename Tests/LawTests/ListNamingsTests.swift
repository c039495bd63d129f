import TestHelpers
import Testing

@_spi(Generated) @testable import SwiftSyncCoding
@_spi(Generated) @testable import SwiftSyncStore

/// The lists that name a row, compared with a list that is searched for each of them.
@Suite struct ListNamingsTests {
  @Test(arguments: 0..<4)
  func keepsLatestListOfEachParent(part: Int) {
    for seed in StatedSeeds.seeds(usually: 40, part: part, of: 4) { compare(UInt64(seed)) }
  }

  private func compare(_ seed: UInt64) {
    var random = SeededRandom(seed)
    let list = StatedList(entity: 0, relation: 0)
    let parents = Int64.random(in: 1...40, using: &random)
    var namings = ListNamings()
    var expected: [(parent: Int64, number: UInt32)] = []
    var voided: [Int64: UInt32] = [:]
    for number in 1...UInt32(200) {
      let parent = Int64.random(in: 1...parents, using: &random)
      if Int.random(in: 0..<10, using: &random) == 0 {
        namings.voidLists(of: parent, upTo: number, list)
        if !expected.isEmpty { voided[parent] = number }
        continue
      }
      let naming = ListNaming(
        parent: .integer(parent), rowID: parent, place: nil, number: number)
      namings.add(naming, of: 7, list)
      expected.removeAll { $0.parent == parent }
      expected.append((parent, number))
      let valid = expected.filter { $0.number > voided[$0.parent] ?? 0 }
      #expect(namings.all(of: 7, list).map(\.number) == valid.map(\.number), "seed \(seed)")
      #expect(namings.hasAny(of: 7, list) == !valid.isEmpty, "seed \(seed)")
    }
    namings.forget(7, list)
    #expect(!namings.hasAny(of: 7, list))
  }
}
