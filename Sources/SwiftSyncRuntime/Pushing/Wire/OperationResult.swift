/// What a response says of one row: a result of the protocol `operations`, or an error of `batch`.
struct OperationResult {
  private(set) var status = ""
  /// The entity's name; empty if it is left out.
  private(set) var type = ""
  /// `nil` if it is left out.
  private(set) var id: JSONToken?
  private(set) var code = ""
  private(set) var message = ""
  /// Stands before the server's row.
  private(set) var row: JSONScanner?

  /// - Parameter scanner: Stands before an object.
  init(_ scanner: inout JSONScanner, _ arena: ByteArena) throws(JSONError) {
    try scanner.beginObject()
    while let key = try scanner.nextKey(arena)?.string {
      if key == "data", try scanner.peekKind() == .object {
        row = scanner
        _ = try scanner.skipValue()
      } else {
        set(key, try scanner.readValue(), arena)
      }
    }
  }

  private mutating func set(_ key: String, _ token: JSONToken, _ arena: ByteArena) {
    if key == "id" {
      id = token
      return
    }
    guard token.kind != .null else { return }
    let text = token.text(in: arena).string
    switch key {
    case "status": status = text
    case "type": type = text
    case "code": code = text
    case "message": message = text
    default: return
    }
  }

  /// Why a row was not taken, in the server's words.
  var reason: String {
    switch (code.isEmpty, message.isEmpty) {
    case (true, true): "rejected without a reason"
    case (false, true): code
    case (true, false): message
    case (false, false): "\(code): \(message)"
    }
  }
}
