import SwiftSyncValues

/// Reads JSON into the shape of its place, one value after another and without a tree.
struct ShapeScanner {
  private let arena = ByteArena()

  /// Adds all values of a text: one, or one for each line.
  ///
  /// - Returns: How many values there are.
  func add(_ bytes: UnsafeBufferPointer<UInt8>, to shape: Shape) throws(JSONError) -> Int {
    var scanner = JSONScanner(bytes)
    var count = 0
    scanner.skipWhiteSpace()
    while scanner.position < bytes.count {
      try add(&scanner, to: shape)
      count += 1
      scanner.skipWhiteSpace()
    }
    return count
  }

  /// Recursive: the scanner's limit of depth bounds it.
  private func add(_ scanner: inout JSONScanner, to shape: Shape) throws(JSONError) {
    let token = try scanner.readToken()
    switch token.kind {
    case .null: shape.nulls += 1
    case .bool: shape.bools += 1
    case .number: shape.numbers.add(token)
    case .string:
      shape.texts.add(token.text(in: arena))
      if token.hasEscapes { arena.reset() }
    case .object:
      shape.objects += 1
      try scanner.beginObject()
      var position = 0
      while let key = try scanner.nextKey(arena) {
        try add(&scanner, to: shape.shape(under: key, hint: position))
        position += 1
      }
    case .array:
      shape.arrays += 1
      try scanner.beginArray()
      while try scanner.nextElement() { try add(&scanner, to: shape.elementShape()) }
    }
  }
}
