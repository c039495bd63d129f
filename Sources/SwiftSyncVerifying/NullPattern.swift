@_spi(Generated) import SwiftSyncStore

/// The pattern of nulls in a sample row.
///
/// For any two optional columns of a table, both are null in some row, and in some row each is null
/// while the other is not. The first rows have no nulls, then all columns are null, then those
/// whose number has a certain bit, or does not have it, for each bit. The rows after that are like
/// those of a used database.
struct NullPattern {
  /// The number of each column among the optional ones. Both columns of an amount of money share
  /// one.
  private let numbers: [Int?]
  private let bits: Int

  init(_ entity: EntityMetadata) {
    let currencies = Set(entity.attributes.filter(\.isAmount).map { $0.column + 1 })
    var count = 0
    numbers = entity.columns.enumerated().map { place, column in
      if column.isRequired { return nil }
      if !currencies.contains(place) { count += 1 }
      return count - 1
    }
    bits = Int.bitWidth - max(0, count - 1).leadingZeroBitCount
  }

  func isNull(_ column: Int, row: Int) -> Bool {
    guard let number = numbers[column] else { return false }
    switch row {
    case 0: return false
    case 1: return true
    case 2..<(2 + 2 * bits): return (number >> ((row - 2) / 2)) & 1 == row & 1
    default: return Self.mixed(row, number) % 4 == 0
    }
  }

  /// A deterministic pseudo-random number (SplitMix64).
  private static func mixed(_ row: Int, _ number: Int) -> UInt64 {
    var mixed = (UInt64(row) << 32 | UInt64(number)) &* 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
