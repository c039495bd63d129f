@_spi(Generated) import SwiftSyncRuntime

/// The pattern of nulls in a sample row.
///
/// For any two nullable columns, some row has null in both, and in some row each is null while the
/// other is not. The first rows have no nulls, then only nulls, then nulls by the bits of the
/// columns' numbers, and by their complements.
struct SampleNulls {
  /// The number of each column among the nullable ones.
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
