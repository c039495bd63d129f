@_spi(Generated) import SwiftSyncRuntime

/// Which columns of a sample row are null.
///
/// Each two columns that may be null are null together in some row, and each is null where the other is not: the
/// first rows have no null, then nothing else, then nulls by the bits of the columns' numbers, both ways.
struct NullPattern {
  /// The number of each column among those that may be null.
  private let numbers: [Int: Int]
  private let bits: Int

  init(_ entity: EntityMetadata) {
    let attributes = entity.attributes.filter(\.isOptional).map(\.column)
    let references = entity.relations.compactMap { relation -> Int? in
      guard case .toOne(let reference) = relation.kind, reference.isOptional,
        reference.parts.isEmpty
      else { return nil }
      return reference.column
    }
    let columns = (attributes + references).sorted()
    numbers = Dictionary(uniqueKeysWithValues: columns.enumerated().map { ($1, $0) })
    bits = Int.bitWidth - max(0, columns.count - 1).leadingZeroBitCount
  }

  func isNull(_ column: Int, row: Int, _ random: inout SampleRandom) -> Bool {
    guard let number = numbers[column] else { return false }
    switch row {
    case 0: return false
    case 1: return true
    case 2..<(2 + 2 * bits): return (number >> ((row - 2) / 2)) & 1 == row & 1
    default: return random.isOnce(in: 4)
    }
  }
}
