/// How the pages of an endpoint are requested, and what ends them: `page` of a schema.
///
/// A parameter is one of the query, or of the JSON body if its name begins with `body.`. Paths lead through the objects
/// of a response.
@_spi(Generated)
public struct EndpointPages: Sendable {
  /// What leads from a page to the next one.
  public enum Style: Sendable {
    /// The parameter counts pages.
    case number(String, from: Int = 1)
    /// The parameter counts rows.
    case offset(String)
    /// The parameter is a cursor from the previous page.
    case cursor(String, next: String)
    /// The parameter is a value of the previous page's last row, at the first path that has one.
    case lastRow(String, paths: [String])
    /// The previous page contains the URL.
    case nextURL(String)
    /// The previous page's `Link` header contains the URL, with this relation.
    case linkHeader(String)
  }

  /// What leads from a page to the next one.
  public let style: Style
  /// The parameter of the size of a page, with its value.
  public let size: (parameter: String, value: Int)?
  /// Where a page says whether there are more.
  public let more: String?
  /// Where a page has the number of all rows.
  public let total: String?
  /// Where a page has the number of all pages.
  public let totalPages: String?
  /// Whether a page with fewer rows than its size is the last one.
  public let endsOnShortPage: Bool
  /// Whether status 404 ends the list.
  public let endsWithNotFound: Bool
  /// Other origins that a next URL may have.
  public let origins: [String]
  /// The maximum number of pages per call.
  public let maxPages: Int
  /// The maximum number of pages per call, if the schema states none.
  public static let defaultMaxPages = 10_000
  /// Whether a deletion on the server moves no row to another page.
  public let isStable: Bool
  /// Where a page has the rows; `nil` for the root of the options.
  public let rows: String?

  /// Called by generated code.
  public init(
    _ style: Style, size: (String, Int)? = nil, more: String? = nil, total: String? = nil,
    totalPages: String? = nil, endsOnShortPage: Bool = false, endsWithNotFound: Bool = false,
    origins: [String] = [], maxPages: Int = defaultMaxPages, isStable: Bool = false,
    rows: String? = nil
  ) {
    self.style = style
    self.size = size.map { (parameter: $0.0, value: $0.1) }
    self.more = more
    self.total = total
    self.totalPages = totalPages
    self.endsOnShortPage = endsOnShortPage
    self.endsWithNotFound = endsWithNotFound
    self.origins = origins
    self.maxPages = maxPages
    self.isStable = isStable
    self.rows = rows
  }
}

extension EndpointPages {
  /// The parameter that names a page; `nil` if the next page has a URL of its own.
  var parameter: String? {
    switch style {
    case .number(let name, _), .offset(let name), .cursor(let name, _), .lastRow(let name, _): name
    case .nextURL, .linkHeader: nil
    }
  }

  /// Where a page has the cursor or the URL of the next one.
  package var next: String? {
    switch style {
    case .cursor(_, let path), .nextURL(let path): path
    case .number, .offset, .lastRow, .linkHeader: nil
    }
  }

  /// Where the last row has the value that names the next page.
  package var lastPaths: [String] {
    if case .lastRow(_, let paths) = style { paths } else { [] }
  }

  /// Whether pages are counted, so that a page without rows is the last one.
  package var isCounted: Bool {
    switch style {
    case .number, .offset: true
    case .cursor, .lastRow, .nextURL, .linkHeader: false
    }
  }
}
