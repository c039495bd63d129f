import SyncGenSchema

extension RelationKeys {
  var texts: [String] {
    (ids + objects.filter { !ids.contains($0) }).map(\.dotted)
  }

  /// Whether each key is read both as an id and as an object, as with `remote:`.
  var hasSharedKeys: Bool { Set(ids) == Set(objects) }

  /// Whether ids are still written under the same key, and all keys that were read are still read.
  func isKept(by new: RelationKeys) -> Bool {
    ids.first == new.ids.first && ids.allSatisfy(new.ids.contains)
      && objects.allSatisfy(new.objects.contains)
  }
}

extension Relation.Reference {
  /// The reference, unless its parts are attributes.
  var ownColumn: Relation.Reference? { isComposite ? nil : self }
}
