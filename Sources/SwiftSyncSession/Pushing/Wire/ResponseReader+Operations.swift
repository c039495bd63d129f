import SwiftSyncFoundation
@_spi(Generated) import SwiftSyncStore
import SwiftSyncValues

extension ResponseReader {
  /// Reads `{"results": [{"type": "Task", "id": …, "status": "applied", "data": {row}}]}`.
  ///
  /// A result applies to the row that it names, in any order. A result without an `id` applies to
  /// the operation at the same position, if there are as many results as operations. A result that
  /// does not match a sent row, or whose `data` contains a row other than the one it matches, is
  /// ignored, except that `data` contains the server's id where a temporary one was sent.
  ///
  /// - Parameter pushed: The operations in order.
  func operations(
    _ body: Data, _ pushed: [PushedKey]
  ) throws(PushResponseError) -> PushResponse {
    try read(body) { (scanner, response) throws(JSONError) in
      guard try expect(.object, &scanner, "it", &response) else { return }
      var results: [OperationResult]?
      try members(of: &scanner) { (key, scanner) throws(JSONError) in
        guard key == "results" else { return try pass(&scanner) }
        results = try readResults(&scanner, &response)
      }
      guard let results else { return response.note("it lacks 'results'") }
      try take(results, OperationNames(pushed, schema), &response)
    }
  }

  private func readResults(
    _ scanner: inout JSONScanner, _ response: inout PushResponse
  ) throws(JSONError) -> [OperationResult] {
    var results: [OperationResult] = []
    try objects(of: &scanner, "results", &response) { (scanner, response) throws(JSONError) in
      let result = try OperationResult(&scanner, arena)
      if result.status.isEmpty { response.note("'results[\(results.count)]' lacks 'status'") }
      results.append(result)
    }
    return results
  }

  private func take(
    _ results: [OperationResult], _ names: OperationNames, _ response: inout PushResponse
  ) throws(JSONError) {
    for (position, result) in results.enumerated() {
      let key = names.key(of: result, at: position, of: results.count, arena)
      guard let key, try take(result, of: key, &response) else {
        response.unnamed += 1
        continue
      }
    }
  }

  /// - Returns: Whether the result can apply to the row.
  private func take(
    _ result: OperationResult, of key: PushedKey, _ response: inout PushResponse
  ) throws(JSONError) -> Bool {
    var found: PushResponse.Row?
    if var scanner = result.row {
      found = try row(&scanner, key.entity)
      if found == nil {
        response.note("'data' in the result for \(words(for: key)) has no readable identity")
      }
    } else if result.status == "stale" {
      response.note("the result for \(words(for: key)) is 'stale', but has no 'data'")
    }
    let isOther = found.map { $0.key != key.key } ?? false
    if let found, isOther, !schema.entities[key.entity].replaces(key.key, found.key) {
      noteTemporary(found.key, for: key, &response)
      return false
    }
    switch result.status {
    case "applied": response.accepted.insert(key)
    case "stale": response.stale.insert(key)
    case "rejected": response.rejected[key] = result.reason
    default: return false
    }
    if let found, isOther { rename(key, to: found.key, &response) }
    if let found {
      response.rows[key.entity, default: ResponseList()]
        .append(found, of: schema.entities[key.entity], nil)
    }
    return true
  }
}

/// The rows of an `operations` request, by the names that a result can use for them.
struct OperationNames {
  private let pushed: [PushedKey]
  private let schema: SchemaPlan
  private let keys: Set<PushedKey>
  private let entities: [Int]
  /// The rows of entities with a composite identity, by entity and identity as text.
  private let composites: [String: PushedKey]

  init(_ pushed: [PushedKey], _ schema: SchemaPlan) {
    self.pushed = pushed
    self.schema = schema
    keys = Set(pushed)
    entities = Set(pushed.map(\.entity)).compactlySorted()
    // A string that could be either of two identities, because parts may contain the slash, matches
    // neither.
    let texts = Dictionary(grouping: keys.filter { $0.key.count > 1 }) { "\($0.entity)/\($0.text)" }
    composites = texts.compactMapValues { $0.count == 1 ? $0[0] : nil }
  }

  /// The row that a result names; `nil` if it names none.
  func key(
    of result: OperationResult, at position: Int, of count: Int, _ arena: ByteArena
  ) -> PushedKey? {
    let place = count == pushed.count ? pushed[position] : nil
    guard let id = result.id else {
      guard let place, isType(result.type, of: place.entity) else { return nil }
      return place
    }
    let named = entities.filter { isType(result.type, of: $0) }
      .compactMap { key(id, of: $0, arena) }
    guard named.count > 1 else { return named.first }
    return named.first { $0 == place }
  }

  /// - Parameter type: The name of the entity in the protocol, or empty.
  private func isType(_ type: String, of entity: Int) -> Bool {
    type.isEmpty || type == schema.entities[entity].metadata.remoteName
  }

  private func key(_ id: JSONToken, of entity: Int, _ arena: ByteArena) -> PushedKey? {
    let plan = schema.entities[entity]
    guard plan.identity.count == 1 else {
      let text = compositeText(id.text(in: arena).string, of: plan, arena)
      return composites["\(entity)/\(text)"]
    }
    guard let value = plan.fields[plan.identity[0]].converter.convert(id, in: arena) else {
      return nil
    }
    let key = PushedKey(entity: entity, key: [value.stored])
    return keys.contains(key) ? key : nil
  }

  /// A composite identity as the queue spells it: with UUIDs in lower case, and values of the app's
  /// types as these store them.
  private func compositeText(_ text: String, of plan: EntityPlan, _ arena: ByteArena) -> String {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == plan.identity.count else { return text }
    return zip(parts, plan.identity).map { part, column in
      let token = JSONToken(.string, arena.copy(String(part)))
      guard let value = plan.fields[column].textConverter.convert(token, in: arena),
        value.kind == .text || value.kind == .integer
      else { return String(part) }
      return value.stored.text
    }.joined(separator: "/")
  }
}
