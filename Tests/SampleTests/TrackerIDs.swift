import Foundation

/// The identities that the shipped payloads use.
enum TrackerIDs {
  static let project = id("90ec", 1)
  static let ada = id("9e05", 1)
  static let grace = id("9e05", 2)
  static let linus = id("9e05", 3)
  static let profile = id("9f0f", 1)

  static func task(_ number: Int) -> UUID {
    id("7a5c", number)
  }

  private static func id(_ prefix: String, _ number: UInt8) -> UUID {
    let high = UInt16(prefix, radix: 16) ?? 0
    return UUID(
      uuid: (
        UInt8(high >> 8), UInt8(high & 0xff), 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, number
      ))
  }

  private static func id(_ prefix: String, _ number: Int) -> UUID {
    id(prefix, UInt8(truncatingIfNeeded: number))
  }
}

/// A date in ISO 8601.
func moment(_ text: String) throws -> Date {
  try Date(text, strategy: .iso8601)
}
