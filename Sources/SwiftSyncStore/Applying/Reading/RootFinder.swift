import SwiftSyncValues

/// Finds lists of objects in an object that was read as a row, because the rows may be there (A21).
struct RootFinder {
  /// The maximum number of keys in the path of a list, and of lists that are named.
  private static let depthLimit = 3
  private static let pathLimit = 3

  private(set) var paths: [String] = []
  private let arena = ByteArena(chunkSize: 256)

  /// Searches an object's text, except for the keys of the outermost object that have a meaning in
  /// the schema.
  init(_ object: JSONSlice, besides known: KeyTrie) throws(JSONError) {
    var scanner = JSONScanner(object)
    try search(&scanner, path: [], besides: known)
  }

  private mutating func search(
    _ scanner: inout JSONScanner, path: [String], besides known: KeyTrie?
  ) throws(JSONError) {
    try scanner.beginObject()
    while let key = try scanner.nextKey(arena) {
      let kind = try scanner.peekKind()
      let inner = path + [key.shownKey]
      let isCandidate = paths.count < Self.pathLimit && known?.knows(key) != true
      if isCandidate, kind == .object, inner.count < Self.depthLimit {
        try search(&scanner, path: inner, besides: nil)
        continue
      }
      let text = try scanner.skipValue()
      if isCandidate, kind == .array, try Self.isListOfObjects(text) {
        paths.append(ValuePath.text(inner))
      }
    }
  }

  /// Whether a value is a list whose first element is an object.
  static func isListOfObjects(_ text: JSONSlice) throws(JSONError) -> Bool {
    var scanner = JSONScanner(text)
    guard try scanner.peekKind() == .array else { return false }
    try scanner.beginArray()
    guard try scanner.nextElement() else { return false }
    return try scanner.peekKind() == .object
  }

  /// A clause for messages, e.g. `; the rows may be under 'data.items' (--root data.items)`.
  static func hint(_ paths: [String], under root: [String]) -> String {
    guard let first = paths.first else { return "" }
    let start = root.isEmpty ? "" : ValuePath.text(root) + "."
    let isQuoted = (start + first).contains("\"")
    let argument = isQuoted ? "'\(start)\(first)'" : start + first
    let full = paths.map { start + $0 }
    let option = paths.count == 1 ? "--root \(argument)" : "--root"
    return "; the rows may be under \(full.map { "'\($0)'" }.joined(separator: " or ")) (\(option))"
  }
}
