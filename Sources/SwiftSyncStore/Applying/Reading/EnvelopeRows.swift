import SwiftSyncValues

/// Distinguishes JSON:API documents from bare resource objects.
enum EnvelopeRows {
  /// The members that only resource objects have.
  private static let resourceKeys = ["type", "id", "lid", "attributes", "relationships"]

  /// Whether the payload begins like a document, by the first key of its object.
  static func isDocument(
    _ window: PayloadWindow, _ arena: ByteArena
  ) throws(PayloadFailure) -> Bool {
    try window.scan(depth: 0) { scanner throws(JSONError) in
      var ahead = scanner
      try ahead.skipByteOrderMark()
      ahead.skipWhiteSpace()
      guard try ahead.peekKind() == .object else { return false }
      try ahead.beginObject()
      guard let key = try ahead.nextKey(arena) else { return true }
      return !resourceKeys.contains { key.isSame(as: $0) }
    }
  }
}

/// Reads error objects of JSON:API.
enum ErrorObject {
  /// The detail, title, code or status of the first error of a list; `nil` for an empty list.
  static func text(of errors: JSONSlice, _ arena: ByteArena) throws(JSONError) -> String? {
    var scanner = JSONScanner(errors)
    guard try scanner.peekKind() == .array else { return "no error object" }
    try scanner.beginArray()
    guard try scanner.nextElement() else { return nil }
    guard try scanner.peekKind() == .object else { return "no error object" }
    var texts: [String: String] = [:]
    try scanner.beginObject()
    while let key = try scanner.nextKey(arena)?.string {
      let token = try scanner.readValue()
      if token.kind == .string || token.kind == .number {
        texts[key] = token.text(in: arena).string
      }
    }
    return ["detail", "title", "code", "status"].lazy.compactMap { texts[$0] }.first
      ?? "an error without a detail"
  }
}
