import SwiftSyncFoundation
import SwiftSyncValues

/// A list of a response of the protocol `batch`.
struct BatchList: Sendable {
  /// What the response calls it.
  let key: String
  /// The entity's position in the schema.
  let entity: Int
  /// Whether rows of the entity were pushed, so that the response has to say what happened to them.
  let hasRows: Bool
}

extension ResponseReader {
  /// `{"tasks": {"success": [rows], "error": [{"id": …, "message": "…"}]}}`
  ///
  /// One of the two lists is enough, and null is an empty one. An entity of which nothing was pushed may be left out,
  /// but not all of them.
  ///
  /// - Parameter lists: Those that were asked for; others are passed over.
  func batch(_ body: Data, _ lists: [BatchList]) throws(PushResponseError) -> PushResponse {
    let entities = Dictionary(lists.map { ($0.key, $0.entity) }) { first, _ in first }
    return try read(body) { (scanner, response) throws(JSONError) in
      guard try expect(.object, &scanner, "it", &response) else { return }
      try members(of: &scanner) { (key, scanner) throws(JSONError) in
        guard let entity = entities[key], try scanner.peekKind() != .null else {
          return try pass(&scanner)
        }
        response.rows[entity, default: []] += []
        try readEntity(&scanner, entity, key, &response)
      }
      let missing = lists.filter { response.rows[$0.entity] == nil }
      let isEmpty = missing.count == lists.count
      guard let first = missing.first(where: { isEmpty || $0.hasRows }) else { return }
      response.note("it lacks '\(first.key)'")
    }
  }

  private func readEntity(
    _ scanner: inout JSONScanner, _ entity: Int, _ key: String, _ response: inout PushResponse
  ) throws(JSONError) {
    guard try expect(.object, &scanner, "'\(key)'", &response) else { return }
    var hasList = false
    try members(of: &scanner) { (list, scanner) throws(JSONError) in
      guard ["success", "error"].contains(list) else { return try pass(&scanner) }
      hasList = true
      guard try scanner.peekKind() != .null else { return try pass(&scanner) }
      try objects(of: &scanner, "\(key).\(list)", &response) {
        (scanner, response) throws(JSONError) in
        try list == "success"
          ? readAccepted(&scanner, entity, &response) : readRejected(&scanner, entity, &response)
      }
    }
    if !hasList { response.note("'\(key)' lacks 'success' and 'error'") }
  }

  private func readAccepted(
    _ scanner: inout JSONScanner, _ entity: Int, _ response: inout PushResponse
  ) throws(JSONError) {
    guard let row = try row(&scanner, entity) else { return response.unnamed += 1 }
    response.accepted.insert(PushedKey(entity: entity, key: row.key))
    response.rows[entity, default: []].append(row)
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
