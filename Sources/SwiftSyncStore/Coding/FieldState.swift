@_spi(Generated) import SwiftSyncCoding

/// The state of a member whose type only generated code knows.
package typealias FieldState = Patch<any Hashable & Sendable>

extension Patch where Wrapped == any Hashable & Sendable {
  package func isEqual(to other: FieldState) -> Bool {
    switch (self, other) {
    case (.missing, .missing), (.null, .null): true
    case (.value(let left), .value(let right)):
      AnyHashable(left) == AnyHashable(right) && Self.haveSameText(left, right)
    default: false
    }
  }

  /// Whether equal values are stored as the same bytes: equal strings may spell a character
  /// differently.
  private static func haveSameText(_ left: Wrapped, _ right: Wrapped) -> Bool {
    guard let left = left as? any SyncedValue, let right = right as? any SyncedValue else {
      return true
    }
    switch type(of: left).valueType {
    case .string, .textEnum, .json, .array, .dictionary, .value:
      return left.stored(in: .text) == right.stored(in: .text)
    case .int, .double, .decimal, .bool, .date, .day, .formattedDay, .uuid, .uuidBlob, .url, .data,
      .money,
      .integerEnum:
      return true
    }
  }

  func hash(into hasher: inout Hasher) {
    switch self {
    case .missing: hasher.combine(0 as UInt8)
    case .null: hasher.combine(1 as UInt8)
    case .value(let value): value.hash(into: &hasher)
    }
  }
}
