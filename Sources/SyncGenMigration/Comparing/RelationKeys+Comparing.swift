import SwiftSyncValues
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

extension RelationDiffer {
  /// A change of the keys in payloads.
  func remote(_ old: Relation, _ new: Relation) -> SchemaChange? {
    guard old.remote != new.remote, new.direction != .local || old.direction != .local else {
      return nil
    }
    let isRenamed = old.name != new.name && new.direction != .local
    let (was, becomes) = (old.remote.texts, new.remote.texts)
    let text =
      was == becomes
      ? new.remote.hasSharedKeys
        ? "reads ids and objects from each of the remote keys \(Self.listed(was)) of \(title(new))"
        : "reads ids of \(title(new)) from \(Self.listed(new.remote.ids.map(\.dotted))) and objects "
          + "from \(Self.listed(new.remote.objects.map(\.dotted)))"
      : "changes the remote keys of \(title(new)) from \(Self.listed(was)) to \(Self.listed(becomes))"
    return SchemaChange(
      text, .lightweight, because: "they affect only payloads",
      permission: isRenamed && !old.remote.isKept(by: new.remote)
        ? .remoteChanged("\(after.name.name).\(new.name.name)") : nil,
      remedy: was.isEmpty
        ? nil : "to keep them, add 'remote: [\(was.joined(separator: ", "))]'",
      at: new.span)
  }

  /// A reference with several parts may have its own keys, or only those of its parts.
  private static func listed(_ keys: [String]) -> String {
    keys.isEmpty ? "those of its parts" : keys.map { "'\($0)'" }.joined(separator: ", ")
  }
}
