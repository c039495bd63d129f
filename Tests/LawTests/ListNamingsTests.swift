import TestHelpers
import Testing

@_spi(Generated) @testable import SwiftSyncCoding
@_spi(Generated) @testable import SwiftSyncStore

/// The lists that name a row, compared with a list that is searched for each of them.
@Suite struct ListNamingsTests {
  @Test(arguments: UInt64(0)..<40)
  func keepsLatestListOfEachParent(_ seed: UInt64) {
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
      #expect(namings.all(of: 7, list).map(\.number) == valid.map(\.number))
      #expect(namings.hasAny(of: 7, list) == !valid.isEmpty)
    }
    namings.forget(7, list)
    #expect(!namings.hasAny(of: 7, list))
  }
}
