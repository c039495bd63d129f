import SyncGenSchema
import SyncGenTemplateEngine

/// `page:` of an endpoint as exposed to templates.
struct PagingContext: ContextSubject {
  let paging: EndpointPaging
  /// The path of the rows in a response, if the envelope states it instead of `root`.
  let rows: String?

  init(paging: EndpointPaging, of endpoint: EndpointModel, in schema: Schema) {
    self.paging = paging
    rows = endpoint.returns.map(schema.isEnveloped) ?? false ? "data" : nil
  }

  static let type = ContextType<Self>(
    "paging", "How the pages of an endpoint are requested, and what ends them.",
    [
      .text("style", "`number`, `offset`, `cursor`, `lastRow`, `nextURL` or `linkHeader`.") {
        $0.style
      },
      .optionalText("parameter", "The parameter of the page; with `body.` one of the body.") {
        $0.paging.parameter?.text
      },
      .optionalNumber("from", "The number of the first page.") {
        if case .number(let from) = $0.paging.style { from } else { nil }
      },
      .optionalText("next", "The dotted path of the cursor or the URL of the next page.") {
        $0.next
      },
      .optionalText("lastName", "The attribute of the last row that identifies the next page.") {
        $0.last?.name
      },
      .texts("lastPaths", "Its dotted paths in a row.") {
        $0.last?.paths.map(\.dotted) ?? []
      },
      .optionalText("relation", "The relation of the link in the `Link` header.") {
        if case .linkHeader(let relation) = $0.paging.style { relation } else { nil }
      },
      .optionalText("size", "The parameter for the page size; with `body.` one of the body.") {
        $0.paging.size?.text
      },
      .optionalNumber("sizeValue", "The size of a page.") { $0.paging.sizeValue },
      .optionalText("more", "The dotted path of the flag that is true if there are more pages.") {
        $0.paging.end.more?.dotted
      },
      .optionalText("total", "The dotted path of the total row count.") {
        $0.paging.end.total?.dotted
      },
      .optionalText("totalPages", "The dotted path of the total page count.") {
        $0.paging.end.totalPages?.dotted
      },
      .flag("endsOnShortPage", "Whether a page with fewer rows than its size is the last one.") {
        $0.paging.end.isShortPage
      },
      .flag("endsWithNotFound", "Whether status 404 ends the list.") {
        $0.paging.end.isNotFound
      },
      .texts("origins", "Other origins that a next URL may have.") { $0.paging.origins },
      .optionalNumber("maxPages", "The maximum number of pages per call, if the schema sets it.") {
        $0.paging.maxPages == EndpointPaging.defaultMaxPages ? nil : $0.paging.maxPages
      },
      .flag("isStable", "Whether a deletion on the server never moves rows to another page.") {
        $0.paging.isStable
      },
      .optionalText(
        "rows",
        "The dotted path of the rows, if the envelope of responses "
          + "determines it."
      ) {
        $0.rows
      },
    ])

  private var style: String {
    switch paging.style {
    case .number: "number"
    case .offset: "offset"
    case .cursor: "cursor"
    case .lastRow: "lastRow"
    case .nextURL: "nextURL"
    case .linkHeader: "linkHeader"
    }
  }

  private var last: EndpointPaging.LastValue? {
    if case .lastRow(let last) = paging.style { last } else { nil }
  }

  private var next: String? {
    switch paging.style {
    case .cursor(let path), .nextURL(let path): path.dotted
    case .number, .offset, .lastRow, .linkHeader: nil
    }
  }
}
