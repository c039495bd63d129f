/// `page` of an endpoint.
extension LanguageSchema {
  /// A mapping with exactly one style. `next` is a style only without `cursor`.
  static let page: String = {
    let styles: [[PageKey]] = [
      [.number], [.offset], [.cursor, .next], [.after, .last], [.link],
    ]
    let stated = styles.map { keys in
      "{ \"required\": [\(keys.map { "\"\($0.rawValue)\"" }.joined(separator: ", "))] }"
    }
    let nextAlone = #"{ "required": ["next"], "not": { "required": ["cursor"] } }"#
    return object(
      PageKey.self, and: "\"oneOf\": [\((stated + [nextAlone]).joined(separator: ", "))]",
      describe: describe)
  }()

  static let count = #"{ "type": "integer", "minimum": 0 }"#

  private static func describe(_ key: PageKey) -> Description {
    switch key {
    case .number: (string, "The parameter that counts pages.")
    case .from: (count, "The number of the first page, 1 by default.")
    case .offset: (string, "The parameter that counts rows.")
    case .cursor: (string, "The parameter of the cursor.")
    case .next: (string, "The path of the cursor, or of the URL of the next page, in the response.")
    case .after: (string, "The parameter of the last row of the previous page.")
    case .last: (string, "The attribute of the last row that is sent.")
    case .link: (string, "The link relation of the next page in the 'Link' header.")
    case .size, .limit:
      (reference("pageSize"), "The parameter of the size of a page, with its value.")
    case .more: (string, "The path of a flag in the response that is false on the last page.")
    case .total: (string, "The path of the number of all rows in the response.")
    case .totalPages: (string, "The path of the number of all pages in the response.")
    case .shortPage:
      (
        choice(EndpointPaging.ShortPage.self),
        "Whether a page with fewer rows than its size is "
          + "the last one."
      )
    case .endsWith:
      (
        list(choice(EndpointPaging.EndingStatus.self), atLeast: 1),
        "Statuses that end the list."
      )
    case .origins: (list(string), "Other origins that a next URL may have.")
    case .maxPages: (positiveInteger, "The maximum number of pages per call, 10,000 by default.")
    case .stable: (flag, "Whether a deletion on the server never moves rows to another page.")
    }
  }
}
