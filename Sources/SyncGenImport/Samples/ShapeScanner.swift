import SwiftSyncValues

/// Reads JSON into the shape of its place, value by value and without a tree.
final class ShapeScanner {
  private let arena = ByteArena()
  /// The positions of the keys seen in the objects that are being read, the innermost object last.
  var positions: [Int] = []
  /// The strings under keys that may distinguish kinds of objects, in the same order.
  private var tags: [ObjectShape.TagValue] = []

  /// Adds a value.
  func add(_ text: JSONSlice, to shape: Shape) throws(JSONError) {
    var scanner = JSONScanner(text)
    try add(&scanner, to: shape)
  }

  /// Recursive; the scanner's depth limit bounds the recursion.
  private func add(_ scanner: inout JSONScanner, to shape: Shape) throws(JSONError) {
    let token = try scanner.readToken()
    switch token.kind {
    case .null:
      shape.nulls += 1
      shape.lastHash = 1
    case .bool:
      shape.bools += 1
      if token.isTrue { shape.trues += 1 }
      shape.lastHash = token.isTrue ? 2 : 3
    case .number:
      shape.numbers.add(token)
      shape.lastHash = DistinctValues.hash(token.slice)
    case .string:
      shape.texts.add(token.text(in: arena))
      shape.lastHash = shape.texts.distinct.lastHash
      if token.hasEscapes { arena.reset() }
    case .object: try addObject(&scanner, to: shape)
    case .array: try addArray(&scanner, to: shape)
    }
  }

  private func addArray(_ scanner: inout JSONScanner, to shape: Shape) throws(JSONError) {
    shape.arrays += 1
    shape.lastHash = 5
    try scanner.beginArray()
    guard try scanner.nextElement() else { return }
    let element = shape.elementShape()
    var hash = shape.lastHash
    repeat {
      try add(&scanner, to: element)
      hash = HashSample.combined(hash, element.lastHash)
    } while try scanner.nextElement()
    shape.lastHash = hash
  }

  private func addObject(_ scanner: inout JSONScanner, to shape: Shape) throws(JSONError) {
    shape.objects += 1
    let object = shape.objectShape()
    let first = positions.count
    let firstTag = tags.count
    var content: UInt64 = 7
    try scanner.beginObject()
    while let key = try scanner.nextKey(arena) {
      let position = object.position(of: key, hint: positions.count - first)
      positions.append(position)
      if object.isTag(at: position), try scanner.peekKind() == .string {
        try addTag(&scanner, to: object, at: position)
      } else {
        try add(&scanner, to: object.place(at: position))
      }
      content = HashSample.combined(content, object.place(at: position).lastHash)
    }
    object.end(positions[first...], tags: tags[firstTag...], content: content)
    shape.lastHash = content
    positions.removeSubrange(first...)
    tags.removeSubrange(firstTag...)
  }

  private func addTag(
    _ scanner: inout JSONScanner, to object: ObjectShape, at position: Int
  ) throws(JSONError) {
    let token = try scanner.readToken()
    let text = token.text(in: arena)
    let place = object.place(at: position)
    place.texts.add(text)
    place.lastHash = place.texts.distinct.lastHash
    if text.count <= DistinctValues.lengthLimit {
      tags.append(ObjectShape.TagValue(position: position, text: Array(text.bytes)))
    }
    if token.hasEscapes { arena.reset() }
  }
}
