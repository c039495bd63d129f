package import SwiftSyncValues

/// Collects the values that each element of a list has under the keys that members read.
package struct ElementCollector {
  /// The values found for one path, one for each element that has it.
  private struct Found {
    var values: [(index: Int, path: String, slice: JSONSlice)] = []
    var problem: PathProblem?
  }

  private let list: ListSteps
  private let arena: ByteArena
  private let unknown: UnknownKeys
  private var found: [ObjectIdentifier: Found] = [:]
  private var count = 0

  package init(_ list: ListSteps, _ arena: ByteArena, _ unknown: UnknownKeys) {
    self.list = list
    self.arena = arena
    self.unknown = unknown
  }

  /// The paths that are read of each element.
  package var leaves: [KeyTrie.Entry] { list.each?.leaves ?? [] }

  package mutating func collect(_ slice: JSONSlice, at index: Int) throws(JSONError) {
    guard let each = list.each else { return }
    count = index + 1
    try collect(slice, each, index, path: "\(list.path)[\(index)]")
  }

  private mutating func collect(
    _ slice: JSONSlice, _ entry: KeyTrie.Entry, _ index: Int, path: String
  ) throws(JSONError) {
    if !entry.consumers.isEmpty { add(slice, entry, index, path: path) }
    guard let child = entry.child else { return }
    var scanner = JSONScanner(slice)
    switch try scanner.peekKind() {
    case .object: try collectObject(&scanner, child, index, path: path)
    case .null:
      for leaf in child.entries.flatMap(\.leaves) { add(slice, leaf, index, path: path) }
    default:
      let problem = PathProblem(path: path, expected: "an object", found: try scanner.readValue())
      for leaf in child.entries.flatMap(\.leaves) {
        let id = ObjectIdentifier(leaf)
        if found[id]?.problem == nil { found[id, default: Found()].problem = problem }
      }
    }
  }

  private mutating func collectObject(
    _ scanner: inout JSONScanner, _ keys: KeyTrie, _ index: Int, path: String
  ) throws(JSONError) {
    try scanner.beginObject()
    while let key = try scanner.nextKey(arena) {
      let entry = keys.entry(for: key)
      let slice = try scanner.skipValue()
      if let entry {
        try collect(slice, entry, index, path: "\(path).\(entry.name)")
      } else {
        unknown.count(key, in: keys)
      }
    }
  }

  /// If an element repeats a key, its last value is used.
  private mutating func add(
    _ slice: JSONSlice, _ entry: KeyTrie.Entry, _ index: Int, path: String
  ) {
    let id = ObjectIdentifier(entry)
    if found[id]?.values.last?.index == index { found[id]?.values.removeLast() }
    found[id, default: Found()].values.append((index, path, slice))
  }

  /// The first obstacle on the path to a value in an element.
  func problem(of leaf: KeyTrie.Entry) -> PathProblem? { found[ObjectIdentifier(leaf)]?.problem }

  /// The values of the elements, with their places.
  func values(of leaf: KeyTrie.Entry) -> [(path: String, slice: JSONSlice)] {
    found[ObjectIdentifier(leaf)]?.values.map { ($0.path, $0.slice) } ?? []
  }

  /// The values as a list, with null for an element without a value.
  package func list(of leaf: KeyTrie.Entry) -> JSONSlice {
    var slices = [JSONSlice](repeating: arena.copy("null"), count: count)
    for value in found[ObjectIdentifier(leaf)]?.values ?? [] { slices[value.index] = value.slice }
    return JSONList.text(of: slices, in: arena)
  }
}
