import SyncGenDiagnostics
import SyncGenYAML

/// The values of a mapping by the keys that it may have. Keys it may not have are reported.
struct KeyedNodes<Key: SchemaKey> {
  private let pairs: [YAMLPair]
  /// The keys of `pairs`; `nil` for one that the mapping may not have.
  private var keys: [Key?] = []
  let span: SourceSpan

  /// - Parameters:
  ///   - owner: What the mapping describes, e.g. `attribute 'title'`.
  ///   - hint: What to write instead of a key that it may not have, given all of its pairs.
  init?(
    _ node: YAMLNode, of owner: @autoclosure () -> String, into bag: inout DiagnosticBag,
    hint: (YAMLPair, [YAMLPair]) -> String? = { _, _ in nil }
  ) {
    guard case .mapping(let all) = node.content, !node.hasQuestionMark else {
      bag.add(.wrongShape(owner(), expected: "a mapping", found: node))
      return nil
    }
    pairs = all
    span = node.span
    keys.reserveCapacity(all.count)
    for index in all.indices {
      let key = Key(rawValue: all[index].key)
      keys.append(key)
      guard key == nil else { continue }
      bag.add(
        .unknownKey(
          all[index], in: owner(), known: Key.allCases.map(\.rawValue),
          hint: hint(all[index], all)))
    }
  }

  subscript(key: Key) -> YAMLNode? {
    keys.firstIndex(of: key).map { pairs[$0].value }
  }

  func pair(_ key: Key) -> YAMLPair? {
    keys.firstIndex(of: key).map { pairs[$0] }
  }

  func keySpan(_ key: Key) -> SourceSpan? {
    keys.firstIndex(of: key).map { pairs[$0].keySpan }
  }

  var isEmpty: Bool { keys.allSatisfy { $0 == nil } }

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
