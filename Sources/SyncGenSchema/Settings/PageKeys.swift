/// The keys of `page` in its long form.
package enum PageKey: String, LanguageKey {
  case number, offset, cursor, after, next, link, from, last, size, limit, end, origins
  case maxPages = "max-pages"
  case stable

  package var entry: KeyEntry {
    switch self {
    case .number: KeyEntry(LanguageSchema.string, "The parameter that counts pages.")
    case .offset: KeyEntry(LanguageSchema.string, "The parameter that counts rows.")
    case .cursor: KeyEntry(LanguageSchema.string, "The parameter of the cursor. Requires `next`.")
    case .after:
      KeyEntry(
        LanguageSchema.string,
        "The parameter of the last row of the previous page. Requires `last`.")
    case .next:
      KeyEntry(
        LanguageSchema.string,
        """
        The path of the cursor in the response; without `cursor`, the path of the URL of the \
        next page.
        """)
    case .link:
      KeyEntry(
        LanguageSchema.string,
        "The relation of the next page in the `Link` header, such as `next`.")
    case .from:
      KeyEntry(LanguageSchema.count, "With `number`: the number of the first page, 1 by default.")
    case .last:
      KeyEntry(LanguageSchema.string, "With `after`: the attribute of the last row that is sent.")
    case .size:
      KeyEntry(
        LanguageSchema.reference("pageSize"),
        """
        The parameter for the page size, with its value: `{ per_page: 100 }`. Not with \
        `offset`.
        """)
    case .limit:
      KeyEntry(
        LanguageSchema.reference("pageSize"),
        "With `offset`: the parameter for the page size, with its value.")
    case .end:
      KeyEntry(
        LanguageSchema.reference("pageEnd"),
        """
        What in a response, or in its status, marks the last page: `{ more: has_more }`. See \
        *End of pages*.
        """)
    case .origins:
      KeyEntry(
        LanguageSchema.list(LanguageSchema.string),
        "With `next` and `link`: other origins that the URL of a page can have.")
    case .maxPages:
      KeyEntry(
        LanguageSchema.positiveInteger,
        """
        The maximum number of pages per call, 10,000 by default. A call that would need more fails.
        """)
    case .stable:
      KeyEntry(
        LanguageSchema.flag,
        "`true`: a deletion on the server does not move rows to another page.")
    }
  }
}

/// The keys of `end` in `page`.
package enum PageEndKey: String, LanguageKey {
  case more, total
  case totalPages = "total-pages"
  case shortPage = "short-page"
  case notFound = "not-found"

  package var entry: KeyEntry {
    switch self {
    case .more:
      KeyEntry(LanguageSchema.string, "The path of a flag that is false on the last page.")
    case .total:
      KeyEntry(
        LanguageSchema.string,
        "With `number` and `offset`: the path of the total row count.")
    case .totalPages:
      KeyEntry(
        LanguageSchema.string,
        "With `number` and `offset`: the path of the total page count.")
    case .shortPage:
      KeyEntry(
        LanguageSchema.flag,
        """
        With `number` and `offset`, `true`: a page with fewer rows than its size is the last one.
        """)
    case .notFound:
      KeyEntry(
        LanguageSchema.flag,
        """
        With `number` and `offset`, `true`: status 404 after the first page ends the list.
        """)
    }
  }
}
