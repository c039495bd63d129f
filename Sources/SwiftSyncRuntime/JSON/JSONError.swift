/// Why a JSON text cannot be read, and where (rule A22).
struct JSONError: Error, Hashable {
  enum Reason: UInt8, Hashable {
    case unexpectedCharacter
    case unexpectedEnd
    /// The buffer ends inside a value and more of the text is to come; the value has to be scanned again.
    case incomplete
    case invalidNumber
    case numberOutOfRange
    case controlCharacter
    case invalidEscape
    case loneSurrogate
    case invalidUTF8
    case nestedTooDeeply
    case trailingText
  }

  let reason: Reason
  /// In bytes from the start of the payload.
  let offset: Int

  /// One phrase for diagnostics, in lower case and without a full stop.
  var message: String {
    switch reason {
    case .unexpectedCharacter: "unexpected character in JSON"
    case .unexpectedEnd, .incomplete: "the text ends in the middle of a value"
    case .invalidNumber: "a number that is not valid JSON"
    case .numberOutOfRange: "a number out of range"
    case .controlCharacter: "a control character in a string must be escaped"
    case .invalidEscape: "an invalid escape sequence"
    case .loneSurrogate: "a lone surrogate is not a character"
    case .invalidUTF8: "invalid UTF-8"
    case .nestedTooDeeply: "nested deeper than \(JSONScanner.depthLimit) levels"
    case .trailingText: "text after the end of the JSON"
    }
  }
}
