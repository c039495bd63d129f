import SyncGenSchema

extension RelationKeys {
  var texts: [String] {
    (ids + objects.filter { !ids.contains($0) }).map(\.dotted)
  }

  /// Whether each key serves ids and objects, as with `remote:`.
  var hasSharedKeys: Bool { Set(ids) == Set(objects) }

  /// Whether ids are still written under the same key, and everything that was read is still read.
  func isKept(by new: RelationKeys) -> Bool {
    ids.first == new.ids.first && ids.allSatisfy(new.ids.contains)
      && objects.allSatisfy(new.objects.contains)
  }
}

extension Relation.Reference {
  /// The reference itself, unless attributes hold its parts.
  var ownColumn: Relation.Reference? { isComposite ? nil : self }
}
