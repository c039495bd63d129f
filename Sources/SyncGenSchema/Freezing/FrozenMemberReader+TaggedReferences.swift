import SyncGenDiagnostics
import SyncGenYAML

extension FrozenMemberReader {
  /// Reads the relationships to one of several entities.
  func taggedReferences(into bag: inout DiagnosticBag) -> [TaggedReference] {
    let pairs =
      node.keys[.taggedReferences]?.pairs(for: "'to-any' of \(node.title)", into: &bag) ?? []
    return pairs.compactMap { taggedReference($0, into: &bag) }
  }

  private func taggedReference(
    _ pair: YAMLPair, into bag: inout DiagnosticBag
  ) -> TaggedReference? {
    let owner = "relationship '\(node.name.value).\(pair.key)'"
    guard
      let keys = KeyedNodes<FrozenTaggedReferenceKey>(pair.value, of: owner, into: &bag),
      let tag = names.attribute(
        keys.requiredText(.tag, of: owner, into: &bag), of: node.id, into: &bag),
      let id = names.attribute(
        keys.requiredText(.id, of: owner, into: &bag), of: node.id, into: &bag)
    else { return nil }
    var notes = Notes()
    notes.documentation = keys.text(.doc, of: owner, into: &bag)?.value
    notes.annotations = keys.annotations
    let targets = keys[.targets]?.pairs(for: "'targets' of \(owner)", into: &bag) ?? []
    return TaggedReference(
      name: SwiftIdentifier(pair.key), tagAttribute: tag, idAttribute: id,
      targets: targets.compactMap { target($0, of: owner, into: &bag) },
      objects: objects(keys, of: owner, into: &bag),
      onDelete: keys.choice(.onDelete, of: owner, or: .keep, into: &bag),
      notes: notes, span: pair.keySpan)
  }

  private func target(
    _ pair: YAMLPair, of owner: String, into bag: inout DiagnosticBag
  ) -> TaggedReference.Target? {
    guard let entity = names.entity(Located(pair.key, at: pair.keySpan), into: &bag),
      let tag = pair.value.text(for: "the tag of '\(pair.key)' of \(owner)", into: &bag)
    else { return nil }
    return TaggedReference.Target(entity, pair.key, tag: tag.value, names.symbols.names)
  }

  private func objects(
    _ keys: KeyedNodes<FrozenTaggedReferenceKey>, of owner: String, into bag: inout DiagnosticBag
  ) -> [RemotePath] {
    guard let node = keys.required(.objects, of: owner, at: keys.span, into: &bag),
      case .paths(let paths) = RemoteReader.read(node, of: owner, into: &bag)
    else { return [] }
    return paths.map(\.value)
  }
}
