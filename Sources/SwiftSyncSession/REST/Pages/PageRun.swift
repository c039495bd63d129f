import SwiftSyncFoundation
@_spi(Generated) import SwiftSyncREST

/// A list and its pages.
struct PagedList: Sendable {
  /// How the pages are requested; `nil` if there is only one page.
  let pages: EndpointPages?
  /// The path of the list in a page; `nil` if a page is the list.
  var root: String?
  /// Whether the rows are in an object under their identities.
  var isKeyed = false

  init(_ pages: EndpointPages?) {
    self.pages = pages
  }

  init<Entity>(_ sync: EndpointSync<Entity>) {
    pages = sync.pages
    root = sync.options.root
    isKeyed = sync.options.keyedBy != nil
  }
}

/// Requests the pages of one call, one after another.
///
/// ```swift
/// while let response = try await run.next() { try run.advance(after: response) }
/// ```
final class PageRun {
  private let client: APIClient
  /// `nil` if there is only one page.
  private let pages: EndpointPages?
  private let reader: PageMarkReader?
  private var request: EndpointRequest
  /// The URL of the next page, if a page states it.
  private var link: PageLink?
  private(set) var budget: RunBudget
  /// Whether no page follows the one that `advance` was last called for.
  private(set) var isAtEnd = false
  /// The number of received pages.
  private var count = 0
  private var rows = 0
  /// The cursors and URLs that were sent.
  private var seen: Set<String> = []
  private var lastBody: Data?

  init(
    _ request: EndpointRequest, _ list: PagedList, _ client: APIClient, _ budget: RunBudget
  ) throws(APIError) {
    self.client = client
    self.request = request
    pages = list.pages
    reader = list.pages.map { PageMarkReader($0, root: list.root, isKeyed: list.isKeyed) }
    self.budget = budget
    if let pages { try begin(pages) }
  }

  private func begin(_ pages: EndpointPages) throws(APIError) {
    if let size = pages.size { try request.setParameter(size.parameter, .number("\(size.value)")) }
    switch pages.style {
    case .number(let name, let from): try request.setParameter(name, .number("\(from)"))
    case .offset(let name): try request.setParameter(name, .number("0"))
    case .cursor(let name, _), .lastRow(let name, _): try request.setParameter(name, nil)
    case .nextURL, .linkHeader:
      let first = PageLink(try request.url(from: client.baseURL))
      seen.insert(first.url.absoluteString)
      link = first
    }
  }

  /// Requests the next page; `nil` after the last one.
  ///
  /// - Throws: `APIError.tooManyPages`, `.repeatedPage`, `.limitExceeded`, and the errors of a request.
  func next() async throws(APIError) -> HTTP.Response? {
    guard !isAtEnd else { return nil }
    isAtEnd = true
    guard let pages else { return try await client.send(request) }
    guard count < pages.maxPages else { throw .tooManyPages(pages.maxPages) }
    PageProgress.note?(count + 1)
    // A number of pages above the default was stated in the schema.
    let isStated = pages.maxPages > EndpointPages.defaultMaxPages
    try budget.spend(allowing: isStated ? pages.maxPages : 0)
    let response = try await client.response(to: request, at: link)
    if pages.endsWithNotFound, count > 0, response.status == 404 { return nil }
    try client.check(response, to: request)
    count += 1
    if pages.isCounted {
      guard response.body != lastBody else { throw .repeatedPage(count) }
      lastBody = response.body
    }
    return response
  }

  /// Lets `next` request the page again whose request has failed.
  func allowRetry() {
    isAtEnd = false
  }

  /// Reads what a page states about the next one.
  ///
  /// - Parameter applied: The number of its rows; `nil` if it is not known.
  /// - Throws: `APIError.foreignPage`, `.repeatedPage`, and `.unexpectedShape` if a mark has
  ///   another type.
  func advance(
    after response: HTTP.Response, rows applied: Int? = nil
  ) throws(APIError) {
    guard let pages, let reader else { return }
    let marks = try marks(of: response, reader, pages, applied)
    guard marks.more != false else { return }
    switch pages.style {
    case .number(let name, let from):
      isAtEnd = isLast(marks, pages)
      try request.setParameter(name, .number("\(from + count)"))
    case .offset(let name):
      isAtEnd = isLast(marks, pages)
      try request.setParameter(name, .number("\(rows)"))
    case .cursor(let name, _): try follow(marks.next, name)
    case .lastRow(let name, _):
      guard marks.rows == 0 || marks.last != nil else {
        throw .unexpectedShape(
          HTTP.ResponseSummary(response),
          reason:
            "the last row has no \(pages.lastPaths.map { "'\($0)'" }.joined(separator: " or "))")
      }
      try follow(marks.last, name)
    case .nextURL: try follow(marks.next?.text, pages, response)
    case .linkHeader(let relation):
      let target = response.headers["Link"].flatMap { LinkHeader.target(of: relation, in: $0) }
      try follow(target, pages, response)
    }
  }

  private func marks(
    of response: HTTP.Response, _ reader: PageMarkReader, _ pages: EndpointPages, _ applied: Int?
  ) throws(APIError) -> PageMarks {
    var marks = PageMarks()
    if applied == nil || pages.hasMarks {
      do throws(PageMarkError) {
        marks = try reader.marks(of: response.body)
      } catch {
        throw .unexpectedShape(HTTP.ResponseSummary(response), reason: error.reason)
      }
    }
    if let applied { marks.rows = applied }
    return marks
  }

  /// Records the rows of a counted page, and returns whether it is the last one.
  private func isLast(_ marks: PageMarks, _ pages: EndpointPages) -> Bool {
    rows += marks.rows
    if marks.rows == 0 { return true }
    if let total = marks.total, rows >= total { return true }
    if let totalPages = marks.totalPages, count >= totalPages { return true }
    guard pages.endsOnShortPage, let size = pages.size else { return false }
    return marks.rows < size.value
  }

  private func follow(_ cursor: PageMarks.Value?, _ name: String) throws(APIError) {
    guard let cursor else { return }
    guard seen.insert(cursor.text).inserted else { throw .repeatedPage(count) }
    try request.setParameter(name, cursor)
    isAtEnd = false
  }

  private func follow(
    _ target: String?, _ pages: EndpointPages, _ response: HTTP.Response
  ) throws(APIError) {
    guard let target, !target.isEmpty, let page = link else { return }
    let first = try request.url(from: client.baseURL)
    let next = try PageLink(target, after: page, from: first, pages, request.method, response)
    guard seen.insert(next.url.absoluteString).inserted else { throw .repeatedPage(count) }
    link = next
    isAtEnd = false
  }
}

extension EndpointPages {
  /// Whether more than the number of its rows must be read from a page's body.
  fileprivate var hasMarks: Bool {
    next != nil || !lastPaths.isEmpty || more != nil || total != nil || totalPages != nil
  }
}
