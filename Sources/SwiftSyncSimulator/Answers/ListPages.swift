import Foundation
@_spi(Generated) import SwiftSyncRuntime

/// Cuts lists into pages, in each of the styles that a schema can declare.
struct ListPages {
  /// A page with what tells the device how to go on.
  struct Page {
    var rows: [ServerRow]
    /// Values besides the rows, by their keys.
    var marks: [(keys: [String], value: JSONValue)] = []
    var link: String?
  }

  private let routed: RoutedRequest
  private let plan: EntityPlan
  private let size: Int

  /// - Throws: `Refusal` if the size is not a positive number.
  init(_ routed: RoutedRequest, _ plan: EntityPlan, _ usualSize: Int) throws {
    self.routed = routed
    self.plan = plan
    let page = routed.endpoint.page
    guard let text = routed.value(of: page?.size) else {
      size = page?.sizeValue ?? usualSize
      return
    }
    guard let stated = Int(text), stated > 0 else {
      throw Refusal(400, "bad-request", "'\(text)' is not the size of a page")
    }
    size = stated
  }

  func page(of rows: [ServerRow]) throws -> Page {
    guard let paging = routed.endpoint.page else { return Page(rows: rows) }
    // The method that returns decoded rows requests no page, and gets the first one.
    switch paging.style {
    case .number: return try numbered(rows, paging)
    case .offset: return try skipped(rows, paging)
    case .lastRow: return try following(rows, paging)
    case .cursor, .nextURL, .linkHeader: return try continued(rows, paging)
    }
  }

  // MARK: - Positions

  private func number(_ text: String?, or usual: Int) throws -> Int {
    guard let text else { return usual }
    guard let number = Int(text), number >= 0 else {
      throw Refusal(400, "bad-request", "'\(text)' is not the number of a page")
    }
    return number
  }

  private func numbered(_ rows: [ServerRow], _ paging: DescribedPage) throws -> Page {
    let first = paging.from ?? 1
    let number = try self.number(routed.value(of: paging.parameter), or: first)
    guard number >= first else {
      throw Refusal(404, "not-found", "there is no page \(number)")
    }
    // A number whose rows would be beyond all others.
    let start = min(number - first, rows.count) * size
    if start >= rows.count, number > first, paging.notFound ?? false {
      throw Refusal(404, "not-found", "there is no page \(number)")
    }
    return cut(rows, from: start, paging)
  }

  private func skipped(_ rows: [ServerRow], _ paging: DescribedPage) throws -> Page {
    cut(rows, from: try number(routed.value(of: paging.parameter), or: 0), paging)
  }

  private func cut(_ rows: [ServerRow], from start: Int, _ paging: DescribedPage) -> Page {
    let rest = rows.dropFirst(start)
    var page = Page(rows: Array(rest.prefix(size)))
    mark(&page, paging, of: rows.count, hasMore: rest.count > size)
    return page
  }

  /// Adds what the schema declares to mark the last page.
  private func mark(_ page: inout Page, _ paging: DescribedPage, of count: Int, hasMore: Bool) {
    if let keys = paging.more { page.marks.append((keys, .bool(hasMore))) }
    if let keys = paging.total {
      page.marks.append((keys, .number(JSONValue.Number(count))))
    }
    if let keys = paging.totalPages {
      page.marks.append((keys, .number(JSONValue.Number((count + size - 1) / size))))
    }
  }

  // MARK: - The last row

  private func following(_ rows: [ServerRow], _ paging: DescribedPage) throws -> Page {
    guard let last = paging.last, let column = plan.column(of: last) else {
      throw NoAnswer("'\(paging.last ?? "")' of \(plan.metadata.name) is not in one column")
    }
    var rest = rows[...]
    if let text = routed.value(of: paging.parameter) {
      guard let value = read(text, column) else {
        throw Refusal(400, "bad-request", "'\(text)' is not a value of '\(last)'")
      }
      rest = rest.drop { !$0.values[column].isAfter(value) }
    }
    var page = Page(rows: Array(rest.prefix(size)))
    // Rows with the same value are in the same page, since the next one begins after the value.
    while page.rows.count < rest.count, let end = page.rows.last {
      let next = rest[rest.startIndex + page.rows.count]
      guard next.values[column] == end.values[column] else { break }
      page.rows.append(next)
    }
    mark(&page, paging, of: rows.count, hasMore: page.rows.count < rest.count)
    return page
  }

  private func read(_ text: String, _ column: Int) -> StoredValue? {
    RowJSONReader.convert(.string(text), plan.fields[column].textConverter)
  }

  // MARK: - Cursors and URLs

  /// The place of a row in the order of the list. It does not depend on other rows, so deletions move
  /// no row to another page.
  private func place(_ row: ServerRow) -> Int {
    routed.endpoint.since == nil ? row.created : row.changed
  }

  private func continued(_ rows: [ServerRow], _ paging: DescribedPage) throws -> Page {
    let text =
      paging.style == .cursor
      ? routed.value(of: paging.parameter) : paging.ownParameter.flatMap { routed.value(of: $0) }
    var rest = rows[...]
    if let text, !text.isEmpty {
      guard let after = Int(text) else {
        throw Refusal(400, "bad-request", "'\(text)' is not a cursor of the backend")
      }
      rest = rest.drop { place($0) <= after }
    }
    var page = Page(rows: Array(rest.prefix(size)))
    let hasMore = rest.count > size
    mark(&page, paging, of: rows.count, hasMore: hasMore)
    let next = hasMore ? page.rows.last.map { String(place($0)) } : nil
    switch paging.style {
    case .nextURL: add(next.map(url(continuing:)), paging, to: &page)
    case .linkHeader:
      page.link = next.map { "<\(url(continuing: $0))>; rel=\"\(paging.relation ?? "next")\"" }
    default: add(next, paging, to: &page)
    }
    return page
  }

  private func add(_ next: String?, _ paging: DescribedPage, to page: inout Page) {
    guard let keys = paging.next else { return }
    let end: JSONValue = paging.nextIsRequired ?? false ? "" : .null
    page.marks.append((keys, next.map(JSONValue.string) ?? end))
  }

  /// The URL of the request, with the place after which the next page begins.
  private func url(continuing place: String) -> String {
    let parameter = routed.endpoint.page?.ownParameter ?? "from"
    guard var parts = URLComponents(url: routed.request.url, resolvingAgainstBaseURL: true) else {
      return "?\(parameter)=\(place)"
    }
    var items = parts.percentEncodedQueryItems ?? []
    items.removeAll { $0.name == parameter }
    items.append(URLQueryItem(name: parameter, value: place))
    parts.percentEncodedQueryItems = items
    return parts.string ?? "?\(parameter)=\(place)"
  }
}
