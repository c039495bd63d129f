import Foundation

/// A value of a row as the model of version histories knows it, independent of its column.
indirect enum HistoryValue: Hashable {
  case null
  case int(Int)
  case text(String)
  case bool(Bool)
  /// A case of the enum, by its key.
  case mood(Int)
  case list([String])
  /// A value of the value type: its fields by their keys; fields without a value are missing.
  case address([Int: HistoryValue])

  /// The value as text in JSON, for values in columns with JSON.
  static func json(_ object: Any) -> String {
    let data = try? JSONSerialization.data(
      withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
    return String(decoding: data ?? Data(), as: UTF8.self)
  }

  /// The text of a JSON column in a form that is equal for equal values: keys in order, and no null.
  static func canonical(_ text: String) -> String {
    guard let value = try? JSONSerialization.jsonObject(with: Data(text.utf8)) else { return text }
    guard let object = value as? [String: Any] else { return json(value) }
    return json(object.filter { !($0.value is NSNull) })
  }
}

/// An expression of `backfill`: its SQL, and what it computes from a row of the former version.
struct HistoryExpression {
  let sql: String
  let value: (HistoryRow) -> HistoryValue
}

/// A row: its identity, the values of its attributes by their keys, and the identity of the row that
/// it refers to.
struct HistoryRow: Hashable {
  var id: Int
  var values: [Int: HistoryValue]
  var peer: Int?
}
