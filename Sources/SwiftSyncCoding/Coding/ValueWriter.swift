public import SwiftSyncFoundation
import SwiftSyncValues

/// Writes the fields of a struct without a table into the text of a column, in the order of that
/// text.
///
/// Called by generated code; an app only passes it on. Nil values are left out.
@_spi(Generated)
public struct ValueWriter {
  package private(set) var text: [UInt8] = []
  /// Whether a value was written that no column can store, e.g. NaN.
  private(set) var isFailed = false
  private var isFirst = true
  /// The tag of the object, until the first key that sorts after it is written.
  private var tag: (key: StaticString, value: [UInt8])?

  package init() {}

  package mutating func append(_ value: some SyncedStruct) {
    let outer = tag
    tag = nil
    text.append(UInt8(ascii: "{"))
    isFirst = true
    value.write(to: &self)
    writeTag()
    text.append(UInt8(ascii: "}"))
    isFirst = false
    tag = outer
  }

  private mutating func writeTag() {
    guard let tag else { return }
    self.tag = nil
    beginKey(tag.key)
    text += tag.value
  }

  private mutating func begin(_ key: StaticString) {
    if let tag, Self.precedes(tag.key, key) { writeTag() }
    beginKey(key)
  }

  private static func precedes(_ left: StaticString, _ right: StaticString) -> Bool {
    left.withUTF8Buffer { left in
      right.withUTF8Buffer { left.lexicographicallyPrecedes($0) }
    }
  }

  private mutating func beginKey(_ key: StaticString) {
    if !isFirst { text.append(UInt8(ascii: ",")) }
    isFirst = false
    text.append(UInt8(ascii: "\""))
    key.withUTF8Buffer { text.append(contentsOf: $0) }
    text.append(UInt8(ascii: "\""))
    text.append(UInt8(ascii: ":"))
  }

  /// Writes the tag of a case before or between its fields.
  public mutating func setTag(_ key: StaticString, _ value: String) {
    tag = (key, ValueTagging.Tag.text(value).json)
  }

  /// Writes a tag that is an integer.
  public mutating func setTag(_ key: StaticString, integer value: Int64) {
    tag = (key, ValueTagging.Tag.integer(value).json)
  }

  /// Writes a value with a tag that no case has, as it was received.
  public mutating func setUnknown(_ key: StaticString, _ value: String, _ json: JSONValue) {
    setTag(key, value)
    set("$unknown", json)
  }

  /// Writes a value with an integer tag that no case has, as it was received.
  public mutating func setUnknown(
    _ key: StaticString, integer value: String, _ json: JSONValue
  ) {
    guard let number = Int64(value) else {
      isFailed = true
      return
    }
    setTag(key, integer: number)
    set("$unknown", json)
  }

  /// Writes text.
  public mutating func set(_ key: StaticString, _ value: String?) {
    guard let value else { return }
    begin(key)
    JSONText.append(string: value, to: &text)
  }

  /// Writes an integer.
  public mutating func set(_ key: StaticString, _ value: Int?) {
    guard let value else { return }
    begin(key)
    text.append(contentsOf: String(value).utf8)
  }

  /// Writes a boolean.
  public mutating func set(_ key: StaticString, _ value: Bool?) {
    guard let value else { return }
    begin(key)
    JSONText.append(literal: value ? "true" : "false", to: &text)
  }

  /// Writes a value of any other type.
  public mutating func set<T: SyncedValue>(_ key: StaticString, _ value: T?) {
    guard let value else { return }
    begin(key)
    guard let stored = value.stored(in: .text) else {
      isFailed = true
      return
    }
    let isWritten: Bool
    switch (T.valueType, stored) {
    case (.date, .text(let string)):
      JSONText.append(string: string, to: &text)
      return
    case (.json, .text(let json)), (.array, .text(let json)), (.dictionary, .text(let json)):
      text.append(contentsOf: json.utf8)
      return
    case (let type, let stored):
      isWritten = stored.withBound { JSONText.append($0, of: type, form: .stored, to: &text) }
    }
    if !isWritten { isFailed = true }
  }

  /// Writes a date as microseconds.
  public mutating func setInteger(_ key: StaticString, _ value: Date?) {
    guard let value else { return }
    begin(key)
    guard case .integer(let microseconds) = value.stored(in: .integer) else {
      isFailed = true
      return
    }
    text.append(contentsOf: String(microseconds).utf8)
  }

  /// Writes the currency of an amount of money.
  public mutating func setCurrency(_ key: StaticString, _ value: String?) {
    guard let value else { return }
    if !Money.isCurrency(value.utf8) { isFailed = true }
    set(key, value)
  }

  /// Writes a struct.
  public mutating func setObject<T: SyncedStruct>(_ key: StaticString, _ value: T?) {
    guard let value else { return }
    begin(key)
    append(value)
  }

  /// Writes a list of structs.
  public mutating func setList<T: SyncedStruct>(_ key: StaticString, _ values: [T]?) {
    guard let values else { return }
    begin(key)
    text.append(UInt8(ascii: "["))
    for (index, value) in values.enumerated() {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      append(value)
    }
    text.append(UInt8(ascii: "]"))
  }

  /// Writes a dictionary of structs.
  public mutating func setDictionary<T: SyncedStruct>(_ key: StaticString, _ values: [String: T]?) {
    guard let values else { return }
    begin(key)
    text.append(UInt8(ascii: "{"))
    let sorted = sortedByKey(values)
    for (index, member) in sorted.enumerated() {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      JSONText.append(string: member.key, to: &text)
      text.append(UInt8(ascii: ":"))
      append(member.value)
    }
    text.append(UInt8(ascii: "}"))
  }
}
