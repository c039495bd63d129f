/// The bytes of a file, which maps bytes to lines and columns.
struct SourceText {
  private(set) var bytes: [UInt8]
  /// The positions of question marks after closing brackets, which are now blanks in `bytes`.
  private(set) var questionMarks: Set<Position> = []
  /// The columns of combined surrogate pairs in `bytes`, by their lines, in ascending order.
  private var combinedPairs: [Int: [Int]] = [:]
  private var surrogatePasses = 0

  struct Position: Hashable {
    var line = 1
    var column = 1
  }

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The offset of the first byte that is not valid UTF-8; `nil` if there is none.
  var firstInvalidByte: Int? {
    var offset = 0
    while offset < bytes.count {
      guard bytes[offset] >= 0x80 else {
        offset += 1
        continue
      }
      guard let length = multiByteLength(at: offset) else { return offset }
      offset += length
    }
    return nil
  }

  /// The length of the well-formed sequence of two to four bytes at `offset` (RFC 3629, section 4).
  private func multiByteLength(at offset: Int) -> Int? {
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch bytes[offset] {
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: length = 4
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return nil
    }
    guard offset + length <= bytes.count, second.contains(bytes[offset + 1]) else { return nil }
    for next in bytes[(offset + 2)..<(offset + length)] where next & 0xC0 != 0x80 { return nil }
    return length
  }

  /// The position of a byte as counted by editors.
  func position(ofByte offset: Int) -> Position {
    var position = Position()
    var previous: UInt8 = 0
    for byte in bytes.prefix(offset) {
      position.advance(over: byte, after: previous)
      previous = byte
    }
    return position
  }

  /// The offset of the scalar at a position; `nil` if its line is not that long.
  private func byte(at place: Position) -> Int? {
    var position = Position()
    var previous: UInt8 = 0
    for (offset, byte) in bytes.enumerated() {
      let isContinuation = byte & 0xC0 == 0x80
      if position == place, !isContinuation { return offset }
      position.advance(over: byte, after: previous)
      previous = byte
    }
    return nil
  }

  /// Replaces a `?` after a closing bracket by a blank; returns `false` if there is none at
  /// `place`.
  mutating func blankQuestionMark(at place: Position) -> Bool {
    guard questionMarks.count < YAMLLimits.questionMarks, let offset = byte(at: place),
      offset > 0, bytes[offset] == UInt8(ascii: "?"),
      bytes[offset - 1] == UInt8(ascii: "]") || bytes[offset - 1] == UInt8(ascii: "}")
    else { return false }
    bytes[offset] = UInt8(ascii: " ")
    questionMarks.insert(place)
    return true
  }

  /// Combines the surrogate pair of escapes such as `\ud83d\ude80`, which libyaml refuses, and those
  /// after it as far as the text continues as JSON; returns `false` if there is none at `place`.
  ///
  /// - Parameter place: The position of the first digit of the pair.
  mutating func combineSurrogates(at place: Position) -> Bool {
    guard surrogatePasses < YAMLLimits.surrogatePasses, let digit = byte(at: place), digit >= 2
    else { return false }
    surrogatePasses += 1
    let found = SurrogatePairs(bytes, from: digit - 2)
    guard !found.offsets.isEmpty else { return false }
    bytes = found.bytes
    var (position, previous, rest) = (Position(), 0 as UInt8, found.offsets[...])
    for (offset, byte) in bytes.enumerated() {
      if offset == rest.first {
        combinedPairs[position.line, default: []].append(position.column)
        rest.removeFirst()
      }
      position.advance(over: byte, after: previous)
      previous = byte
      if rest.isEmpty { break }
    }
    return true
  }

  /// The position in the file for a position in `bytes`.
  func original(_ position: Position) -> Position {
    guard let columns = combinedPairs[position.line] else { return position }
    var (low, high) = (0, columns.count)
    while low < high {
      let middle = (low + high) / 2
      if columns[middle] < position.column { low = middle + 1 } else { high = middle }
    }
    return Position(
      line: position.line, column: position.column + low * SurrogatePairs.savedColumns)
  }

  /// The characters of a line as they are in the file, with the question marks.
  func characters(ofLine number: Int) -> [Unicode.Scalar] {
    var characters = Array(line(number).unicodeScalars)
    for place in questionMarks where place.line == number && place.column <= characters.count {
      characters[place.column - 1] = "?"
    }
    return characters
  }

  /// The text of a line, counted from 1, without its end.
  func line(_ number: Int) -> Substring {
    let lines = String(decoding: bytes, as: UTF8.self).split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return lines.indices.contains(number - 1) ? lines[number - 1] : ""
  }
}

extension SourceText.Position {
  /// Advances over a byte. CR, LF and CR LF end a line; continuation bytes do not move the
  /// position.
  fileprivate mutating func advance(over byte: UInt8, after previous: UInt8) {
    if byte == 0x0D || byte == 0x0A {
      line += byte == 0x0A && previous == 0x0D ? 0 : 1
      column = 1
    } else if byte & 0xC0 != 0x80 {
      column += 1
    }
  }
}
