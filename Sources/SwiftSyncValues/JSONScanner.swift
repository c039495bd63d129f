/// Reads a JSON text in place: values are slices of it, and nothing is allocated.
///
/// It checks all of RFC 8259 and rule A22 for everything that it passes, including skipped values:
/// UTF-8, escapes, control characters and depth. Lone surrogates and numbers that overflow a double
/// are marked in their token, since they do no harm where they are not read; with `refusesInvalid`,
/// they are errors.
public struct JSONScanner {
  @inlinable
  public static var depthLimit: Int { 512 }

  public let start: UnsafePointer<UInt8>
  public let count: Int
  /// The offset of the buffer's first byte in the payload.
  public let baseOffset: Int
  /// Whether the payload ends with the buffer.
  public let isFinal: Bool
  /// Whether values that fit no type are errors, for JSON that is read as a whole rather than row
  /// by row.
  public let refusesInvalid: Bool
  /// The index of the next byte in the buffer.
  public var position = 0
  /// The number of open containers.
  public var depth = 0
  /// Whether a container was opened and nothing in it has been read yet.
  @usableFromInline var isAtFirst = false

  /// Creates a scanner. The bytes must outlive it and all slices that it returns.
  public init(
    _ bytes: UnsafeBufferPointer<UInt8>, baseOffset: Int = 0, isFinal: Bool = true,
    refusesInvalid: Bool = false
  ) {
    start = bytes.baseAddress ?? JSONSlice.empty.start
    count = bytes.count
    self.baseOffset = baseOffset
    self.isFinal = isFinal
    self.refusesInvalid = refusesInvalid
  }

  public init(_ slice: JSONSlice, refusesInvalid: Bool = false) {
    self.init(slice.bytes, refusesInvalid: refusesInvalid)
  }

  /// Returns the kind of the next value without consuming it.
  @inlinable
  @inline(__always)
  public mutating func peekKind() throws(JSONError) -> JSONKind {
    skipWhiteSpace()
    guard position < count else { throw atEnd() }
    switch start[position] {
    case UInt8(ascii: "\""): return .string
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number
    case UInt8(ascii: "{"): return .object
    case UInt8(ascii: "["): return .array
    case UInt8(ascii: "n"): return .null
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool
    default: throw failure(.unexpectedCharacter)
    }
  }

  /// Reads the whole next value. The token of a container contains its text.
  @inlinable
  @inline(__always)
  public mutating func readValue() throws(JSONError) -> JSONToken {
    switch try peekKind() {
    case .string: return try readString()
    case .number: return try readNumber()
    case .null: return try readLiteral(.null, "null")
    case .bool: return try readBool()
    case .array: return JSONToken(.array, try skipContainer())
    case .object: return JSONToken(.object, try skipContainer())
    }
  }

  /// Reads the next value. A container is not consumed, and its token is empty.
  @inlinable
  @inline(__always)
  public mutating func readToken() throws(JSONError) -> JSONToken {
    switch try peekKind() {
    case .string: return try readString()
    case .number: return try readNumber()
    case .null: return try readLiteral(.null, "null")
    case .bool: return try readBool()
    case .array: return JSONToken(.array, JSONSlice(start + position, 0))
    case .object: return JSONToken(.object, JSONSlice(start + position, 0))
    }
  }

  /// Checks and skips the next value, and returns its text; a string's text includes its quotes.
  public mutating func skipValue() throws(JSONError) -> JSONSlice {
    skipWhiteSpace()
    let begin = position
    _ = try readValue()
    return JSONSlice(start + begin, position - begin)
  }

  @inlinable
  @inline(__always)
  public mutating func beginObject() throws(JSONError) { try begin(UInt8(ascii: "{")) }

  @inlinable
  @inline(__always)
  public mutating func beginArray() throws(JSONError) { try begin(UInt8(ascii: "[")) }

  /// Reads the next key of the object and its colon; returns `nil` when the object ends.
  ///
  /// A key with escapes is unescaped into `arena`.
  @inlinable
  @inline(__always)
  public mutating func nextKey(_ arena: ByteArena) throws(JSONError) -> JSONSlice? {
    guard let token = try nextKeyToken() else { return nil }
    return token.text(in: arena)
  }

  /// Reads the next key of the object, as spelled.
  @inlinable
  @inline(__always)
  public mutating func nextKeyToken() throws(JSONError) -> JSONToken? {
    guard try advance(closing: UInt8(ascii: "}")) else { return nil }
    skipWhiteSpace()
    guard position < count else { throw atEnd() }
    guard start[position] == UInt8(ascii: "\"") else { throw failure(.unexpectedCharacter) }
    let key = try readString()
    skipWhiteSpace()
    guard position < count else { throw atEnd() }
    guard start[position] == UInt8(ascii: ":") else { throw failure(.unexpectedCharacter) }
    position &+= 1
    return key
  }

  /// Returns whether another element of the array follows; if not, the array is consumed.
  @inlinable
  @inline(__always)
  public mutating func nextElement() throws(JSONError) -> Bool {
    try advance(closing: UInt8(ascii: "]"))
  }

  /// Checks that only white space follows.
  public mutating func finish() throws(JSONError) {
    skipWhiteSpace()
    guard position == count else { throw failure(.trailingText) }
  }

  @inlinable
  @inline(__always)
  public mutating func skipWhiteSpace() {
    while position < count {
      let byte = start[position]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
      position &+= 1
    }
  }

  @inlinable
  @inline(__always)
  mutating func begin(_ bracket: UInt8) throws(JSONError) {
    skipWhiteSpace()
    guard position < count else { throw atEnd() }
    guard start[position] == bracket else { throw failure(.unexpectedCharacter) }
    guard depth < Self.depthLimit else { throw failure(.nestedTooDeeply) }
    position &+= 1
    depth &+= 1
    isAtFirst = true
  }

  @inlinable
  @inline(__always)
  mutating func advance(closing bracket: UInt8) throws(JSONError) -> Bool {
    skipWhiteSpace()
    guard position < count else { throw atEnd() }
    let byte = start[position]
    if byte == bracket {
      position &+= 1
      depth &-= 1
      isAtFirst = false
      return false
    }
    if isAtFirst {
      isAtFirst = false
      return true
    }
    guard byte == UInt8(ascii: ",") else { throw failure(.unexpectedCharacter) }
    position &+= 1
    return true
  }

  /// Skips the next container, without recursion, so that depth needs no stack.
  @usableFromInline
  mutating func skipContainer() throws(JSONError) -> JSONSlice {
    let first = position
    let outside = depth
    var levels = ContainerLevels()
    try enter(&levels)
    while depth > outside {
      let isObject = levels.isObject(at: depth)
      guard isObject ? try nextKeyToken() != nil : try nextElement() else { continue }
      switch try peekKind() {
      case .array, .object: try enter(&levels)
      default: _ = try readToken()
      }
    }
    return JSONSlice(start + first, position - first)
  }

  private mutating func enter(_ levels: inout ContainerLevels) throws(JSONError) {
    let isObject = start[position] == UInt8(ascii: "{")
    try begin(start[position])
    levels.set(depth, isObject: isObject)
  }

  @usableFromInline
  mutating func readBool() throws(JSONError) -> JSONToken {
    start[position] == UInt8(ascii: "t")
      ? try readLiteral(.bool, "true") : try readLiteral(.bool, "false")
  }

  @usableFromInline
  mutating func readLiteral(
    _ kind: JSONKind, _ literal: StaticString
  ) throws(JSONError) -> JSONToken {
    let first = position
    for index in 0..<literal.utf8CodeUnitCount {
      guard position < count else { throw atEnd() }
      guard start[position] == literal.utf8Start[index] else {
        throw failure(.unexpectedCharacter)
      }
      position &+= 1
    }
    return JSONToken(kind, JSONSlice(start + first, position - first))
  }

  /// Returns the error at the next byte.
  public func failure(_ reason: JSONError.Reason) -> JSONError {
    JSONError(reason: reason, offset: baseOffset + position)
  }

  /// Returns the error at the end of the buffer.
  public func atEnd() -> JSONError {
    JSONError(reason: isFinal ? .unexpectedEnd : .incomplete, offset: baseOffset + count)
  }
}

/// One bit for each level of nesting.
private struct ContainerLevels {
  private var words = SIMD8<UInt64>.zero

  func isObject(at depth: Int) -> Bool {
    words[(depth - 1) >> 6] & (1 << UInt64((depth - 1) & 63)) != 0
  }

  mutating func set(_ depth: Int, isObject: Bool) {
    let bit: UInt64 = 1 << UInt64((depth - 1) & 63)
    let word = (depth - 1) >> 6
    words[word] = isObject ? words[word] | bit : words[word] & ~bit
  }
}
