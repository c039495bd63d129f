import SyncGenYAML

/// Subtypes, whose keys become those of the component that they extend.
extension OpenAPISchemaMaker {
  /// The shape with the keys that subtypes add.
  mutating func withSubtypes(_ shape: OpenAPIShape, _ name: String) -> OpenAPIShape {
    var shape = shape
    let merged = roles.mergedSubtypes[name] ?? []
    for subtype in merged { addKeys(of: subtype, to: &shape) }
    guard roles.mergedSubtypes[name] != nil else { return shape }
    let known = Set(shape.properties.map(\.key))
    for subtype in document.subtypes(of: name) where !merged.contains(subtype) {
      let keys = document.shape(ofComponent: subtype)?.properties.map(\.key) ?? []
      let lost = keys.filter { !known.contains($0) }.joined(separator: ", ")
      guard !lost.isEmpty else { continue }
      remark(
        shape.node,
        "'\(subtype)' is declared on its own, so '\(name)' does not have its keys: \(lost)")
    }
    return shape
  }

  private mutating func addKeys(of subtype: String, to shape: inout OpenAPIShape) {
    for property in document.shape(ofComponent: subtype)?.properties ?? [] {
      guard let index = shape.properties.firstIndex(where: { $0.key == property.key }) else {
        var added = property
        added.subtypes = [subtype]
        shape.properties.append(added)
        continue
      }
      let known = shape.properties[index]
      guard !known.subtypes.isEmpty, known.node != property.node else { continue }
      if isAlike(known.node, property.node) {
        shape.properties[index].subtypes.append(subtype)
      } else {
        remark(
          property.node,
          "'\(property.key)' of '\(subtype)' is not imported: "
            + "it has another type in '\(known.subtypes[0])'")
      }
    }
  }

  private func isAlike(_ first: YAMLNode, _ second: YAMLNode) -> Bool {
    let (one, other) = (document.shape(first), document.shape(second))
    return one.component == other.component && one.types == other.types
      && one.format == other.format && one.values == other.values && one.items == other.items
  }
}
