import SyncGenYAML

/// Rows in dictionaries, whose keys may be their identities.
extension OpenAPISchemaMaker {
  /// What shows that the keys of a dictionary are the identities of its rows; `nil` if nothing does.
  func evidenceOfKeys(_ dictionary: OpenAPIShape, _ entity: String) -> String? {
    let identity = roles.identity(of: entity)
    guard identity.count == 1, let key = identity.first else { return nil }
    let shape = document.expanded(dictionary)
    let own = shape.node["example"]?.pairs ?? []
    let isShown = !own.isEmpty && own.allSatisfy { $0.value[key]?.text == $0.key }
    if isShown || examples.haveKeys(shape.node, from: key) {
      return "the keys are '\(key)' in an example"
    }
    let texts = [dictionary.node, shape.node].compactMap { $0["description"]?.text }
    let isDescribed = texts.contains { Self.saysKeys($0, are: key) }
    return isDescribed ? "its description says that the keys are ids" : nil
  }

  /// Whether a description has words such as "by id", "keyed by user id" and "the keys are ids".
  private static func saysKeys(_ text: String, are key: String) -> Bool {
    let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    let ids: Set = ["id", "ids", "uuid", "uuids", "identifier", "identifiers", key.lowercased()]
    return words.indices.contains { index in
      ["by", "key", "keys", "keyed"].contains(words[index])
        && words[(index + 1)...].prefix(reach).contains(where: ids.contains)
    }
  }

  /// The number of words after "by" or "keys" among which an id must be.
  private static let reach = 5

  /// A dictionary of rows whose keys may be anything.
  mutating func unkeyed(_ shape: OpenAPIShape, _ entity: String) -> Typed {
    remark(
      shape.node,
      "left as JSON: nothing says that the keys are ids of '\(entity)', which is an entity")
    return Typed(
      type: .dictionary(.json), isOptional: shape.isNullable,
      notes: ["rows of \(entity); the keys may not be their ids"])
  }
}
