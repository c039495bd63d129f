/// `page:` of an endpoint: how the pages of a list are requested, and what ends them.
package struct EndpointPaging: Hashable, Sendable {
  /// What leads from a page to the next one.
  package enum Style: Hashable, Sendable {
    /// The parameter counts pages.
    case number(from: Int)
    /// The parameter counts rows.
    case offset
    /// The parameter is a cursor from the previous page.
    case cursor(next: RemotePath)
    /// The parameter is an attribute of the previous page's last row.
    case lastRow(attribute: Int)
    /// The previous page contains the URL.
    case nextURL(RemotePath)
    /// The previous page's `Link` header contains the URL, with this relation (RFC 8288).
    case linkHeader(String)
  }

  /// A parameter that paging sets.
  package struct Parameter: Hashable, Sendable {
    /// The name in the query, or the dotted path in the JSON body.
    package let name: String
    package let isInBody: Bool

    /// As a schema writes it.
    package var text: String { isInBody ? Self.bodyPrefix + name : name }

    static let bodyPrefix = "body."
  }

  package enum ShortPage: String, CaseIterable, Hashable, Sendable {
    case ends
  }

  package enum EndingStatus: String, CaseIterable, Hashable, Sendable {
    case notFound = "not-found"
  }

  package static let defaultMaxPages = 10_000

  package let style: Style
  /// `nil` where the next page has a URL of its own.
  package let parameter: Parameter?
  /// The parameter of the size of a page.
  package let size: Parameter?
  package let sizeValue: Int?
  /// Where a page says whether there are more.
  package let more: RemotePath?
  /// Where a page has the number of all rows.
  package let total: RemotePath?
  /// Where a page has the number of all pages.
  package let totalPages: RemotePath?
  package let endsOnShortPage: Bool
  package let endingStatuses: [EndingStatus]
  /// Other origins that a next URL may have.
  package let origins: [String]
  package let maxPages: Int
  /// Whether a deletion on the server moves no row to another page.
  package let isStable: Bool

  /// The parameters that paging sets, in the order of a request.
  package var parameters: [Parameter] { [parameter, size].compactMap { $0 } }
}

extension EndpointPaging {
  /// A parameter that counts from 1 until a page is empty.
  init(counting parameter: Parameter) {
    self.init(
      style: .number(from: 1), parameter: parameter, size: nil, sizeValue: nil, more: nil,
      total: nil, totalPages: nil, endsOnShortPage: false, endingStatuses: [], origins: [],
      maxPages: Self.defaultMaxPages, isStable: false)
  }
}

extension EndpointStores {
  /// Whether a method that fetches into a store sets a parameter of the query.
  package func setsQuery(_ name: String) -> Bool {
    since == name || paging.map { $0.sets(name, inBody: false) } ?? false
  }
}

extension EndpointPaging {
  /// Whether paging sets a parameter.
  package func sets(_ name: String, inBody: Bool) -> Bool {
    parameters.contains { $0.name == name && $0.isInBody == inBody }
  }
}
