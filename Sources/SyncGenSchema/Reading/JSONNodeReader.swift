import SwiftSyncValues
import SyncGenDiagnostics
import SyncGenYAML

/// Reads JSON that is part of a scalar as nodes, all of which have its place.
enum JSONNodeReader {
  static func node(of text: String, at span: SourceSpan) throws(JSONError) -> YAMLNode {
    try Array(text.utf8).withUnsafeBufferPointer { (bytes) throws(JSONError) in
      var scanner = JSONScanner(bytes, refusesInvalid: true)
      let node = try node(&scanner, ByteArena(), at: span)
      try scanner.finish()
      return node
    }
  }

  /// Recursive; the scanner's depth limit bounds the recursion.
  private static func node(
    _ scanner: inout JSONScanner, _ arena: ByteArena, at span: SourceSpan
  ) throws(JSONError) -> YAMLNode {
    let token = try scanner.readToken()
    switch token.kind {
    case .null: return literal("null", at: span)
    case .bool: return literal(token.isTrue ? "true" : "false", at: span)
    case .number: return literal(token.slice.string, at: span)
    case .string:
      return YAMLNode(
        .scalar(YAMLScalar(token.text(in: arena).string, isPlain: false)), at: span)
    case .array:
      var items: [YAMLNode] = []
      try scanner.beginArray()
      while try scanner.nextElement() { items.append(try node(&scanner, arena, at: span)) }
      return YAMLNode(.sequence(items), at: span)
    case .object:
      var pairs: [YAMLPair] = []
      try scanner.beginObject()
      while let key = try scanner.nextKey(arena) {
        let name = key.string
        let value = try node(&scanner, arena, at: span)
        pairs.removeAll { $0.key == name }
        pairs.append(YAMLPair(key: name, at: span, value: value))
      }
      return YAMLNode(.mapping(pairs), at: span)
    }
  }

  private static func literal(_ text: String, at span: SourceSpan) -> YAMLNode {
    YAMLNode(.scalar(YAMLScalar(text, isPlain: true)), at: span)
  }
}
