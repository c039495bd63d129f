/// The values of a JSON text in canonical form: compact, with sorted keys and the last value of a
/// repeated key.
package struct JSONTree {
  package struct Member {
    /// The key without escapes.
    package let key: JSONSlice
    package let value: JSONToken
    /// Whether the key contains a lone surrogate.
    package var hasInvalidKey = false
  }

  private struct Node {
    let key: JSONSlice
    let value: JSONToken
    /// Whether the key or the value fits no type.
    let isInvalid: Bool
    /// The first child and the next sibling; -1 for none.
    var child = -1
    var next = -1
  }

  private var nodes: [Node] = []

  /// Appends the canonical text of a value that a scanner has checked; returns `false` if it has
  /// not been checked, or if anything in it fits no type. Only the last value of a repeated key is
  /// examined.
  package static func append(_ token: JSONToken, to text: inout [UInt8], _ arena: ByteArena) -> Bool
  {
    guard !token.isInvalid else { return false }
    switch token.kind {
    case .array, .object:
      do {
        var tree = JSONTree()
        try tree.read(token.slice, arena)
        return tree.append(0, to: &text)
      } catch {
        return false
      }
    case .string: JSONText.append(string: token.text(in: arena), to: &text)
    case .null, .bool, .number: text.append(contentsOf: token.slice.bytes)
    }
    return true
  }

  /// The members of an object, sorted by the bytes of their keys.
  package static func sortedMembers(
    of token: JSONToken, _ arena: ByteArena
  ) throws(JSONError) -> [Member] {
    var members: [Member] = []
    var scanner = JSONScanner(token.slice)
    try scanner.beginObject()
    while let key = try scanner.nextKeyToken() {
      let value = try scanner.readValue()
      members.append(Member(key: key.text(in: arena), value: value, hasInvalidKey: key.isInvalid))
    }
    return sorted(members, by: \.key)
  }

  /// Sorts stably, and keeps only the last of the elements with the same key.
  private static func sorted<T>(_ elements: [T], by key: (T) -> JSONSlice) -> [T] {
    let order = sortedIndices(elements.count) { left, right in
      let (first, second) = (key(elements[left]), key(elements[right]))
      return first == second ? left < right : first < second
    }
    var result: [T] = []
    for index in order {
      if let last = result.last, key(last) == key(elements[index]) { result.removeLast() }
      result.append(elements[index])
    }
    return result
  }

  /// Reads without recursion: `open` contains the containers around the current position.
  private mutating func read(_ slice: JSONSlice, _ arena: ByteArena) throws(JSONError) {
    var scanner = JSONScanner(slice)
    var open: [(node: Int, last: Int)] = []
    try add(scanner.readToken(), JSONToken(.string, .empty), &open, &scanner, arena)
    while let parent = open.last {
      let key: JSONToken
      if nodes[parent.node].value.kind == .object {
        guard let stated = try scanner.nextKeyToken() else {
          open.removeLast()
          continue
        }
        key = stated
      } else {
        guard try scanner.nextElement() else {
          open.removeLast()
          continue
        }
        key = JSONToken(.string, .empty)
      }
      try add(scanner.readToken(), key, &open, &scanner, arena)
    }
  }

  private mutating func add(
    _ token: JSONToken, _ key: JSONToken, _ open: inout [(node: Int, last: Int)],
    _ scanner: inout JSONScanner, _ arena: ByteArena
  ) throws(JSONError) {
    let index = nodes.count
    let value = token.hasEscapes ? JSONToken(token.kind, token.text(in: arena)) : token
    nodes.append(
      Node(key: key.text(in: arena), value: value, isInvalid: token.isInvalid || key.isInvalid))
    if let parent = open.indices.last {
      if open[parent].last < 0 {
        nodes[open[parent].node].child = index
      } else {
        nodes[open[parent].last].next = index
      }
      open[parent].last = index
    }
    switch value.kind {
    case .object: try scanner.beginObject()
    case .array: try scanner.beginArray()
    default: return
    }
    open.append((index, -1))
  }

  /// Recursive; the scanner's depth limit bounds the recursion.
  private func append(_ index: Int, to text: inout [UInt8]) -> Bool {
    let value = nodes[index].value
    guard !nodes[index].isInvalid else { return false }
    switch value.kind {
    case .string: JSONText.append(string: value.slice, to: &text)
    case .null, .bool, .number: text.append(contentsOf: value.slice.bytes)
    case .array: return appendArray(index, to: &text)
    case .object: return appendObject(index, to: &text)
    }
    return true
  }

  private func appendArray(_ index: Int, to text: inout [UInt8]) -> Bool {
    text.append(UInt8(ascii: "["))
    var child = nodes[index].child
    while child >= 0 {
      guard append(child, to: &text) else { return false }
      child = nodes[child].next
      if child >= 0 { text.append(UInt8(ascii: ",")) }
    }
    text.append(UInt8(ascii: "]"))
    return true
  }

  private func appendObject(_ index: Int, to text: inout [UInt8]) -> Bool {
    text.append(UInt8(ascii: "{"))
    var isFirst = true
    for member in sortedChildren(of: index) {
      if !isFirst { text.append(UInt8(ascii: ",")) }
      isFirst = false
      JSONText.append(string: nodes[member].key, to: &text)
      text.append(UInt8(ascii: ":"))
      guard append(member, to: &text) else { return false }
    }
    text.append(UInt8(ascii: "}"))
    return true
  }

  private func sortedChildren(of index: Int) -> [Int] {
    var children: [Int] = []
    var child = nodes[index].child
    while child >= 0 {
      children.append(child)
      child = nodes[child].next
    }
    return Self.sorted(children) { nodes[$0].key }
  }
}
