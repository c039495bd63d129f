import SwiftSyncValues
import SyncGenSchema

/// Finds the statements of a response about its next page, as `page` of an endpoint.
enum PageFinder {
  private static let urls: Set<String> = [
    "next", "next_url", "next_page_url", "next_link", "odata_next_link",
  ]
  private static let cursors: Set<String> = [
    "next_cursor", "next_page_token", "end_cursor", "cursor", "continuation", "next_token",
  ]
  private static let more: Set<String> = ["has_more", "has_next_page", "has_next", "more"]
  private static let totals: Set<String> = ["total_pages", "last_page", "page_count", "pages"]

  private static let containers: Set<String> = [
    "links", "meta", "page", "paging", "pagination", "page_info", "next", "extensions",
  ]

  /// The keys of numbers of rows and pages, and of the previous page, which endpoints do not need.
  private static let counts: Set<String> = [
    "total", "total_count", "total_rows", "total_size", "total_results", "total_items", "count",
    "result_count", "per_page", "page_size", "limit", "offset", "current_page", "page", "previous",
    "prev", "prev_page_url", "previous_url", "start", "from", "to", "first_page_url",
    "last_page_url", "previous_page_url",
  ]

  /// Whether a key next to rows concerns their pages rather than rows.
  static func isAboutPages(_ member: ObjectShape.Member) -> Bool {
    let snake = ImportNames.snake(member.key, NameStyle())
    if containers.contains(snake) { return true }
    guard member.place.isScalar else { return false }
    return [urls, cursors, more, totals, counts].contains { $0.contains(snake) }
  }

  /// Whether a member next to a list concerns the list rather than the row around it.
  static func isAboutList(_ member: ObjectShape.Member) -> Bool {
    isAboutPages(member) || member.place.isScalar && ["href", "self"].contains(member.key)
  }

  /// Whether a key is used for nothing but pages. Others, such as `from` and `total`, may be values.
  static func isOnlyAboutPages(_ member: ObjectShape.Member) -> Bool {
    member.place.isScalar && isPageOnly(member.key)
  }

  /// Whether a key next to a list in an object may describe only the list.
  static func isPageKey(_ key: String) -> Bool {
    let snake = ImportNames.snake(key, NameStyle())
    return isPageOnly(key) || [totals, counts, containers, beside].contains { $0.contains(snake) }
  }

  static func isMore(_ key: String) -> Bool { more.contains(ImportNames.snake(key, NameStyle())) }

  /// Whether a key is used for nothing but pages.
  static func isPageOnly(_ key: String) -> Bool {
    let snake = ImportNames.snake(key, NameStyle())
    return [urls, cursors, more, certain].contains { $0.contains(snake) }
  }

  /// The keys of the list itself, such as its own URL and the name of its type.
  private static let beside: Set<String> = [
    "href", "object", "order", "self", "type", "uri", "url",
  ]

  private static let certain: Set<String> = [
    "current_page", "has_next", "limit", "offset", "page_size", "per_page", "total_count",
    "total_pages", "total_results",
  ]

  /// Whether a member is the URL of the next page.
  static func isURL(_ member: ObjectShape.Member) -> Bool {
    urls.contains(ImportNames.snake(member.key, NameStyle())) && member.place.isScalar
  }

  /// The parameter for a cursor, by the name of the key with the next cursor: `pageToken` for
  /// `nextPageToken`.
  private static func parameter(_ key: String) -> String {
    let snake = ImportNames.snake(key, NameStyle())
    guard snake == "next_page_token" else { return "cursor" }
    return key == snake ? "page_token" : "pageToken"
  }

  static func page(in answer: Shape, root: String) -> YAMLValue? {
    guard let object = answer.object, !root.isEmpty else { return nil }
    var found = Found()
    found.search(object, path: [], root: ValuePath.steps(root) ?? [])
    return found.page
  }

  private struct Found {
    private var url: String?
    private var cursor: String?
    private var parameter = "cursor"
    private var more: String?
    private var total: String?

    mutating func search(_ object: ObjectShape, path: [PathStep], root: [PathStep]) {
      for member in object.members {
        let steps = path + [.key(member.key)]
        if steps == root { continue }
        let text = ValuePath.text(steps)
        let snake = ImportNames.snake(member.key, NameStyle())
        let place = member.place
        if urls.contains(snake) || snake == "href",
          place.texts.urls > 0 || place.count == place.nulls,
          snake != "href" || path.last == .key("next")
        {
          url = url ?? text
        } else if cursors.contains(snake), place.isScalar {
          if cursor == nil { parameter = PageFinder.parameter(member.key) }
          cursor = cursor ?? text
        } else if PageFinder.more.contains(snake), place.bools > 0 {
          more = more ?? text
        } else if totals.contains(snake), place.numbers.count > 0 {
          total = total ?? text
        } else if let inner = place.object, inner.values == nil, steps.count < 4,
          !root.isEmpty, place.element == nil
        {
          search(inner, path: steps, root: root)
        }
      }
    }

    var page: YAMLValue? {
      if let url { return .mapping([YAMLEntry("next", .text(url))]) }
      let isMore = more.map { [YAMLEntry("more", .text($0))] } ?? []
      if let cursor {
        return .mapping(
          [YAMLEntry("cursor", .text(parameter)), YAMLEntry("next", .text(cursor))] + isMore)
      }
      if let total {
        return .mapping([
          YAMLEntry("number", .text("page")), YAMLEntry("total-pages", .text(total)),
        ])
      }
      return more == nil ? nil : .mapping([YAMLEntry("number", .text("page"))] + isMore)
    }
  }
}
