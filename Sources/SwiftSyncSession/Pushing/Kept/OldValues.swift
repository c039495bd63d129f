import SwiftSyncFoundation
@_spi(Generated) import SwiftSyncStore
import SwiftSyncValues

/// The values of members before an edit, as the triggers record them in the queue: the members of a
/// JSON object, each after a comma. If a name occurs several times, the first one counts, since it
/// was recorded first.
struct OldValues {
  /// A value of a column, or an id of a list.
  enum Value {
    case whole(StoredValue)
    /// The beginning of a long string, or of bytes, with the length of the whole in characters or
    /// bytes.
    case beginning(StoredValue, length: Int)
  }

  /// The number of ids from which a list is not recorded as a whole.
  static let listLimit = 100

  private let members: [String: [Value]]

  init(_ text: String) {
    guard !text.isEmpty else {
      members = [:]
      return
    }
    var json = "{\(text.dropFirst())}"
    members = json.withUTF8 { bytes in JSONValue.accept { try Self.members(of: bytes) } } ?? [:]
  }

  subscript(name: String) -> [Value]? { members[name] }

  private static func members(
    of json: UnsafeBufferPointer<UInt8>
  ) throws(JSONError) -> [String: [Value]] {
    let arena = ByteArena()
    var scanner = JSONScanner(json)
    var members: [String: [Value]] = [:]
    try scanner.beginObject()
    while let key = try scanner.nextKey(arena)?.string {
      var values: [Value] = []
      try scanner.beginArray()
      while try scanner.nextElement() {
        let literal = try scanner.readValue().text(in: arena).string
        if let value = Value(literal) { values.append(value) }
      }
      if members[key] == nil { members[key] = values }
    }
    return members
  }
}

extension OldValues.Value {
  /// Reads a literal as SQLite's `quote` writes it, possibly after the length of the whole value.
  ///
  /// - Returns: `nil` if it has another form.
  fileprivate init?(_ literal: String) {
    let length = literal.prefix { $0.isASCII && $0.isNumber }
    let rest = literal.dropFirst(length.count)
    if let length = Int(length), rest.hasPrefix("'") || rest.hasPrefix("X'") {
      guard let value = StoredValue(literal: rest) else { return nil }
      self = .beginning(value, length: length)
    } else {
      guard let value = StoredValue(literal: literal[...]) else { return nil }
      self = .whole(value)
    }
  }

  /// Whether it is, or begins, a value.
  func matches(_ value: StoredValue, _ isSame: (StoredValue, StoredValue) -> Bool) -> Bool {
    switch (self, value) {
    case (.whole(let old), _): isSame(old, value)
    case (.beginning(.text(let start), let length), .text(let text)):
      text.unicodeScalars.count == length
        && text.unicodeScalars.starts(with: start.unicodeScalars)
    case (.beginning(.blob(let start), let length), .blob(let bytes)):
      bytes.count == length && bytes.starts(with: start)
    case (.beginning, _): false
    }
  }
}

extension StoredValue {
  /// Reads a literal as SQLite's `quote` writes it.
  fileprivate init?(literal: Substring) {
    if literal == "NULL" {
      self = .null
    } else if literal.hasPrefix("'"), literal.hasSuffix("'"), literal.utf8.count > 1 {
      self = .text(String(literal.dropFirst().dropLast()).replacing("''", with: "'"))
    } else if literal.hasPrefix("X'"), literal.hasSuffix("'") {
      guard let bytes = Self.bytes(ofHex: literal.utf8.dropFirst(2).dropLast()) else { return nil }
      self = .blob(bytes)
    } else if let integer = Int64(literal) {
      self = .integer(integer)
    } else if let real = Double(literal) {
      self = .real(real)
    } else {
      return nil
    }
  }

  private static func bytes(ofHex digits: Substring.UTF8View.SubSequence) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    var high: UInt8?
    for digit in digits {
      guard let value = Character(UnicodeScalar(digit)).hexDigitValue else { return nil }
      if let first = high {
        bytes.append(first << 4 | UInt8(value))
        high = nil
      } else {
        high = UInt8(value)
      }
    }
    return bytes
  }
}
