import Foundation
@_spi(Generated) import SwiftSyncRuntime

/// Answers requests for lists: those of a parent, filtered, changed since a watermark, and in pages.
struct ListAnswer {
  let state: ServerState
  /// The number of rows in a page whose size the request does not state.
  let pageSize: Int

  func answer(_ routed: RoutedRequest) throws -> HTTP.Response {
    let endpoint = routed.endpoint
    guard let place = endpoint.returned?.first else {
      throw NoAnswer("the schema does not say where the rows of '\(endpoint.name)' are")
    }
    let plan = try state.plan(place.entity)
    try checkBody(routed)
    let filter = try RowFilter(routed, plan, state)
    let since = try watermark(routed, plan)
    var rows = listed(plan, endpoint).filter { filter.contains($0) }
    if let (column, value) = since { rows = rows.filter { $0.values[column].isAfter(value) } }
    try checkParent(filter, rows)
    let page = try ListPages(routed, plan, pageSize).page(of: sorted(rows, plan, endpoint))
    var json = JSONValue.object([:])
    json.set(place.keys, try state.json(page.rows, at: place, plan))
    for (keys, value) in page.marks { json.set(keys, value) }
    try ResponseRest(endpoint: endpoint).add(
      to: &json, besides: page.marks.map(\.keys) + (endpoint.page?.next.map { [$0] } ?? []))
    var response = HTTP.Response.json(json, type: plan.mediaType(of: place))
    if let link = page.link { response.headers["Link"] = link }
    return response
  }

  /// The rows that a list has. Lists that devices store include tombstones, so that devices learn
  /// about deletions.
  private func listed(_ plan: EntityPlan, _ endpoint: DescribedEndpoint) -> [ServerRow] {
    let rows = state.rows(plan)
    return endpoint.stores ?? false ? rows : rows.filter { !state.isDeleted($0, plan) }
  }

  /// Refuses a list of a parent that does not exist, unless there are rows that refer to it.
  private func checkParent(_ filter: RowFilter, _ rows: [ServerRow]) throws {
    guard rows.isEmpty, let parent = filter.unknownParent else { return }
    throw Refusal(404, "not-found", "there is no \(parent)")
  }

  /// Rows in the order of their changes if a watermark depends on it, otherwise of their creation.
  private func sorted(
    _ rows: [ServerRow], _ plan: EntityPlan, _ endpoint: DescribedEndpoint
  ) throws -> [ServerRow] {
    if endpoint.page?.style == .lastRow {
      guard let last = endpoint.page?.last, let column = plan.column(of: last) else {
        throw NoAnswer(
          "'\(endpoint.page?.last ?? "")', by which '\(endpoint.name)' continues, is in no column")
      }
      return rows.sorted { left, right in
        left.values[column] == right.values[column]
          ? left.created < right.created : right.values[column].isAfter(left.values[column])
      }
    }
    return endpoint.since == nil ? rows : rows.sorted { $0.changed < $1.changed }
  }

  private func watermark(
    _ routed: RoutedRequest, _ plan: EntityPlan
  ) throws -> (column: Int, value: StoredValue)? {
    guard let name = routed.endpoint.since, let text = routed.value(of: name), !text.isEmpty else {
      return nil
    }
    guard let column = plan.clockColumn else {
      throw NoAnswer("'since' of '\(routed.endpoint.name)' needs a clock")
    }
    guard let value = state.reader.value(text, in: column, of: plan), value != .null else {
      throw Refusal(400, "bad-request", "'\(text)' is not a value of '\(name)'")
    }
    return (column, value)
  }

  /// The body of a list contains what requests the page, and nothing else that has a meaning.
  private func checkBody(_ routed: RoutedRequest) throws {
    guard let body = routed.body else { return }
    let page = routed.endpoint.page
    let known = [page?.parameter, page?.size].compactMap { $0 }.filter(\.inBody).map(\.name)
    guard
      let other = body.leaves.map({ $0.joined(separator: ".") }).first(where: {
        !known.contains($0)
      })
    else { return }
    throw NoAnswer(
      "the schema does not say what '\(other)' in the body of '\(routed.endpoint.name)' does")
  }
}

/// Answers requests for lists of several entities: all of their rows.
struct DocumentAnswer {
  let state: ServerState

  func answer(_ routed: RoutedRequest) throws -> HTTP.Response {
    if let name = routed.query.first?.name {
      throw NoAnswer("the schema does not say what '\(name)' of '\(routed.endpoint.name)' does")
    }
    var json = JSONValue.object([:])
    let places = routed.endpoint.returned ?? []
    for place in places {
      let plan = try state.plan(place.entity)
      let rows = state.rows(plan).filter { !state.isDeleted($0, plan) }
      let list = try state.json(rows, at: place, plan)
      let others = json.value(at: place.keys)?.elements ?? []
      json.set(place.keys, place.form == .tagged ? .array(others + (list.elements ?? [])) : list)
    }
    try ResponseRest(endpoint: routed.endpoint).add(to: &json, besides: places.map(\.keys))
    return .json(json)
  }
}

extension ServerState {
  /// The rows of an entity in a response: a list, or an object with the rows under their identities.
  fileprivate func json(
    _ rows: [ServerRow], at place: DescribedRows, _ plan: EntityPlan
  ) throws -> JSONValue {
    let objects = try rows.map { row in
      var object = try writer.json(row, plan)
      if let tag = place.tag { object.set(tag.keys, tag.value) }
      return object
    }
    guard place.form == .keyed else { return .array(objects) }
    let keys = rows.map { Self.text(identity($0, plan)) }
    return .object(Dictionary(zip(keys, objects)) { $1 })
  }
}

extension StoredValue {
  /// Whether the value comes after another one in the order of SQLite. Null is before all others.
  func isAfter(_ other: StoredValue) -> Bool {
    switch (self, other) {
    case (.null, _): false
    case (_, .null): true
    case (.integer(let left), .integer(let right)): left > right
    case (.real(let left), .real(let right)): left > right
    case (.integer(let left), .real(let right)): Double(left) > right
    case (.real(let left), .integer(let right)): left > Double(right)
    case (.text(let left), .text(let right)): right.utf8.lexicographicallyPrecedes(left.utf8)
    case (.blob(let left), .blob(let right)): right.lexicographicallyPrecedes(left)
    case (.integer, _), (.real, _): false
    case (.text, .blob): false
    case (.text, _), (.blob, _): true
    }
  }
}
