import SyncGenSchema

/// SQL that makes one stored form of a date or a UUID of another.
///
/// It needs nothing that SQLite 3.39 does not have: `unhex` and `floor` came later, or are not always there.
enum StoredFormSQL {
  /// The value as text, whatever form the column has.
  static func text(_ column: String, of type: StoredType) -> String {
    switch (type.type, type.storage) {
    case (.scalar(.date), .integer): text(ofMicroseconds: column)
    case (.scalar(.date), .seconds), (.scalar(.date), .referenceDate):
      text(ofMicroseconds: "(\(microseconds(column, in: type.storage)))")
    case (.scalar(.uuid), .blob): text(ofUUID: column)
    default: column
    }
  }

  // MARK: Dates

  static func date(
    _ column: String, from old: ValueStorage, to new: ValueStorage
  ) -> ValueConversion {
    if old == new { return .none }
    let microseconds = microseconds(column, in: old)
    switch new {
    case .text, .blob: return .sql(text(column, of: .date(in: old)), isLossy: false)
    case .integer: return .sql(microseconds, isLossy: false)
    case .referenceDate:
      // The last microseconds of the year 9999 would become the next year.
      let seconds = "(\(microseconds) - 978307200000000) / 1000000.0"
      return .sql("min(\(seconds), 252423993599.99997)", isLossy: false)
    case .seconds:
      // Fractions are lost.
      return old == .text
        ? .sql("CAST(strftime('%s', substr(\(column), 1, 19)) AS INTEGER)", isLossy: true)
        : .sql(wholeSeconds(of: "(\(microseconds))"), isLossy: true)
    }
  }

  private static func microseconds(_ column: String, in form: ValueStorage) -> String {
    // Other programs may store fractions in a column of integers.
    let fromSeconds =
      "CAST(\(column) AS INTEGER) * 1000000"
      + " + CAST(round((\(column) - CAST(\(column) AS INTEGER)) * 1000000) AS INTEGER)"
    return switch form {
    case .text, .blob:
      "CAST(strftime('%s', substr(\(column), 1, 19)) AS INTEGER) * 1000000"
        + " + CAST(substr(\(column), 21, 6) AS INTEGER)"
    case .integer: column
    case .seconds: fromSeconds
    case .referenceDate: "978307200000000 + \(fromSeconds)"
    }
  }

  private static func text(ofMicroseconds column: String) -> String {
    let fraction = fraction(of: column)
    return "strftime('%Y-%m-%dT%H:%M:%S', (\(column) - \(fraction)) / 1000000, 'unixepoch')"
      + " || printf('.%06dZ', \(fraction))"
  }

  private static func wholeSeconds(of microseconds: String) -> String {
    "(\(microseconds) - \(fraction(of: microseconds))) / 1000000"
  }

  private static func fraction(of microseconds: String) -> String {
    "((\(microseconds) % 1000000 + 1000000) % 1000000)"
  }

  // MARK: UUIDs

  private static func text(ofUUID column: String) -> String {
    let groups = [(1, 8), (9, 4), (13, 4), (17, 4), (21, 12)].map { start, length in
      "substr(hex(\(column)), \(start), \(length))"
    }
    let text = "lower(\(groups.joined(separator: " || '-' || ")))"
    return "CASE WHEN \(column) IS NOT NULL THEN \(text) END"
  }

  /// The bytes of a string, each a part of the blob of all bytes.
  ///
  /// What `||` joins keeps its bytes, and is cut to an even number of them where the database's
  /// text is UTF-16. So bytes are joined in pairs.
  static func bytes(ofUUID text: String) -> String {
    let bytes = (0..<16).map { byte in
      let place = { (digit: Int) in "instr(digits, substr(uuid, \(2 * byte + digit), 1))" }
      return "substr(bytes, 16 * \(place(1)) + \(place(2)) - 16, 1)"
    }
    let pairs = stride(from: 0, to: 16, by: 2).map { "(\(bytes[$0]) || \(bytes[$0 + 1]))" }
    let all = (0..<256).map { hexadecimal($0) }.joined()
    return "(SELECT CAST(\(pairs.joined(separator: " || ")) AS BLOB) FROM "
      + "(SELECT replace(\(text), '-', '') AS uuid, '0123456789abcdef' AS digits, x'\(all)' AS bytes))"
  }

  private static func hexadecimal(_ byte: Int) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }
}

extension StoredType {
  fileprivate static func date(in storage: ValueStorage) -> StoredType {
    StoredType(type: .scalar(.date), storage: storage)
  }
}
