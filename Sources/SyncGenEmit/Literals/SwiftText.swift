import SyncGenDiagnostics

/// Values as Swift literals.
package enum SwiftText {
  /// The text in double quotation marks, on one line.
  package static func string(_ value: String) -> String {
    if value.consists(of: isPlain) { return "\"" + value + "\"" }
    var text = "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\n": text += "\\n"
      default: appendEscaped(scalar, to: &text)
      }
    }
    return text + "\""
  }

  /// The number, with digit groups if it has seven or more digits.
  package static func integer(_ value: Int64) -> String {
    let digits = String(value.magnitude)
    let sign = value < 0 ? "-" : ""
    guard digits.utf8.count >= 7 else { return sign + digits }
    let grouped = digits.reversed().enumerated().reduce(into: "") { text, item in
      if item.offset > 0, item.offset.isMultiple(of: 3) { text.append("_") }
      text.append(item.element)
    }
    return sign + String(grouped.reversed())
  }

  /// The lines of a multiline literal, without indentation.
  package static func multiline(_ value: String) -> String {
    if value.consists(of: { isPlain($0) || $0 == UInt8(ascii: "\n") }) { return value }
    var text = ""
    var quotes = 0
    for scalar in value.unicodeScalars {
      quotes = scalar == "\"" ? quotes + 1 : 0
      if quotes == 3 {
        text += "\\\""
        quotes = 0
      } else if scalar == "\n" {
        text += "\n"
      } else {
        appendEscaped(scalar, to: &text)
      }
    }
    return text
  }

  /// Whether the byte is a whole character that needs no escape.
  private static func isPlain(_ byte: UInt8) -> Bool {
    0x20..<0x7F ~= byte && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private static func appendEscaped(_ scalar: Unicode.Scalar, to text: inout String) {
    switch scalar {
    case "\\": text += "\\\\"
    case "\t": text += "\\t"
    case "\r": text += "\\r"
    case _ where scalar.isHiddenInSource:
      text += "\\u{\(String(scalar.value, radix: 16))}"
    default: text.unicodeScalars.append(scalar)
    }
  }
}
