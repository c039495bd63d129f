import SyncGenDiagnostics
import SyncGenYAML

/// Reads one attribute under `attributes:`, in its short or its long form.
enum AttributeReader {
  static func read(
    _ pair: YAMLPair, of entity: String, into bag: inout DiagnosticBag
  ) -> FieldDeclaration {
    var attribute = FieldDeclaration(pair)
    let name = pair.key
    var owner: String { "attribute '\(entity).\(name)'" }
    guard pair.value.isMapping else {
      attribute.readShortForm(pair.value, of: owner, into: &bag)
      return attribute
    }
    FieldKeys.attribute.read(
      pair, of: owner, to: &attribute, into: &bag,
      hint: {
        OptionalityHint.words(for: $0, in: $1, type: "type") ?? indexHint($0) ?? nestedHint($0, $1)
      })
    attribute.readStatedParts(of: owner, into: &bag)
    return attribute
  }

  /// The hint for a setting of indexes that an attribute with `index` does not have.
  private static func indexHint(_ pair: YAMLPair) -> String? {
    IndexKeys.index.hasSetting(pair.key)
      ? "declare the index under 'indexes' of the entity, with '\(pair.key)'" : nil
  }

  /// The hint for an attribute whose value is an object, written in place.
  private static func nestedHint(_ pair: YAMLPair, _ pairs: [YAMLPair]) -> String? {
    let known = FieldKeys.attribute.names
    let isNested = pairs.allSatisfy { other in
      !known.contains(other.key) && Suggestion.nearest(to: other.key, in: known) == nil
        && Synonyms.key(for: other.key, in: known) == nil && !other.key.contains(":")
    }
    return isNested ? "declare a type with these fields under 'types', and name it here" : nil
  }
}
