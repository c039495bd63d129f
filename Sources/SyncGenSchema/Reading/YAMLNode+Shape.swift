import SyncGenYAML

extension YAMLNode {
  /// Whether it is an empty list or mapping.
  var hasNoItems: Bool {
    switch content {
    case .scalar: false
    case .sequence(let items): items.isEmpty
    case .mapping(let pairs): pairs.isEmpty
    }
  }

  /// The shape, for messages.
  var shape: String {
    switch content {
    case .scalar(let scalar) where scalar.isPlain && scalar.text.isEmpty: "empty"
    case .scalar(let scalar) where scalar.text.isEmpty: "an empty string"
    case .scalar(let scalar): scalar.isPlain ? "'\(scalar.text)'" : "the string '\(scalar.text)'"
    case .sequence: "a list"
    case .mapping: "a mapping"
    }
  }
}
