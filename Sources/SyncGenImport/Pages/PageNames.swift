/// The usual names of parameters and values that concern pages, in snake_case.
enum PageNames {
  // MARK: Parameters

  static let cursors = [
    "cursor", "page_token", "next_page_token", "next_token", "pagination_token",
    "continuation_token", "page_cursor", "after_cursor", "start_cursor", "next_cursor",
    "cursor_after", "starting_token", "bookmark", "marker", "scroll_id", "continuation", "after",
    "page_after", "starting_after", "after_id", "offset", "start", "position", "page",
  ]
  static let lastRows = ["starting_after"]

  /// Words of names that only cursors have.
  private static let cursorWords: Set<String> = ["continuation", "cursor", "pagination", "paging"]
  /// Words of names that cursors and other parameters have.
  private static let possibleCursorWords: Set<String> = ["page", "token"]
  /// Words of names that no cursor of a next page has.
  private static let otherWords: Set<String> = [
    "before", "count", "current", "enabled", "first", "index", "last", "limit", "mode", "number",
    "per", "prev", "previous", "size", "total", "type",
  ]

  /// Whether a parameter is a cursor by its name, such as `pagination_id`.
  static func isCursor(_ name: String) -> Bool {
    let words = words(name)
    return !words.isDisjoint(with: cursorWords) && words.isDisjoint(with: otherWords)
  }

  /// Whether the name of a parameter, such as `page_key`, suggests a cursor if there is more evidence.
  static func canBeCursor(_ name: String) -> Bool {
    let words = words(name)
    return !words.isDisjoint(with: cursorWords.union(possibleCursorWords))
      && words.isDisjoint(with: otherWords)
  }

  private static func words(_ name: String) -> Set<String> {
    Set(name.split(separator: "_").map(String.init))
  }

  static let numbers = [
    "page", "page_number", "page_index", "page_no", "page_num", "pageno", "pagenumber",
    "current_page",
  ]
  static let offsets = [
    "offset", "skip", "start", "start_at", "start_index", "page_offset", "first_result", "startat",
    "startindex",
  ]
  /// Parameters that may count from 0 or 1.
  static let counted = Set(numbers + offsets)
  static let sizes = [
    "per_page", "page_size", "limit", "page_limit", "size", "max_results", "results_per_page",
    "items_per_page", "max_page_size", "max_items", "maxresults", "pagesize", "perpage", "count",
    "first", "take", "top", "rows",
  ]

  // MARK: Values next to rows

  /// URLs of the next page.
  static let urls: Set<String> = [
    "next_url", "next_uri", "next_page_url", "next_page_uri", "next_link", "next_page_link",
    "next_href", "odata_next_link",
  ]
  /// Names of a URL, if its place or its form also says so.
  static let next: Set<String> = ["next", "next_page"]
  /// Names of the URL in an object called `next`.
  static let links: Set<String> = ["href", "url", "uri", "link"]
  static let nextCursors = [
    "next_cursor", "next_page_token", "next_token", "end_cursor", "next_page_cursor",
    "next_continuation_token", "continuation_token", "next_marker", "next_bookmark", "cursor_next",
    "cursors_after", "continuation", "cursor",
  ]
  /// Cursors whose parameter has the name of the value.
  static let repeated: Set<String> = [
    "cursor", "bookmark", "marker", "scroll_id", "continuation", "continuation_token", "next_token",
    "offset", "position",
  ]
  static let lastIDs = ["last_id"]
  static let more = [
    "has_more", "has_next_page", "has_next", "more", "has_more_items", "has_more_results",
    "has_more_records", "is_truncated", "more_results",
  ]
  static let pageTotals = [
    "total_pages", "total_page", "last_page", "page_count", "pages", "num_pages",
    "total_page_count", "nb_pages", "pages_count",
  ]
  static let rowTotals = [
    "total", "total_count", "total_results", "total_record_count", "total_items", "total_rows",
    "total_size", "total_elements", "total_records", "total_hits", "num_found", "nb_hits",
  ]
  /// A number of all rows, or of those of the page.
  static let counts = ["count"]

  /// Objects with statements about pages.
  static let containers: Set<String> = [
    "links", "meta", "page", "paging", "pagination", "page_info", "next", "extensions",
  ]

  /// The values that endpoints do not need: the counts of a page, and the previous page.
  private static let others: Set<String> = [
    "count", "result_count", "per_page", "page_size", "limit", "offset", "current_page", "page",
    "previous", "prev", "prev_page_url", "previous_url", "start", "from", "to", "first_page_url",
    "last_page_url", "previous_page_url", "next", "total_size",
  ]

  /// Whether a value next to rows concerns their pages rather than the rows.
  static func concernsPages(_ name: String) -> Bool {
    urls.contains(name) || others.contains(name)
      || [nextCursors, more, pageTotals, rowTotals].contains { $0.contains(name) }
  }

  private static let certain: Set<String> = [
    "current_page", "limit", "next", "offset", "page_size", "per_page", "total_count",
    "total_pages", "total_results",
  ]

  /// The keys of a list itself, such as its own URL and the name of its type.
  private static let lists: Set<String> = ["href", "object", "order", "self", "type", "uri", "url"]

  /// Whether a key next to a list in an object may describe only the list.
  static func concernsList(_ name: String) -> Bool {
    concernsOnlyPages(name) || concernsPages(name) || containers.contains(name)
      || lists.contains(name)
  }

  /// Whether a value next to rows can concern nothing but their pages.
  static func concernsOnlyPages(_ name: String) -> Bool {
    urls.contains(name) || certain.contains(name) || nextCursors.contains(name)
      || more.contains(name)
  }
}
