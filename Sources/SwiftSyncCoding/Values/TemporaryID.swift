public import SwiftSyncFoundation
import SwiftSyncValues

/// Temporary ids of rows that were created on the device and not yet confirmed by the server
/// (`default: temporary`).
///
/// They differ in form from the server's ids. The server's response to the creation replaces them.
public enum TemporaryID {
  /// The prefix of temporary ids that are strings.
  package static let prefix = "tmp-"
  /// The key under which rows of a response contain the temporary id that was sent.
  package static let echoKey = "temporary_id"
  /// The largest absolute value that a JSON number preserves exactly everywhere.
  private static let limit = 9_007_199_254_740_991

  /// Returns a random negative number that JSON can represent exactly.
  public static func int() -> Int {
    -Int.random(in: 1...limit)
  }

  /// Returns a string that begins with `tmp-`, followed by 32 random hexadecimal digits.
  public static func string() -> String {
    let digits = UUID().uuidString.lowercased().filter { $0 != "-" }
    return prefix + digits
  }

  /// Returns a random UUID of version 8 (RFC 9562, section 5.8).
  public static func uuid() -> UUID {
    var bytes = UUID().uuid
    bytes.6 = bytes.6 & 0x0F | 0x80
    return UUID(uuid: bytes)
  }

  /// Whether an id has the form of a temporary id.
  public static func isTemporary(_ id: Int) -> Bool { id < 0 }

  /// Whether an id has the form of a temporary id.
  public static func isTemporary(_ id: String) -> Bool { id.utf8.starts(with: prefix.utf8) }

  /// Whether an id has the form of a temporary id.
  public static func isTemporary(_ id: UUID) -> Bool { id.uuid.6 >> 4 == 8 }
}

extension TemporaryID {
  /// Whether a stored value of a type has the form of a temporary id.
  package static func isTemporary(_ value: StoredValue, of type: ValueType) -> Bool {
    switch (value, type) {
    case (.integer(let id), _): id < 0
    case (.text(let id), .uuid): id.utf8.dropFirst(14).first == UInt8(ascii: "8")
    case (.text(let id), _): isTemporary(id)
    default: false
    }
  }
}
