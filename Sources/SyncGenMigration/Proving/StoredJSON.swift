import SwiftSyncValues

/// A parsed stored JSON text, with the bytes of everything in it.
indirect enum StoredJSON: Equatable {
  /// A string, a number, a boolean or null, as spelled.
  case scalar(String)
  case list([StoredJSON])
  /// The members in order, with keys as spelled but without quotation marks.
  case object([Member])

  struct Member: Equatable {
    let key: String
    let value: StoredJSON
  }

  /// Returns `nil` if the text is not JSON.
  init?(_ text: String) {
    var bytes = Array(text.utf8)
    let value = bytes.withUnsafeMutableBufferPointer { buffer -> StoredJSON? in
      var scanner = JSONScanner(UnsafeBufferPointer(buffer))
      do {
        return try Self.read(&scanner)
      } catch {
        return nil
      }
    }
    guard let value else { return nil }
    self = value
  }

  private static func read(_ scanner: inout JSONScanner) throws(JSONError) -> StoredJSON {
    switch try scanner.peekKind() {
    case .object:
      var members: [Member] = []
      try scanner.beginObject()
      while let key = try scanner.nextKeyToken() {
        members.append(Member(key: key.slice.string, value: try read(&scanner)))
      }
      return .object(members)
    case .array:
      var elements: [StoredJSON] = []
      try scanner.beginArray()
      while try scanner.nextElement() { elements.append(try read(&scanner)) }
      return .list(elements)
    case .null, .bool, .number, .string: return .scalar(try scanner.skipValue().string)
    }
  }

  /// The text on one line, truncated to a number of characters.
  var shortText: String {
    let text = self.text
    return text.count > 60 ? text.prefix(59) + "…" : text
  }

  var text: String {
    switch self {
    case .scalar(let text): text
    case .list(let elements): "[" + elements.map(\.text).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { "\"\($0.key)\":\($0.value.text)" }.joined(separator: ",") + "}"
    }
  }
}
