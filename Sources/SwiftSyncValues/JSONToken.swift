public enum JSONKind: UInt8, Hashable {
  case null
  case bool
  case number
  case string
  case array
  case object

  /// As messages say it, with its article.
  public var words: String {
    switch self {
    case .null: "null"
    case .bool: "a bool"
    case .number: "a number"
    case .string: "a string"
    case .array: "a list"
    case .object: "an object"
    }
  }
}

/// A value of a payload, still as it is spelled there.
public struct JSONToken {
  public let kind: JSONKind
  /// A string's text without its quotes, a container's text with its brackets, else the spelling.
  public let slice: JSONSlice
  /// Whether a string has to be unescaped before its bytes are its text.
  public let hasEscapes: Bool
  /// Whether a number is spelled without fraction and exponent.
  public let isInteger: Bool
  /// Whether it is JSON by its syntax, but no value: a number that overflows a double, or a string with a
  /// lone surrogate. It does not fit any type (A17). Of a container this says nothing of what is in it.
  public let isInvalid: Bool

  @inlinable
  @inline(__always)
  public init(
    _ kind: JSONKind, _ slice: JSONSlice, hasEscapes: Bool = false, isInteger: Bool = false,
    isInvalid: Bool = false
  ) {
    self.kind = kind
    self.slice = slice
    self.hasEscapes = hasEscapes
    self.isInteger = isInteger
    self.isInvalid = isInvalid
  }

  /// Whether a bool is `true`.
  @inlinable
  @inline(__always)
  public var isTrue: Bool { slice[0] == UInt8(ascii: "t") }

  /// A string that a scanner has read without escapes: it stands in JSON as it is. `nil` for other values.
  @inlinable
  @inline(__always)
  public var plainText: JSONSlice? {
    kind == .string && !hasEscapes && !isInvalid ? slice : nil
  }

  /// A string's text, in `arena` if it has escapes.
  @inlinable
  @inline(__always)
  public func text(in arena: ByteArena) -> JSONSlice {
    hasEscapes ? arena.unescape(slice) : slice
  }
}

/// Why a JSON text cannot be read, and where (rule A22).
public struct JSONError: Error, Hashable {
  public enum Reason: UInt8, Hashable, Sendable {
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

  public let reason: Reason
  /// In bytes from the start of the payload.
  public let offset: Int

  package init(reason: Reason, offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  /// One phrase for diagnostics, in lower case and without a full stop.
  public var message: String {
    switch reason {
    case .unexpectedCharacter: "unexpected character in JSON"
    case .unexpectedEnd, .incomplete: "the JSON ends in the middle of a value"
    case .invalidNumber: "invalid number in JSON"
    case .numberOutOfRange: "number out of range"
    case .controlCharacter: "unescaped control character in a string"
    case .invalidEscape: "invalid escape sequence in a string"
    case .loneSurrogate: "lone surrogate in a string"
    case .invalidUTF8: "invalid UTF-8"
    case .nestedTooDeeply: "nested deeper than \(JSONScanner.depthLimit) levels"
    case .trailingText: "text after the end of the JSON"
    }
  }
}
