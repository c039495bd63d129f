import SwiftSyncFoundation
@_spi(Generated) import SwiftSyncStore
import SwiftSyncValues

/// Converts values as stored by Core Data to values of a payload.
enum CoreDataValue {
  /// The JSON value; `nil` if the stored value cannot be read as the type.
  static func json(_ value: StoredValue, as type: ValueType) -> JSONValue? {
    switch (type, value) {
    case (_, .null): .null
    case (.date, .integer(let seconds)): date(Double(seconds))
    case (.date, .real(let seconds)): date(seconds)
    case (.uuid, .blob(let bytes)), (.uuidBlob, .blob(let bytes)):
      bytes.count == 16 ? .string(text(ofUUID: bytes)) : nil
    case (.data, .blob(let bytes)): .string(Base64.text(bytes))
    case (.bool, .integer(let value)): value == 0 || value == 1 ? .bool(value == 1) : nil
    case (.int, .integer(let value)), (.integerEnum, .integer(let value)),
      (.double, .integer(let value)), (.decimal, .integer(let value)):
      .number(JSONValue.Number(value))
    case (.double, .real(let value)), (.decimal, .real(let value)):
      JSONValue.Number(value).map(JSONValue.number)
    case (.decimal, .text(let value)), (.string, .text(let value)), (.url, .text(let value)),
      (.uuid, .text(let value)), (.uuidBlob, .text(let value)), (.textEnum, .text(let value)),
      (.day, .text(let value)):
      .string(value)
    case (.array(_, let separator?), .text(let value)): list(value, by: separator)
    case (.json, .text(let value)), (.value, .text(let value)), (.array, .text(let value)),
      (.dictionary, .text(let value)):
      try? JSONValue(json: value)
    default: nil
    }
  }

  /// A list, as JSON or as the text that payloads contain.
  private static func list(_ text: String, by separator: String) -> JSONValue? {
    if case .array(let list)? = try? JSONValue(json: text) { return .array(list) }
    var text = text
    let parts = text.withUTF8 {
      SeparatedText.parts(of: JSONSlice($0), by: Array(separator.utf8)).map(\.string)
    }
    return .array(parts.map(JSONValue.string))
  }

  /// A date. Core Data counts seconds from the beginning of 2001.
  private static func date(_ seconds: Double) -> JSONValue? {
    guard case .text(let text)? = Date(timeIntervalSinceReferenceDate: seconds).stored(in: .text)
    else { return nil }
    return .string(text)
  }

  /// An identity for a row of an entity that has none, which is the same in every call: a UUID of
  /// version 8 (RFC 9562) derived from the store, the table and the row's key.
  static func uuid(ofRow key: Int64, in table: String, of storeID: String) -> String {
    let digest = SHA256.hexDigest(of: Array("\(storeID)/\(table)/\(key)".utf8))
    var digits = Array(digest.utf8.prefix(32))
    digits[12] = UInt8(ascii: "8")
    digits[16] = Array("89ab".utf8)[Int(digits[16] % 4)]
    return text(ofDigits: digits)
  }

  static func text(ofUUID bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return text(ofDigits: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }

  private static func text(ofDigits digits: [UInt8]) -> String {
    var text = ""
    for (place, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(place) { text.append("-") }
      text.unicodeScalars.append(Unicode.Scalar(digit))
    }
    return text
  }
}

/// The bytes of an attribute that allows external storage: a marker, followed by the value or the
/// name of its file.
enum ExternalBytes {
  static let fileNameLength = 36

  /// The value; `nil` if its file cannot be read.
  static func value(_ bytes: [UInt8], ofStoreAt path: String) -> [UInt8]? {
    if bytes.first == 1 { return Array(bytes.dropFirst()) }
    guard let name = fileName(in: bytes) else { return nil }
    let url = URL(fileURLWithPath: path)
    let folder = url.deletingLastPathComponent().appendingPathComponent(
      ".\(url.deletingPathExtension().lastPathComponent)_SUPPORT/_EXTERNAL_DATA")
    // A missing file is reported as an unread value.
    return (try? Data(contentsOf: folder.appendingPathComponent(name))).map { Array($0) }
  }

  private static func fileName(in bytes: [UInt8]) -> String? {
    guard bytes.first == 2, bytes.count == fileNameLength + 2, bytes.last == 0 else { return nil }
    let name = String(decoding: bytes[1...fileNameLength], as: UTF8.self)
    return UUID(uuidString: name) == nil ? nil : name
  }
}
