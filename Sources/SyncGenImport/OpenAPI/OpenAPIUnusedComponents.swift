import SyncGenYAML

/// Components that nothing uses and that become no types of their own.
extension OpenAPISchemaMaker {
  mutating func noteUnusedComponents() {
    guard !document.isOwn else { return }
    var mentions: [String: Int] = [:]
    for name in document.allMentions { mentions[name, default: 0] += 1 }
    for pair in document.root["components"]?["schemas"]?.pairs ?? []
    where roles.roles[pair.key] == .inline && hasContent(pair.key) {
      let own = document.mentions(in: pair.value).count { $0 == pair.key }
      if mentions[pair.key, default: 0] == own { noteUnused(pair, "schema") }
    }
    let references = document.references
    let kinds = [("parameters", "parameter"), ("responses", "response"), ("requestBodies", "body")]
    for (key, kind) in kinds {
      for pair in document.root["components"]?[key]?.pairs ?? []
      where (key == "parameters" || pair.value["content"] != nil)
        && !references.contains("#/components/\(key)/\(pair.key)")
      { noteUnused(pair, kind) }
    }
  }

  /// Whether a component is more than a plain value or another name.
  private func hasContent(_ component: String) -> Bool {
    guard let shape = document.shape(ofComponent: component), shape.component == nil else {
      return false
    }
    return shape.items != nil || shape.additional != nil || !shape.alternatives.isEmpty
  }

  private mutating func noteUnused(_ pair: YAMLPair, _ kind: String) {
    remark(pair.value, "\(kind) '\(pair.key)' is not imported, because nothing uses it")
  }
}

extension OpenAPIDocument {
  /// The references of the document, without escapes.
  fileprivate var references: Set<String> {
    var found: Set<String> = []
    var rest = [root]
    while let node = rest.popLast() {
      rest += node.elements
      for pair in node.pairs {
        if pair.key == "$ref", let text = pair.value.text {
          found.insert(OpenAPIPointer.unescaped(text[...]))
        }
        rest.append(pair.value)
      }
    }
    return found
  }
}
