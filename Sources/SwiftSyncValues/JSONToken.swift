public enum JSONKind: UInt8, Hashable {
  case null
  case bool
  case number
  case string
  case array
  case object

  /// The name in messages, with its article.
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

/// A value of a payload, as spelled there.
public struct JSONToken {
  public let kind: JSONKind
  /// The text of a string without its quotes, the text of a container with its brackets, otherwise
  /// the spelling.
  public let slice: JSONSlice
  /// Whether a string must be unescaped before its bytes are its text.
  public let hasEscapes: Bool
  /// Whether a number is spelled without a fraction and an exponent.
  public let isInteger: Bool
  /// Whether it is valid JSON syntax without a valid value: a number that overflows a double, or a
  /// string with a lone surrogate. It does not fit any type (A17). For a container, this says
  /// nothing about its content.
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

  /// Whether a boolean is `true`.
  @inlinable
  @inline(__always)
  public var isTrue: Bool { slice[0] == UInt8(ascii: "t") }

  /// A string that a scanner has read and that has no escapes, so that it can be copied to JSON
  /// unchanged; `nil` for other values.
  @inlinable
  @inline(__always)
  public var plainText: JSONSlice? {
    kind == .string && !hasEscapes && !isInvalid ? slice : nil
  }

  /// The text of a string, in `arena` if it has escapes.
  @inlinable
  @inline(__always)
  public func text(in arena: ByteArena) -> JSONSlice {
    hasEscapes ? arena.unescape(slice) : slice
  }
}

/// The reason and place of an error in a JSON text (rule A22).
public struct JSONError: Error, Hashable {
  public enum Reason: UInt8, Hashable, Sendable {
    case unexpectedCharacter
    case unexpectedEnd
    /// The buffer ends inside a value and more of the text is to come; the value must be scanned
    /// again.
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
  /// The offset in bytes from the start of the payload.
  public let offset: Int

  package init(reason: Reason, offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  /// A phrase for diagnostics, in lower case and without a full stop.
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
