enum JSONKind: UInt8, Hashable {
  case null
  case bool
  case number
  case string
  case array
  case object

  /// As messages say it, with its article.
  var words: String {
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
struct JSONToken {
  let kind: JSONKind
  /// A string's text without its quotes, a container's text with its brackets, else the spelling.
  let slice: JSONSlice
  /// Whether a string has to be unescaped before its bytes are its text.
  let hasEscapes: Bool
  /// Whether a number is spelled without fraction and exponent.
  let isInteger: Bool
  /// Whether it is JSON by its syntax, but no value: a number that overflows a double, or a string with a
  /// lone surrogate. It does not fit any type (A17). Of a container this says nothing of what is in it.
  let isInvalid: Bool

  @inline(__always)
  init(
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
  @inline(__always)
  var isTrue: Bool { slice[0] == UInt8(ascii: "t") }

  /// A string's text, in `arena` if it has escapes.
  @inline(__always)
  func text(in arena: ByteArena) -> JSONSlice {
    hasEscapes ? arena.unescape(slice) : slice
  }
}
