import SyncGenDiagnostics
import SyncGenYAML

/// A resource as stated.
struct ResourceDeclaration {
  let name: Located<String>
  let entity: EntityID
  /// The whole mapping or path.
  let node: YAMLNode
  let path: Located<String>
  var item: Located<String>?
  /// In the order of the language.
  var parts = Resource.Part.allCases
  var update = ResourceUpdate.patch
  /// The path of the rows in the response of the list.
  var root: (path: RemotePath, node: YAMLNode)?
  /// The keys that the endpoint of the list has too.
  var listKeys: [YAMLPair] = []
  var hasETags = false

  /// The places of its name and of everything that it states.
  var spans: Set<SourceSpan> {
    var spans: Set<SourceSpan> = [name.span]
    var waiting = [node]
    while let node = waiting.popLast() {
      spans.insert(node.span)
      switch node.content {
      case .scalar: break
      case .sequence(let items): waiting += items
      case .mapping(let pairs):
        spans.formUnion(pairs.map(\.keySpan))
        waiting += pairs.map(\.value)
      }
    }
    return spans
  }
}
