/// Determines how the pages of a list are requested, by what a source says about them.
struct PageFinder {
  struct Page {
    /// `page` of an endpoint.
    let entries: [YAMLEntry]
    /// The names from which it follows, in the order of the entries.
    let evidence: String
  }

  private typealias Parameter = PageSigns.Parameter
  private typealias Mark = PageSigns.Mark

  private let signs: PageSigns

  init(_ signs: PageSigns) {
    self.signs = signs
  }

  /// `nil` if there are no pages, or none that a schema can describe.
  var page: Page? {
    let stated = ownCursor ?? countedOffset ?? nextURL ?? repeatedCursor ?? cursor ?? lastRow
    return stated ?? link(isCertain: true) ?? number ?? offset ?? possibleURL
      ?? link(isCertain: false)
  }

  /// Whether a parameter may select a page.
  var hasParameter: Bool {
    signs.parameter(PageNames.cursors + PageNames.numbers + PageNames.offsets) != nil
      || !otherCursors.isEmpty
  }

  /// Why there is no page although a parameter selects one.
  var problem: String? {
    guard page == nil else { return nil }
    if let one = offsetFromOne, let start = one.start {
      return "'\(one.name)' counts rows from \(start.number), which a schema cannot state"
    }
    let names = PageNames.cursors.filter { $0 != "after" && $0 != "start" } + PageNames.numbers
    guard let one = signs.parameter(names) ?? otherCursors.first else { return nil }
    return "'\(one.name)' may select a page, but nothing says how to get the next one"
  }

  private func made(_ entries: [YAMLEntry], from names: [String?], _ rest: String = "") -> Page {
    var seen: Set<String> = []
    let quoted = names.compactMap(\.self).filter { seen.insert($0).inserted }.map { "'\($0)'" }
    return Page(
      entries: entries, evidence: "the pages, from \(quoted.joined(separator: " and "))\(rest)")
  }
}

// MARK: - Cursors and URLs

extension PageFinder {
  private var hasRequests: Bool { signs.parameters != nil }

  private func page(_ parameter: String, next: Mark, _ size: [YAMLEntry], _ more: Mark?) -> Page {
    made(
      [YAMLEntry("cursor", .text(parameter)), YAMLEntry("next", .text(next.path))] + size
        + end(more), from: [parameter, next.path])
  }

  private static func canBeCursor(_ mark: Mark) -> Bool {
    mark.form == .text || mark.form == .unknown
  }

  private var cursorParameters: [Parameter] {
    PageNames.cursors.compactMap { name in signs.parameter([name]) { $0.form == .text } }
  }

  /// A cursor whose parameter and value have names that belong together, such as `after` and
  /// `paging.next.after`, or `page_token` and `next_page_token`.
  private var ownCursor: Page? {
    for parameter in cursorParameters {
      let name = parameter.snake
      let next = signs.marks.first { mark in
        guard Self.canBeCursor(mark) else { return false }
        return mark.name == name && (mark.container == "next" || PageNames.repeated.contains(name))
          || mark.name == "next_" + name
          || mark.name == name && name.hasPrefix("next_")
      }
      if let next { return page(parameter.name, next: next, sizes, more) }
    }
    return nil
  }

  /// Texts whose names say that they are cursors.
  private var otherCursors: [Parameter] {
    (signs.parameters ?? []).filter { $0.form == .text && PageNames.isCursor($0.snake) }
  }

  /// A cursor with a name that only this API has, under which the response has the next one, such
  /// as `pagination_id`.
  private var repeatedCursor: Page? {
    for parameter in signs.parameters ?? [] where parameter.form == .text {
      let name = parameter.snake
      guard
        PageNames.isCursor(name) || parameter.mentionsNext && PageNames.canBeCursor(name),
        let next = signs.marks.first(where: { mark in
          Self.canBeCursor(mark) && (mark.name == name || mark.name == "next_" + name)
        })
      else { continue }
      return page(parameter.name, next: next, sizes, more)
    }
    return nil
  }

  /// Any other pair of a cursor and a value with the next one.
  private var cursor: Page? {
    let names = PageNames.nextCursors + Array(PageNames.next).sorted()
    guard hasRequests else {
      guard let next = signs.mark(PageNames.nextCursors, [.text, .unknown]) else { return nil }
      return page(Self.parameter(for: next), next: next, [], more)
    }
    guard let parameter = cursorParameters.first(where: { !Self.isAlsoCount($0) }) else {
      return nil
    }
    if let next = signs.mark(names, [.text, .unknown]) {
      return page(parameter.name, next: next, sizes, more)
    }
    guard let last = signs.mark(PageNames.lastIDs, [.text]), let more,
      ["after", "after_id", "starting_after"].contains(parameter.snake)
    else { return nil }
    return page(parameter.name, next: last, sizes, more)
  }

  private static func isAlsoCount(_ parameter: Parameter) -> Bool {
    PageNames.offsets.contains(parameter.snake)
  }

  /// The usual parameter for a cursor, by the key of the next one: `pageToken` for `nextPageToken`.
  private static func parameter(for next: Mark) -> String {
    guard next.name == "next_page_token" else { return "cursor" }
    return next.path.hasSuffix("next_page_token") ? "page_token" : "pageToken"
  }

  private func page(at next: Mark) -> Page {
    made([YAMLEntry("next", .text(next.path))] + sizes, from: [next.path])
  }

  /// The URL of the next page.
  private var nextURL: Page? {
    let next = signs.marks.first { mark in
      switch mark.form {
      case .url:
        return PageNames.urls.contains(mark.name) || PageNames.next.contains(mark.name)
          || mark.container == "next" && PageNames.links.contains(mark.name)
      case .text, .unknown:
        return PageNames.urls.contains(mark.name)
          || mark.container == "next" && PageNames.links.contains(mark.name)
          || mark.container == "links" && mark.name == "next"
          || !hasRequests && mark.form == .unknown && mark.name == "next"
      case .flag, .number, .total: return false
      }
    }
    return next.map(page)
  }

  /// A text called `next` that no parameter takes.
  private var possibleURL: Page? {
    guard hasRequests else { return nil }
    return signs.mark(["next"], [.text, .unknown]).map(page)
  }

  private func link(isCertain: Bool) -> Page? {
    guard signs.links.isStated, signs.links.isAboutPages || !isCertain else { return nil }
    return made([YAMLEntry("link", .text("next"))] + sizes, from: ["Link"])
  }
}

// MARK: - Last rows, numbers and offsets

extension PageFinder {
  private var lastRow: Page? {
    guard let after = signs.parameter(PageNames.lastRows), signs.identity.count == 1 else {
      return nil
    }
    return made(
      [YAMLEntry("after", .text(after.name)), YAMLEntry("last", .text(signs.identity[0]))] + sizes
        + end(more), from: [after.name, more?.path])
  }

  private var number: Page? {
    guard hasRequests else {
      guard let end = signs.mark(PageNames.pageTotals, [.number, .total]) ?? more else {
        return nil
      }
      let key = end.form == .flag ? "more" : "total-pages"
      return made(
        [YAMLEntry("number", .text("page"))] + self.end([YAMLEntry(key, .text(end.path))]),
        from: [end.path])
    }
    guard let page = signs.parameter(PageNames.numbers, where: isNumber) else { return nil }
    let start = page.start ?? (isPageOfSpring ? Start(number: 0, reason: "as in Spring") : nil)
    let isFromZero = start?.number == 0
    let from: [YAMLEntry] = isFromZero ? [YAMLEntry("from", .number(0))] : []
    let reason = start.map { "; the first is \($0.number) \($0.reason)" } ?? ""
    return made(
      [YAMLEntry("number", .text(page.name))] + from + sizes + end(more, totals.entries),
      from: [page.name, more?.path, totals.mark?.path], reason)
  }

  /// Whether a parameter is a number, or a text that the response counts.
  private func isNumber(_ parameter: Parameter) -> Bool {
    switch parameter.form {
    case .number: true
    case .text: parameter.isCounted || totals.mark != nil
    case .other: false
    }
  }

  private typealias Start = PageSigns.Start

  /// Whether the response is a `Page` of Spring, whose first number is 0.
  private var isPageOfSpring: Bool {
    let names = Set(signs.marks.map(\.name))
    return names.isSuperset(of: ["number", "total_pages", "total_elements"])
      || names.isSuperset(of: ["number", "total_pages", "first", "last"])
  }

  /// An offset from 0 to a number of all rows, both of which are stated: a URL may be missing
  /// although there is another page.
  private var countedOffset: Page? {
    let isFromZero = signs.parameter(PageNames.offsets) { $0.start?.number == 0 } != nil
    return isFromZero && totals.mark != nil ? offset : nil
  }

  private var offset: Page? {
    guard let offset = signs.parameter(PageNames.offsets, where: { $0.form == .number }),
      offset.start?.number != 1, size != nil || totals.mark != nil
    else { return nil }
    let limit = sizes.map { YAMLEntry("limit", $0.value) }
    return made(
      [YAMLEntry("offset", .text(offset.name))] + limit + end(more, totals.entries),
      from: [offset.name, more?.path, totals.mark?.path])
  }

  private var offsetFromOne: Parameter? {
    signs.parameter(PageNames.offsets) { $0.form == .number && $0.start?.number == 1 }
  }

  private var more: Mark? { signs.mark(PageNames.more, [.flag]) }

  private var size: Parameter? {
    signs.parameter(PageNames.sizes) { $0.form == .number }
  }

  private var sizes: [YAMLEntry] {
    guard let size, let value = size.size, value > 0 else { return [] }
    return [YAMLEntry("size", .mapping([YAMLEntry(size.name, .number(value))]))]
  }

  /// `end` of a page; nothing if a response does not say where the pages end.
  private func end(_ more: Mark?, _ totals: [YAMLEntry] = []) -> [YAMLEntry] {
    end(more.entry("more") + totals)
  }

  private func end(_ entries: [YAMLEntry]) -> [YAMLEntry] {
    entries.isEmpty ? [] : [YAMLEntry("end", .mapping(entries))]
  }

  /// The number of all pages or rows. A `count` may be that of the page's rows.
  private var totals: (mark: Mark?, entries: [YAMLEntry]) {
    if let pages = signs.mark(PageNames.pageTotals, [.number, .total]) {
      return (pages, [YAMLEntry("total-pages", .text(pages.path))])
    }
    let rows =
      signs.mark(PageNames.rowTotals, [.number, .total]) ?? signs.mark(PageNames.counts, [.total])
    return (rows, Optional(rows).flatMap(\.self).entry("total"))
  }
}

extension PageSigns.Mark? {
  fileprivate func entry(_ key: String) -> [YAMLEntry] {
    map { [YAMLEntry(key, .text($0.path))] } ?? []
  }
}
