@_spi(Generated) import SwiftSyncStore
import SwiftSyncValues

extension ExportOutput {
  /// Appends an ASCII literal.
  @inline(__always)
  func append(literal: StaticString) {
    append(JSONSlice(literal.utf8Start, literal.utf8CodeUnitCount))
  }

  /// Appends an integer in decimal.
  @inline(__always)
  func append(integer: Int64) {
    // 19 digits and a sign.
    let target = reserve(20)
    var rest = integer.magnitude
    var length = 1
    var power: UInt64 = 10
    while length < 19, rest >= power {
      length += 1
      power &*= 10
    }
    let sign = integer < 0 ? 1 : 0
    target[0] = UInt8(ascii: "-")
    var place = length + sign
    while place > sign {
      place &-= 1
      target[place] = UInt8(truncatingIfNeeded: rest % 10) &+ UInt8(ascii: "0")
      rest /= 10
    }
    advance(length + sign)
  }

  /// Appends the shortest spelling that preserves the number; returns `false` for infinities and
  /// NaN.
  func append(double: Double) -> Bool {
    guard double.isFinite else { return false }
    let isNegativeZero = double == 0 && double.sign == .minus
    if !isNegativeZero, let whole = Int64(exactly: double), whole.magnitude < 1 << 53 {
      append(integer: whole)
      return true
    }
    var spelled = double.description
    spelled.withUTF8 { append(JSONSlice($0)) }
    return true
  }

  /// Appends a quoted string and escapes the characters that RFC 8259 requires; returns `false` if
  /// the text is not valid UTF-8.
  @inline(__always)
  func append(string text: JSONSlice) -> Bool {
    let target = reserve(text.count + 2)
    target[0] = UInt8(ascii: "\"")
    let plain = Self.copyPlain(text, to: target + 1)
    advance(plain + 1)
    guard plain < text.count else {
      append(UInt8(ascii: "\""))
      return true
    }
    return appendRest(of: text, from: plain)
  }

  /// Copies the leading ASCII characters that need no escapes, and returns their number.
  @inline(__always)
  private static func copyPlain(
    _ text: JSONSlice, to target: UnsafeMutablePointer<UInt8>
  ) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let source = UnsafeRawPointer(text.start)
    let raw = UnsafeMutableRawPointer(target)
    var index = 0
    while index &+ 8 <= text.count {
      let word = source.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      let quotes = (word ^ ones &* 0x22) &- ones & ~(word ^ ones &* 0x22)
      let backslashes = (word ^ ones &* 0x5C) &- ones & ~(word ^ ones &* 0x5C)
      let controls = word &- ones &* 0x20 & ~word
      // A borrow may mark a byte too many; the loop below checks each byte.
      if (quotes | backslashes | controls | word) & (ones &* 0x80) != 0 { break }
      raw.storeBytes(of: word, toByteOffset: index, as: UInt64.self)
      index &+= 8
    }
    while index < text.count {
      let byte = text[index]
      if byte < 0x20 || byte >= 0x80 || byte == 0x22 || byte == 0x5C { break }
      target[index] = byte
      index &+= 1
    }
    return index
  }

  /// Appends the rest of a string with escapes or non-ASCII characters.
  private func appendRest(of text: JSONSlice, from first: Int) -> Bool {
    guard text.isUTF8 else { return false }
    // No byte needs more space than `\u001f`.
    let target = reserve((text.count - first) * 6 + 1)
    var written = 0
    for index in first..<text.count {
      let byte = text[index]
      if byte >= 0x20, byte != 0x22, byte != 0x5C {
        target[written] = byte
        written &+= 1
      } else {
        written += Self.escape(byte, to: target + written)
      }
    }
    target[written] = UInt8(ascii: "\"")
    advance(written + 1)
    return true
  }

  private static func escape(_ byte: UInt8, to target: UnsafeMutablePointer<UInt8>) -> Int {
    target[0] = UInt8(ascii: "\\")
    let short: UInt8
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): short = byte
    case 0x08: short = UInt8(ascii: "b")
    case 0x09: short = UInt8(ascii: "t")
    case 0x0A: short = UInt8(ascii: "n")
    case 0x0C: short = UInt8(ascii: "f")
    case 0x0D: short = UInt8(ascii: "r")
    default:
      let digit = byte & 0xF
      target[1] = UInt8(ascii: "u")
      target[2] = UInt8(ascii: "0")
      target[3] = UInt8(ascii: "0")
      target[4] = UInt8(ascii: "0") + byte >> 4
      target[5] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit
      return 6
    }
    target[1] = short
    return 2
  }
}

extension JSONSlice {
  /// Whether the bytes are valid UTF-8, which SQLite does not check.
  fileprivate var isUTF8: Bool {
    if bytes.allSatisfy({ $0 < 0x80 }) { return true }
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue: continue
      case .emptyInput: return true
      case .error: return false
      }
    }
  }
}

extension ExportOutput {
  /// Appends a stored date as ISO 8601; returns `false` if the text is not a date.
  ///
  /// The stored form only has to be shortened: no fraction if it is zero, otherwise three digits,
  /// or six if needed.
  @inline(__always)
  func append(isoDate text: JSONSlice) -> Bool {
    guard DateText.isCanonical(text), text[19] == UInt8(ascii: "."),
      DateText.microseconds(text) != nil
    else { return false }
    let zero = UInt8(ascii: "0")
    var length = 26
    if text[25] == zero, text[24] == zero, text[23] == zero {
      length = text[22] == zero && text[21] == zero && text[20] == zero ? 19 : 23
    }
    let target = reserve(30)
    target[0] = UInt8(ascii: "\"")
    (target + 1).update(from: text.start, count: length)
    target[length + 1] = UInt8(ascii: "Z")
    target[length + 2] = UInt8(ascii: "\"")
    advance(length + 3)
    return true
  }

  /// Appends the id of a row of a type that the schema does not have, as text; returns `false` if
  /// it is not an id.
  func append(unknownID id: BoundValue, _ column: Int, of entity: EntityPlan) -> Bool {
    guard entity.holdsTargetID(column), id.kind == .text || id.kind == .blob else { return false }
    return append(string: id.slice)
  }

  /// Appends a value in the payload form of its type; returns `false` if the type has no such
  /// value.
  func append(
    rarer value: BoundValue, of type: ValueType, _ options: ExportOptions?
  ) -> Bool {
    var text: [UInt8] = []
    let form = JSONText.Form.export(dates: options?.dates?.remote, keys: options?.keys?.spelling)
    guard JSONText.append(value, of: type, form: form, to: &text) else {
      return false
    }
    text.withUnsafeBufferPointer { append(JSONSlice($0)) }
    return true
  }
}
