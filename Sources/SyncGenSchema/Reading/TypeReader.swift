import SyncGenDiagnostics
import SyncGenYAML

/// Reads types in every form that YAML may produce: as text, or as the lists that `[Task]` and
/// `[string: int]` are without quotation marks, which cannot be optional.
enum TypeReader {
  static func read(
    _ node: YAMLNode, for what: @autoclosure () -> String, into bag: inout DiagnosticBag
  ) -> TypeExpression? {
    switch node.content {
    case .scalar(let scalar) where !scalar.text.isEmpty:
      if let type = parse(scalar.text, at: node.span) { return type }
      if let typed = TypedDefault(node) {
        bag.add(.misplacedDefault(of: what(), typed))
        return nil
      }
      bag.add(.invalidType(scalar.text, for: what(), at: node.span))
    case .sequence(let items):
      if let type = list(items, of: node) { return type }
      bag.add(.invalidListType(for: what(), at: node.span))
    default:
      bag.add(.wrongShape(what(), expected: "a type", found: node))
    }
    return nil
  }

  private static func list(_ items: [YAMLNode], of node: YAMLNode) -> TypeExpression? {
    guard items.count == 1, let item = items.first else { return nil }
    switch item.content {
    case .scalar(let scalar):
      guard isName(scalar.text) else { return nil }
      return TypeExpression(
        name: scalar.text, shape: .array, isOptional: false,
        span: node.span, nameSpan: item.span)
    case .mapping(let pairs):
      guard pairs.count == 1, let pair = pairs.first, pair.key == "string",
        let name = pair.value.scalar?.text, isName(name)
      else { return nil }
      return TypeExpression(
        name: name, shape: .dictionary, isOptional: false,
        span: node.span, nameSpan: pair.value.span)
    case .sequence: return nil
    }
  }

  /// Parses a type from its text. The spans of its parts are that of the whole.
  private static func parse(_ text: String, at span: SourceSpan) -> TypeExpression? {
    guard let (name, shape, isOptional) = parts(text), isName(name) else { return nil }
    return TypeExpression(
      name: name, shape: shape, isOptional: isOptional, span: span, nameSpan: span)
  }

  /// The content of the brackets of a list or a dictionary; the whole text if there are none.
  private static func parts(_ text: String) -> (String, TypeExpression.Shape, isOptional: Bool)? {
    var rest = Substring(text)
    let isOptional = rest.last == "?"
    if isOptional { rest = rest.dropLast() }
    guard rest.first == "[", rest.last == "]" else { return (String(rest), .plain, isOptional) }
    rest = trimmed(rest.dropFirst().dropLast())
    guard rest.first != "[", let colon = rest.firstIndex(of: ":") else {
      return (String(rest), .array, isOptional)
    }
    guard trimmed(rest[..<colon]) == "string" else { return nil }
    return (String(trimmed(rest[rest.index(after: colon)...])), .dictionary, isOptional)
  }

  // MARK: Lists of lists

  /// A list or a dictionary whose elements are lists or dictionaries, or optional in quotes; `nil`
  /// for every other type.
  static func nested(_ node: YAMLNode) -> NestedType? {
    switch node.content {
    case .scalar(let scalar):
      guard let (inner, shape, isOptional) = parts(scalar.text), shape != .plain,
        inner.first == "[" || inner.last == "?"
      else { return nil }
      let element = YAMLNode(.scalar(YAMLScalar(inner, isPlain: scalar.isPlain)), at: node.span)
      return NestedType(
        element: element, isDictionary: shape == .dictionary, isOptional: isOptional)
    case .sequence(let items):
      guard items.count == 1, let item = items.first else { return nil }
      if isBracketed(item) {
        return NestedType(element: item, isDictionary: false, isOptional: false)
      }
      guard case .mapping(let pairs) = item.content, pairs.count == 1, let pair = pairs.first,
        pair.key == "string", isBracketed(pair.value)
      else { return nil }
      return NestedType(element: pair.value, isDictionary: true, isOptional: false)
    case .mapping: return nil
    }
  }

  private static func isBracketed(_ node: YAMLNode) -> Bool {
    switch node.content {
    case .scalar(let scalar): scalar.text.first == "["
    case .sequence: true
    case .mapping: false
    }
  }

  private static func trimmed(_ text: Substring) -> Substring {
    let start = text.drop { $0 == " " }
    return start.lastIndex { $0 != " " }.map { start[...$0] } ?? start
  }

  private static func isName(_ text: String) -> Bool {
    !text.isEmpty
      && text.consists { byte in
        (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
          || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".") || byte >= 0x80
      }
  }
}
