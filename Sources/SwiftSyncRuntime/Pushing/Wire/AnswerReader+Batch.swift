import SwiftSyncFoundation

/// A list of an answer of the protocol `batch`.
struct BatchList: Sendable {
  /// What the answer calls it.
  let key: String
  /// The entity's position in the schema.
  let entity: Int
  /// Whether rows of the entity were pushed, so that the answer has to say what became of them.
  let hasRows: Bool
}

extension AnswerReader {
  /// `{"tasks": {"success": [rows], "error": [{"id": …, "message": "…"}]}}`
  ///
  /// One of the two lists is enough, and null is an empty one. An entity of which nothing was pushed may be left out,
  /// but not all of them.
  ///
  /// - Parameter lists: Those that were asked for; others are passed over.
  func batch(_ body: Data, _ lists: [BatchList]) throws(PushAnswerError) -> PushAnswer {
    let entities = Dictionary(lists.map { ($0.key, $0.entity) }) { first, _ in first }
    return try read(body) { (scanner, answer) throws(JSONError) in
      guard try expect(.object, &scanner, "it", &answer) else { return }
      try members(of: &scanner) { (key, scanner) throws(JSONError) in
        guard let entity = entities[key], try scanner.peekKind() != .null else {
          return try pass(&scanner)
        }
        answer.rows[entity, default: []] += []
        try readEntity(&scanner, entity, key, &answer)
      }
      let missing = lists.filter { answer.rows[$0.entity] == nil }
      let isEmpty = missing.count == lists.count
      guard let first = missing.first(where: { isEmpty || $0.hasRows }) else { return }
      answer.note("it lacks '\(first.key)'")
    }
  }

  private func readEntity(
    _ scanner: inout JSONScanner, _ entity: Int, _ key: String, _ answer: inout PushAnswer
  ) throws(JSONError) {
    guard try expect(.object, &scanner, "'\(key)'", &answer) else { return }
    var hasList = false
    try members(of: &scanner) { (list, scanner) throws(JSONError) in
      guard ["success", "error"].contains(list) else { return try pass(&scanner) }
      hasList = true
      guard try scanner.peekKind() != .null else { return try pass(&scanner) }
      try objects(of: &scanner, "\(key).\(list)", &answer) { (scanner, answer) throws(JSONError) in
        try list == "success"
          ? readAccepted(&scanner, entity, &answer) : readRejected(&scanner, entity, &answer)
      }
    }
    if !hasList { answer.note("'\(key)' lacks 'success' and 'error'") }
  }

  private func readAccepted(
    _ scanner: inout JSONScanner, _ entity: Int, _ answer: inout PushAnswer
  ) throws(JSONError) {
    guard let row = try row(&scanner, entity) else { return answer.unnamed += 1 }
    answer.accepted.insert(PushedKey(entity: entity, key: row.key))
    answer.rows[entity, default: []].append(row)
  }

  private func readRejected(
    _ scanner: inout JSONScanner, _ entity: Int, _ answer: inout PushAnswer
  ) throws(JSONError) {
    var words = scanner
    guard let row = try row(&scanner, entity) else { return answer.unnamed += 1 }
    let result = try OperationResult(&words, arena)
    answer.rejected[PushedKey(entity: entity, key: row.key)] = result.reason
  }
}
