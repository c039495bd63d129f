/// The keys of a resource in its long form.
package enum ResourceKey: String, LanguageKey {
  case path, item, only, update, root, page, since
  case missingRows = "missing-rows"
  case etag

  package var entry: KeyEntry {
    switch self {
    case .path:
      KeyEntry(
        LanguageSchema.string,
        """
        The path of the list and of new rows. A placeholder names a to-one relationship of the \
        entity: the list contains the rows of one parent.
        """, isRequired: true)
    case .item:
      KeyEntry(
        LanguageSchema.string,
        """
        The path of a row. By default `path`, followed by the placeholders of the identity that \
        it lacks: `/notes/{id}`.
        """)
    case .only:
      KeyEntry(
        LanguageSchema.list(LanguageSchema.choice(Resource.Part.self), atLeast: 1),
        "A list of `list`, `get`, `create`, `update`, `delete`. By default all of them.")
    case .update:
      KeyEntry(
        LanguageSchema.choice(ResourceUpdate.self),
        "`patch` (default) sends the changed members, `put` the whole row.")
    case .root:
      KeyEntry(
        LanguageSchema.string,
        "The path of the rows in the response of the list, such as `data`.")
    case .page:
      KeyEntry(
        LanguageSchema.any(LanguageSchema.string, LanguageSchema.reference("page")),
        """
        The parameter of the page number of the list, or a mapping: how pages are requested. See \
        *Pages*.
        """)
    case .since:
      KeyEntry(
        LanguageSchema.string, "The query parameter of the list that sends the watermark.")
    case .missingRows:
      KeyEntry(
        EndpointKey.missingRows.entry.schema,
        """
        What happens to stored rows that the list does not contain, as for endpoints. See \
        *Complete lists*.
        """)
    case .etag: KeyEntry(LanguageSchema.flag, "`true`: like `etag` under `sync` of the entity.")
    }
  }
}

/// How a resource updates a row.
enum ResourceUpdate: String, CaseIterable, Hashable, Sendable {
  case patch, put

  var method: EndpointModel.Method {
    switch self {
    case .patch: .patch
    case .put: .put
    }
  }
}
