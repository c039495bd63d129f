/// The Swift type of a scalar with `swift: UInt64`.
///
/// SQLite's integers are signed, so the greatest value that can be stored is `Int64.max`. A greater
/// one is refused, since as another type it would lose digits or be sorted wrongly: a payload's row
/// is rejected as `bad-value`, and a local write or a condition throws `SyncError.invalidValue`.
extension UInt64: SyncedScalar {
  /// An integer that is not a value of the type.
  private struct OutOfRange: Error, CustomStringConvertible {
    let description: String
  }

  /// Creates a value from a payload or from a column.
  ///
  /// - Throws: An error if the integer is negative.
  public init(stored: Int) throws {
    guard let value = UInt64(exactly: stored) else {
      throw OutOfRange(description: "\(stored) is negative")
    }
    self = value
  }

  /// The value in columns and payloads; negative, and thus refused, if it is greater than
  /// `Int64.max`.
  public var stored: Int { Int(truncatingIfNeeded: self) }

  @_spi(Generated)
  public func stored(in storage: StoredValue.Storage) -> StoredValue? {
    Int64(exactly: self).map { .integer($0) }
  }
}
