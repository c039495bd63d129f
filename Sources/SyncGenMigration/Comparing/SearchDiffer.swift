import SyncGenSchema

/// Determines the differences between the full-text indexes of two versions of an entity.
struct SearchDiffer {
  let before: Entity
  let after: Entity

  func changes() -> [SchemaChange] {
    switch (before.search, after.search) {
    case (nil, let search?):
      [change("adds the search of entity '\(after.name.name)' in \(words(search, after))", search)]
    case (let search?, nil):
      [
        SchemaChange(
          "drops the search of entity '\(after.name.name)'", .lightweight,
          because: "a full-text index contains no data of its own", at: search.span)
      ]
    case (let former?, let search?) where words(former, before) != words(search, after):
      [
        change(
          "changes the search of entity '\(after.name.name)' from \(words(former, before)) "
            + "to \(words(search, after))", search)
      ]
    default: []
    }
  }

  private func change(_ text: String, _ search: SearchIndex) -> SchemaChange {
    SchemaChange(
      text, .lightweight, because: "a full-text index is built from existing rows",
      at: search.span)
  }

  /// A description, e.g. `(title, details) by 'porter'`.
  private func words(_ search: SearchIndex, _ entity: Entity) -> String {
    "(\(search.names(of: entity).joined(separator: ", "))) by '\(search.tokenizer.rawValue)'"
  }
}
