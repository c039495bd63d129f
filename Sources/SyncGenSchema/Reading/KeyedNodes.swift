import SyncGenDiagnostics
import SyncGenYAML

/// The values of a mapping by its permitted keys. Other keys are reported.
struct KeyedNodes<Key: SchemaKey> {
  let pairs: [YAMLPair]
  /// The keys of `pairs`; `nil` for one that is not permitted.
  private var keys: [Key?] = []
  /// The values of the keys that begin with `x-`, if the mapping may have them.
  let annotations: Annotations
  let span: SourceSpan

  /// - Parameters:
  ///   - owner: What the mapping describes, e.g. `attribute 'title'`.
  ///   - hint: What to write instead of a key that is not permitted, given all pairs of the
  ///     mapping.
  init?(
    _ node: YAMLNode, of owner: @autoclosure () -> String, into bag: inout DiagnosticBag,
    hint: (YAMLPair, [YAMLPair]) -> String? = { _, _ in nil }
  ) {
    guard case .mapping(let all) = node.content else {
      bag.add(.wrongShape(owner(), expected: "a mapping", found: node))
      return nil
    }
    pairs = all
    span = node.span
    annotations = Key.allowsAnnotations ? Annotations(all) : .none
    keys.reserveCapacity(all.count)
    for pair in all {
      if Key.allowsAnnotations, Annotations.name(of: pair.key) != nil {
        keys.append(nil)
      } else if let key = Key(rawValue: pair.key) {
        keys.append(key)
      } else {
        keys.append(nil)
        bag.add(
          .unknownKey(
            pair, in: owner(), known: Key.allCases.map(\.rawValue), hint: hint(pair, all)))
      }
    }
  }

  /// The values of keys of a mapping whose other keys a table reads.
  init(among all: [YAMLPair], at span: SourceSpan) {
    pairs = all
    self.span = span
    annotations = Annotations(all)
    keys = all.map { Key(rawValue: $0.key) }
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

  /// The value of a required key; its absence is reported at `place`.
  func required(
    _ key: Key, of owner: @autoclosure () -> String, at place: SourceSpan,
    into bag: inout DiagnosticBag
  ) -> YAMLNode? {
    if let node = self[key] { return node }
    bag.add(.missingKey(key.rawValue, in: owner(), at: place))
    return nil
  }
}
