/// The `page:` setting of an endpoint: how the pages of a list are requested, and how the last page
/// is detected.
package struct EndpointPaging: Hashable, Sendable {
  /// How the next page is found.
  package enum Style: Hashable, Sendable {
    /// A parameter with the number of the page.
    case number(from: Int)
    /// A parameter with the number of rows to skip.
    case offset
    /// A parameter with a cursor from the previous page.
    case cursor(next: RemotePath)
    /// A parameter with a value of the previous page's last row.
    case lastRow(LastValue)
    /// A URL in the previous page.
    case nextURL(RemotePath)
    /// A URL in the previous page's `Link` header, with this relation (RFC 8288).
    case linkHeader(String)
  }

  /// The value of a page's last row that identifies the next page.
  package struct LastValue: Hashable, Sendable {
    /// The name of the attribute, or of the field.
    package let name: String
    /// The paths in a row, which are tried in order.
    package let paths: [RemotePath]
    /// A scalar type or an enum.
    package let type: PayloadType
    /// The format of dates; `nil` for that of the conventions.
    package let dates: DateFormats?
  }

  /// A parameter that paging sets.
  package struct Parameter: Hashable, Sendable {
    /// The name in the query, or the dotted path in the JSON body.
    package let name: String
    package let isInBody: Bool

    /// The spelling in a schema.
    package var text: String { isInBody ? Self.bodyPrefix + name : name }

    static let bodyPrefix = "body."
  }

  /// The `end:` setting: what says that a page is the last one.
  package struct End: Hashable, Sendable {
    /// The path of the flag that is true if there are more pages.
    package var more: RemotePath?
    /// The path of the total row count.
    package var total: RemotePath?
    /// The path of the total page count.
    package var totalPages: RemotePath?
    /// Whether a page with fewer rows than its size is the last one.
    package var isShortPage = false
    /// Whether status 404 after the first page ends the list.
    package var isNotFound = false
  }

  package static let defaultMaxPages = 10_000

  package let style: Style
  /// The parameter; `nil` if the next page has its own URL.
  package let parameter: Parameter?
  /// The parameter for the size of a page.
  package let size: Parameter?
  package let sizeValue: Int?
  package let end: End
  /// The other origins that a next URL may have.
  package let origins: [String]
  package let maxPages: Int
  /// Whether a deletion on the server never moves rows to another page.
  package let isStable: Bool

  /// The parameters that paging sets, in the order of a request.
  package var parameters: [Parameter] { [parameter, size].compactMap { $0 } }
}

extension EndpointPaging {
  /// Creates paging with a parameter that counts from 1 until a page is empty.
  init(counting parameter: Parameter) {
    self.init(
      style: .number(from: 1), parameter: parameter, size: nil, sizeValue: nil,
      end: End(), origins: [], maxPages: Self.defaultMaxPages, isStable: false)
  }
}

extension EndpointModel {
  /// Whether a method that fetches into a store, or pages, sets a parameter of the query.
  package func setsQuery(_ name: String) -> Bool {
    stores?.since == name || paging?.sets(name, inBody: false) == true
  }
}

extension EndpointPaging {
  /// Whether paging sets a parameter.
  package func sets(_ name: String, inBody: Bool) -> Bool {
    parameters.contains { $0.name == name && $0.isInBody == inBody }
  }
}
