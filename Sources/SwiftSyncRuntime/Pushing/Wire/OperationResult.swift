/// What an answer says of one row: a result of the protocol `operations`, or an error of `batch`.
struct OperationResult {
  private(set) var status = ""
  private(set) var type = ""
  private(set) var id = ""
  private(set) var code = ""
  private(set) var message = ""
  /// Stands before the server's row.
  private(set) var row: JSONScanner?

  init(_ scanner: inout JSONScanner, _ arena: ByteArena) throws(JSONError) {
    guard try scanner.peekKind() == .object else {
      _ = try scanner.skipValue()
      return
    }
    try scanner.beginObject()
    while let key = try scanner.nextKey(arena)?.string {
      if key == "data", try scanner.peekKind() == .object {
        row = scanner
        _ = try scanner.skipValue()
      } else {
        let text = try scanner.readValue().text(in: arena).string
        set(key, text)
      }
    }
  }

  private mutating func set(_ key: String, _ text: String) {
    switch key {
    case "status": status = text
    case "type": type = text
    case "id": id = text
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
