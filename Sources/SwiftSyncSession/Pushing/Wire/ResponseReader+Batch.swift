import SwiftSyncFoundation
@_spi(Generated) import SwiftSyncStore
import SwiftSyncValues

/// A list of rows in a response of the `batch` protocol.
struct BatchList: Sendable {
  /// The key of the list in the response.
  let key: String
  /// The entity's position in the schema.
  let entity: Int
  /// Whether rows of the entity were pushed, so that the response must report on them.
  let hasRows: Bool
  /// The pushed rows; `nil` if the response may contain them with other identities.
  let pushed: Set<RowKey>?
  /// The pushed rows with temporary identities, by the temporary part.
  let temporary: [StoredValue: PushedKey]
  /// The clocks that can be watermarks.
  let plausible: PlausibleClocks
}

extension ResponseReader {
  /// Reads `{"tasks": {"success": [rows], "error": [{"id": …, "message": "…"}]}}`.
  ///
  /// One of the two lists is sufficient, and null means an empty list. An entity of which nothing
  /// was pushed may be left out, but not all of them.
  ///
  /// - Parameter lists: The requested lists; others are skipped.
  func batch(_ body: Data, _ lists: [BatchList]) throws(PushResponseError) -> PushResponse {
    let entities = Dictionary(lists.map { ($0.key, $0) }) { first, _ in first }
    return try read(body) { (scanner, response) throws(JSONError) in
      guard try expect(.object, &scanner, "it", &response) else { return }
      try members(of: &scanner) { (key, scanner) throws(JSONError) in
        guard let list = entities[key], try scanner.peekKind() != .null else {
          return try pass(&scanner)
        }
        if response.rows[list.entity] == nil { response.rows[list.entity] = ResponseList() }
        try readEntity(&scanner, list, &response)
      }
      let missing = lists.filter { response.rows[$0.entity] == nil }
      let isEmpty = missing.count == lists.count
      guard let first = missing.first(where: { isEmpty || $0.hasRows }) else { return }
      response.note("it lacks '\(first.key)'")
    }
  }

  private func readEntity(
    _ scanner: inout JSONScanner, _ entity: BatchList, _ response: inout PushResponse
  ) throws(JSONError) {
    let key = entity.key
    guard try expect(.object, &scanner, "'\(key)'", &response) else { return }
    var hasList = false
    try members(of: &scanner) { (list, scanner) throws(JSONError) in
      guard ["success", "error"].contains(list) else { return try pass(&scanner) }
      hasList = true
      guard try scanner.peekKind() != .null else { return try pass(&scanner) }
      try objects(of: &scanner, "\(key).\(list)", &response) {
        (scanner, response) throws(JSONError) in
        try list == "success"
          ? readAccepted(&scanner, entity, &response)
          : readRejected(&scanner, entity.entity, &response)
      }
    }
    if !hasList { response.note("'\(key)' lacks 'success' and 'error'") }
  }

  private func readAccepted(
    _ scanner: inout JSONScanner, _ list: BatchList, _ response: inout PushResponse
  ) throws(JSONError) {
    let object = scanner
    guard let row = try row(&scanner, list.entity) else { return response.unnamed += 1 }
    let isPushed = list.pushed?.contains(row.key) ?? true
    if isPushed { response.accepted.insert(PushedKey(entity: list.entity, key: row.key)) }
    let sent = try sentKey(of: row, object, list, &response)
    response.rows[list.entity, default: ResponseList()].append(
      row, of: schema.entities[list.entity],
      isPushed || sent != nil ? nil : list.plausible)
    guard let sent else { return }
    response.accepted.insert(sent)
    rename(sent, to: row.key, &response)
  }

  /// The row that was sent with a temporary identity and that a row of the server corresponds to.
  ///
  /// The row's `temporary_id` identifies it, even if other parts of the identity were temporary.
  private func sentKey(
    of row: PushResponse.Row, _ object: JSONScanner, _ list: BatchList,
    _ response: inout PushResponse
  ) throws(JSONError) -> PushedKey? {
    let plan = schema.entities[list.entity]
    guard let part = plan.temporaryPart,
      let value = try temporaryID(in: object, plan.fields[plan.identity[part]].converter)
    else { return nil }
    if let sent = list.temporary[value] {
      if plan.replaces(sent.key, row.key) { return sent }
      noteTemporary(row.key, for: sent, &response)
      return nil
    }
    var key = row.key
    key[part] = value
    return plan.replaces(key, row.key) ? PushedKey(entity: list.entity, key: key) : nil
  }

  private func temporaryID(
    in object: JSONScanner, _ converter: ValueConverter
  ) throws(JSONError) -> StoredValue? {
    var object = object
    var value: StoredValue?
    try members(of: &object) { (key, scanner) throws(JSONError) in
      guard key == TemporaryID.echoKey else { return try pass(&scanner) }
      switch try scanner.peekKind() {
      case .object, .array: try pass(&scanner)
      default: value = converter.convert(try scanner.readValue(), in: arena)?.stored
      }
    }
    return value
  }

  private func readRejected(
    _ scanner: inout JSONScanner, _ entity: Int, _ response: inout PushResponse
  ) throws(JSONError) {
    var words = scanner
    guard let row = try row(&scanner, entity) else { return response.unnamed += 1 }
    let result = try OperationResult(&words, arena)
    response.rejected[PushedKey(entity: entity, key: row.key)] = result.reason
  }
}
