import Foundation
@_spi(Generated) import SwiftSyncRuntime

/// Answers requests for single rows: the `rest` protocol.
struct SingleRowAnswer {
  let state: ServerState

  func fetch(_ routed: RoutedRequest) throws -> HTTP.Response {
    let plan = try plan(routed)
    try checkQuery(routed)
    let (identity, row) = try found(routed, plan)
    guard let row, !row.isDeleted || plan.tombstoneColumn != nil else {
      throw missing(identity, plan)
    }
    return try response(row, plan, routed)
  }

  func create(_ routed: RoutedRequest) throws -> HTTP.Response {
    let plan = try plan(routed)
    try checkQuery(routed)
    let json = try body(routed)
    var stated = try state.reader.read(json, plan, over: nil)
    for (member, text) in try routed.members() {
      let (column, value) = try self.value(text, of: member, plan)
      stated.values[column] = value
    }
    if routed.endpoint.method == HTTP.Method.put.rawValue,
      let known = try known(stated, plan)
    {
      return try response(try state.update(known, stated, plan), plan, routed)
    }
    let row = try state.create(stated, plan)
    return try response(row, plan, routed, status: 201)
  }

  func update(_ routed: RoutedRequest) throws -> HTTP.Response {
    let plan = try plan(routed)
    try checkQuery(routed)
    let (identity, known) = try found(routed, plan)
    let json = try body(routed)
    let isDeleted = try state.reader.isDeleted(json, plan)
    guard let known else { throw missing(identity, plan) }
    try checkVersion(known, plan, routed)
    if known.isDeleted { throw gone(identity, plan) }
    let isMarked = state.isDeleted(known, plan)
    if isMarked, isDeleted != false { throw gone(identity, plan) }
    if isDeleted == true {
      let row = try state.delete(identity, plan) ?? known
      return try response(row, plan, routed)
    }
    let stated = try state.reader.read(json, plan, over: known)
    let row = try state.update(identity, stated, restores: isMarked, plan)
    return try response(row, plan, routed)
  }

  func delete(_ routed: RoutedRequest) throws -> HTTP.Response {
    let plan = try plan(routed)
    try checkQuery(routed)
    let (identity, known) = try found(routed, plan)
    guard let known else { throw missing(identity, plan) }
    try checkVersion(known, plan, routed)
    if state.isDeleted(known, plan) { throw gone(identity, plan) }
    let row = try state.delete(identity, plan)
    guard routed.endpoint.returned?.first != nil else {
      return try response(nil, plan, routed)
    }
    return try response(row ?? known, plan, routed)
  }

  // MARK: - Requests

  private func plan(_ routed: RoutedRequest) throws -> EntityPlan {
    try state.plan(routed.endpoint.entity ?? "")
  }

  private func checkQuery(_ routed: RoutedRequest) throws {
    guard let name = routed.query.first?.name else { return }
    throw NoAnswer("the schema does not say what '\(name)' of '\(routed.endpoint.name)' does")
  }

  /// The row in the body of a request.
  private func body(_ routed: RoutedRequest) throws -> JSONValue {
    guard let body = routed.body, let row = body.value(at: routed.endpoint.sent?.keys ?? []) else {
      throw Refusal(422, "invalid", "the body lacks the row")
    }
    return row
  }

  /// The column of a member in a path, and its value.
  private func value(
    _ text: String, of member: String, _ plan: EntityPlan
  ) throws -> (column: Int, value: StoredValue) {
    guard let column = plan.column(of: member) else {
      throw NoAnswer("'\(member)' of \(plan.metadata.name) is not in one column")
    }
    guard let value = state.reader.value(text, in: column, of: plan), value != .null else {
      throw Refusal(404, "not-found", "'\(text)' is not a value of '\(member)'")
    }
    return (column, state.current(value, column, of: plan))
  }

  /// The identity in the path, and the row, if it also has the path's other values.
  private func found(
    _ routed: RoutedRequest, _ plan: EntityPlan
  ) throws -> (identity: ServerKey, row: ServerRow?) {
    var values: [Int: StoredValue] = [:]
    for (member, text) in try routed.members() {
      let (column, value) = try self.value(text, of: member, plan)
      values[column] = value
    }
    let identity = plan.identity.compactMap { values[$0] }
    guard identity.count == plan.identity.count else {
      throw NoAnswer("the path of '\(routed.endpoint.name)' does not identify a row")
    }
    let row = state.row(identity, plan).flatMap { row in
      values.allSatisfy { row.values[$0.key] == $0.value } ? row : nil
    }
    return (identity, row)
  }

  /// The identity of a stored row that a request creates again.
  private func known(_ stated: StatedRow, _ plan: EntityPlan) throws -> ServerKey? {
    let identity = plan.identity.compactMap { stated.values[$0] }
    guard identity.count == plan.identity.count, let row = state.row(identity, plan),
      !row.isDeleted
    else { return nil }
    return identity
  }

  /// Compares the tag on which a request is based with that of the row.
  private func checkVersion(
    _ row: ServerRow, _ plan: EntityPlan, _ routed: RoutedRequest
  ) throws {
    guard plan.metadata.sync.hasETags, let stated = routed.request.headers["If-Match"],
      stated != "*", stated != tag(row)
    else { return }
    throw Refusal(412, "outdated", "the row has changed")
  }

  private func tag(_ row: ServerRow) -> String { "\"\(row.changed)\"" }

  private func missing(_ identity: ServerKey, _ plan: EntityPlan) -> Refusal {
    Refusal(404, "not-found", "there is no \(plan.metadata.name) \(ServerState.text(identity))")
  }

  private func gone(_ identity: ServerKey, _ plan: EntityPlan) -> Refusal {
    Refusal(410, "gone", "\(plan.metadata.name) \(ServerState.text(identity)) is deleted")
  }

  // MARK: - Responses

  private func response(
    _ row: ServerRow?, _ plan: EntityPlan, _ routed: RoutedRequest, status: Int = 200
  ) throws -> HTTP.Response {
    var response = try body(row, plan, routed, status)
    if let row, plan.metadata.sync.hasETags, !row.isDeleted { response.headers["ETag"] = tag(row) }
    return response
  }

  private func body(
    _ row: ServerRow?, _ plan: EntityPlan, _ routed: RoutedRequest, _ status: Int
  ) throws -> HTTP.Response {
    guard let row, let place = routed.endpoint.returned?.first else {
      guard let flag = routed.endpoint.flag else {
        return HTTP.Response(status: status == 201 ? 201 : 204)
      }
      var json = JSONValue.object([:])
      json.set(flag, .bool(true))
      return .json(json, status: status)
    }
    var json = JSONValue.object([:])
    json.set(place.keys, try state.writer.json(row, plan))
    try ResponseRest(endpoint: routed.endpoint).add(to: &json, besides: [place.keys])
    return .json(json, status: status, type: plan.mediaType(of: place))
  }
}

extension EntityPlan {
  /// The column of an attribute or a reference; `nil` if it has none, or several.
  func column(of member: String) -> Int? {
    if let attribute = metadata.attributes.first(where: { $0.name == member }) {
      return attribute.isAmount ? nil : attribute.column
    }
    let relation = metadata.relations.first { $0.name == member }
    guard case .toOne(let reference)? = relation?.kind, reference.parts.isEmpty,
      !metadata.columns[reference.column].isVirtual
    else { return nil }
    return reference.column
  }

  func mediaType(of place: DescribedRows) -> String {
    metadata.resourceType != nil ? "application/vnd.api+json" : "application/json"
  }
}

/// The values of a response besides its rows.
struct ResponseRest {
  let endpoint: DescribedEndpoint

  /// Sets the flag of a success.
  ///
  /// - Parameter known: The keys that the response has.
  /// - Throws: `NoAnswer` if the response needs another value.
  func add(to json: inout JSONValue, besides known: [[String]]) throws {
    if let flag = endpoint.flag { json.set(flag, .bool(true)) }
    let needed = (endpoint.returned ?? []).flatMap { $0.others ?? [] }
    let unknown = needed.first { keys in
      keys != endpoint.flag && !known.contains(keys) && json.value(at: keys) == nil
    }
    guard let unknown else { return }
    throw NoAnswer(
      "the schema does not say what '\(unknown.joined(separator: "."))' of '\(endpoint.name)' is")
  }
}
