/// How the pages of an endpoint are requested, and how the last page is detected (`page` in a
/// schema).
///
/// A parameter is in the query, or in the JSON body if its name begins with `body.`. Paths start at
/// the top level of a response.
@_spi(Generated)
public struct EndpointPages: Sendable {
  /// How the next page is requested.
  public enum Style: Sendable {
    /// A parameter with the number of the page.
    case number(String, from: Int = 1)
    /// A parameter with the number of rows to skip.
    case offset(String)
    /// A parameter with a cursor from the previous page.
    case cursor(String, next: String)
    /// A parameter with a value of the previous page's last row, at the first path that has one.
    case lastRow(String, paths: [String])
    /// A URL in the previous page.
    case nextURL(String)
    /// A URL in the previous page's `Link` header, with this relation.
    case linkHeader(String)
  }

  /// How the next page is requested.
  public let style: Style
  /// The parameter for the size of a page, and its value.
  public let size: (parameter: String, value: Int)?
  /// The path of the flag that states whether there are more pages.
  public let more: String?
  /// The path of the total row count.
  public let total: String?
  /// The path of the total page count.
  public let totalPages: String?
  /// Whether a page with fewer rows than the page size is the last one.
  public let endsOnShortPage: Bool
  /// Whether status 404 ends the list.
  public let endsWithNotFound: Bool
  /// The other origins that a next URL may have.
  public let origins: [String]
  /// The maximum number of pages per call.
  public let maxPages: Int
  /// The default maximum number of pages per call.
  public static let defaultMaxPages = 10_000
  /// Whether a deletion on the server never moves rows to another page.
  public let isStable: Bool
  /// The path of the rows; `nil` for the root of the options.
  public let rows: String?

  /// Creates a description of pages. Called by generated code.
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
  /// The parameter that identifies a page; `nil` if the next page has its own URL.
  var parameter: String? {
    switch style {
    case .number(let name, _), .offset(let name), .cursor(let name, _), .lastRow(let name, _): name
    case .nextURL, .linkHeader: nil
    }
  }

  /// The path of the cursor or the URL of the next page.
  package var next: String? {
    switch style {
    case .cursor(_, let path), .nextURL(let path): path
    case .number, .offset, .lastRow, .linkHeader: nil
    }
  }

  /// The paths of the value in the last row that identifies the next page.
  package var lastPaths: [String] {
    if case .lastRow(_, let paths) = style { paths } else { [] }
  }

  /// Whether pages or rows are counted, so that a page without rows is the last one.
  package var isCounted: Bool {
    switch style {
    case .number, .offset: true
    case .cursor, .lastRow, .nextURL, .linkHeader: false
    }
  }
}
