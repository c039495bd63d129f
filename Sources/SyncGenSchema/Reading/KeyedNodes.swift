import SyncGenDiagnostics
import SyncGenYAML

/// The values of a mapping by the keys that it may have. Keys it may not have are reported.
struct KeyedNodes<Key: SchemaKey> {
  private var pairs: [(key: Key, pair: YAMLPair)] = []
  let span: SourceSpan

  /// - Parameter owner: What the mapping describes, e.g. `attribute 'title'`.
  init?(
    _ node: YAMLNode, of owner: @autoclosure () -> String, into bag: inout DiagnosticBag
  ) {
    guard case .mapping(let all) = node.content, !node.hasQuestionMark else {
      bag.add(.wrongShape(owner(), expected: "a mapping", found: node))
      return nil
    }
    span = node.span
    pairs.reserveCapacity(all.count)
    for pair in all {
      if let key = Key(rawValue: pair.key) {
        pairs.append((key, pair))
      } else {
        bag.add(.unknownKey(pair, in: owner(), known: Key.allCases.map(\.rawValue)))
      }
    }
  }

  subscript(key: Key) -> YAMLNode? {
    pairs.first { $0.key == key }?.pair.value
  }

  func pair(_ key: Key) -> YAMLPair? {
    pairs.first { $0.key == key }?.pair
  }

  func keySpan(_ key: Key) -> SourceSpan? {
    pair(key)?.keySpan
  }

  var isEmpty: Bool { pairs.isEmpty }

  /// The value of a key that has to be there; its absence is reported at `place`.
  func required(
    _ key: Key, of owner: @autoclosure () -> String, at place: SourceSpan,
    into bag: inout DiagnosticBag
  ) -> YAMLNode? {
    if let node = self[key] { return node }
    bag.add(.missingKey(key.rawValue, in: owner(), at: place))
    return nil
  }
}
