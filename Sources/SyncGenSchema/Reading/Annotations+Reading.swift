import SyncGenYAML

extension Annotations {
  static let prefix = "x-"

  /// Reads the annotations among the pairs of a mapping.
  init(_ pairs: [YAMLPair]) {
    // Most mappings have none.
    members = pairs.compactMap { pair in
      Self.name(of: pair.key).map { Member(name: $0, value: Value(pair.value)) }
    }
  }

  /// Reads all pairs of a mapping.
  init(all pairs: [YAMLPair]) {
    members = pairs.map { Member(name: $0.key, value: Value($0.value)) }
  }

  /// The text after `x-` in a key; `nil` if the key is not that of an annotation.
  static func name(of key: String) -> String? {
    guard key.utf8.count > prefix.utf8.count, key.hasPrefix(prefix) else { return nil }
    return String(key.dropFirst(prefix.count))
  }
}

extension Annotations.Value {
  init(_ node: YAMLNode) {
    switch node.content {
    case .sequence(let items): self = .list(items.map { Self($0) })
    case .mapping(let pairs):
      self = .mapping(pairs.map { .init(name: $0.key, value: Self($0.value)) })
    case .scalar(let scalar): self = scalar.isPlain ? Self(plain: node) : .text(scalar.text)
    }
  }

  private init(plain node: YAMLNode) {
    let text = node.plainText ?? ""
    if node.isNull {
      self = .null
    } else if text == "true" || text == "false" {
      self = .bool(text == "true")
    } else if let integer = CanonicalNumber.integer(text) {
      self = .integer(integer)
    } else if CanonicalNumber.looksLikeNumber(text), let number = Double(text), number.isFinite {
      self = .number(number)
    } else {
      self = .text(text)
    }
  }
}
