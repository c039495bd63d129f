@_spi(Generated) import SwiftSyncRuntime

/// Answers the `batch` protocol: lists of rows by entity, and what has changed since a watermark.
struct BatchAnswer {
  let state: ServerState
  let upload: DescribedUpload

  /// A row of the request.
  private struct Item {
    let plan: EntityPlan
    let json: JSONValue
    let isDeletion: Bool
  }

  /// The outcome of one entity.
  private struct Outcome {
    /// The accepted rows in order, each once.
    var identities: [ServerKey] = []
    var known: Set<ServerKey> = []
    /// The temporary ids of new rows, by identity.
    var temporary: [ServerKey: StoredValue] = [:]
    /// Deleted rows that the server never had.
    var unknown: [JSONValue] = []
    var rejected: [JSONValue] = []
  }

  private var rows: UploadedRows { UploadedRows(state: state) }

  func answer(_ body: JSONValue) throws -> JSONValue {
    guard let members = body.members else {
      throw Refusal(400, "bad-request", "the body is not an object")
    }
    let stated = try upload.entities.filter { members[$0[1]] != nil }.map { entity in
      (plan: try state.plan(entity[0]), key: entity[1])
    }
    let watermarks = try stated.map { try watermark(body, $0.plan) }
    var outcomes = [Outcome](repeating: Outcome(), count: stated.count)
    try write(try stated.map { try items(members[$0.key], $0) }, to: &outcomes)
    var answer = JSONValue.object([:])
    for (index, entity) in stated.enumerated() {
      let outcome = outcomes[index]
      let others = try changed(entity.plan, watermarks[index], besides: outcome.known)
      answer.set(
        [entity.key],
        [
          "success": .array(try accepted(outcome, entity.plan) + others),
          "error": .array(outcome.rejected),
        ])
    }
    return answer
  }

  private func items(
    _ list: JSONValue?, _ entity: (plan: EntityPlan, key: String)
  ) throws -> [Item] {
    guard let elements = list?.elements else {
      throw Refusal(400, "bad-request", "'\(entity.key)' is not a list")
    }
    return try elements.map {
      Item(
        plan: entity.plan, json: $0,
        isDeletion: try state.reader.isDeleted($0, entity.plan) == true)
    }
  }

  /// The accepted rows as they are after the whole request: others may have changed them.
  private func accepted(_ outcome: Outcome, _ plan: EntityPlan) throws -> [JSONValue] {
    let rows = try outcome.identities.compactMap { identity -> JSONValue? in
      guard let row = state.row(identity, plan) else { return nil }
      var json = try state.writer.json(row, plan)
      if let temporary = outcome.temporary[identity], let part = plan.temporaryPart {
        let type = plan.fields[plan.identity[part]].type
        json.set(["temporary_id"], try state.writer.json(temporary, type))
      }
      return json
    }
    return rows + outcome.unknown
  }

  /// The watermark of an entity, which is under the key of its clock; `nil` for all rows.
  private func watermark(_ body: JSONValue, _ plan: EntityPlan) throws -> StoredValue? {
    guard let column = plan.clockColumn, let path = plan.fields[column].paths.first else {
      return nil
    }
    let keys = try MemberPath.keys(path, of: plan)
    guard let value = body[path] ?? body.value(at: keys) else {
      throw Refusal(400, "bad-request", "the body lacks '\(path)'")
    }
    guard value != .null else { return nil }
    guard let stored = RowJSONReader.convert(value, plan.fields[column].converter) else {
      throw Refusal(400, "bad-request", "'\(path)' is not a watermark: \(value)")
    }
    return stored
  }

  /// The rows of an entity that have changed since a watermark, oldest first.
  private func changed(
    _ plan: EntityPlan, _ watermark: StoredValue?, besides known: Set<ServerKey>
  ) throws -> [JSONValue] {
    let rows = state.rows(plan).filter { row in
      guard !known.contains(state.identity(row, plan)) else { return false }
      guard let watermark, let column = plan.clockColumn else { return true }
      return row.values[column].isAfter(watermark)
    }
    return try rows.sorted { $0.changed < $1.changed }.map { try state.writer.json($0, plan) }
  }

  // MARK: - Writing

  /// Writes rows after those to which they refer, and deletions last. A row whose reference is not
  /// stored yet is tried again once others are.
  private func write(_ lists: [[Item]], to outcomes: inout [Outcome]) throws {
    let items = lists.enumerated().flatMap { index, list in list.map { (index, $0) } }
    try write(items.filter { !$0.1.isDeletion }, to: &outcomes)
    try write(items.filter { $0.1.isDeletion }.reversed(), to: &outcomes)
  }

  private func write(_ items: [(Int, Item)], to outcomes: inout [Outcome]) throws {
    var pending = items
    while !pending.isEmpty {
      var postponed: [(Int, Item)] = []
      var failures: [Refusal] = []
      for (index, item) in pending {
        do {
          try write(item, to: &outcomes[index])
        } catch let refusal as Refusal {
          postponed.append((index, item))
          failures.append(refusal)
        }
      }
      if postponed.count == pending.count {
        for ((index, item), refusal) in zip(postponed, failures) {
          outcomes[index].rejected.append(rejected(item, refusal))
        }
        return
      }
      pending = postponed
    }
  }

  private func write(_ item: Item, to outcome: inout Outcome) throws {
    let temporary = try rows.temporaryID(item.json, item.plan)
    guard let row = try rows.write(item.json, item.plan) else {
      outcome.unknown.append(try rows.unknown(item.json, item.plan))
      return
    }
    let identity = state.identity(row, item.plan)
    if let temporary { outcome.temporary[identity] = temporary }
    if outcome.known.insert(identity).inserted { outcome.identities.append(identity) }
  }

  private func rejected(_ item: Item, _ refusal: Refusal) -> JSONValue {
    var json = (try? rows.unknown(item.json, item.plan)) ?? .object([:])
    json.set(["code"], .string(refusal.code))
    json.set(["message"], .string(refusal.message))
    if !refusal.fields.isEmpty {
      json.set(["fields"], .object(refusal.fields.mapValues { .array($0.map(JSONValue.string)) }))
    }
    return json
  }
}
