import SwiftSyncFoundation

/// Reads the answers of both wire protocols.
struct AnswerReader {
  private let schema: SchemaPlan
  private let parser: RowParser
  private let arena = ByteArena()

  init(_ schema: SchemaPlan) {
    self.schema = schema
    parser = RowParser(schema, unknownKeys: UnknownKeys())
  }

  /// `{"tasks": {"success": [rows], "error": [{"id": …, "message": "…"}]}}`
  ///
  /// - Parameter entities: By their keys, the positions in the schema.
  func batch(_ body: Data, _ entities: [String: Int]) throws(SyncError) -> PushAnswer {
    try read(body) { (scanner, answer) throws(JSONError) in
      try members(of: &scanner) { (key, scanner) throws(JSONError) in
        guard let entity = entities[key] else { return try pass(&scanner) }
        try members(of: &scanner) { (list, scanner) throws(JSONError) in
          switch list {
          case "success": try readAccepted(&scanner, entity, &answer)
          case "error": try readRejected(&scanner, entity, &answer)
          default: try pass(&scanner)
          }
        }
      }
    }
  }

  /// `{"results": [{"type": "Task", "id": …, "status": "applied", "data": {row}}]}`
  ///
  /// - Parameter pushed: The operations in their order, by which a result is told that does not name its row.
  func operations(_ body: Data, _ pushed: [PushedKey]) throws(SyncError) -> PushAnswer {
    let names = pushed.map { "\(schema.entities[$0.entity].metadata.name)/\($0.text)" }
    let keys = Dictionary(zip(names, pushed)) { first, _ in first }
    return try read(body) { (scanner, answer) throws(JSONError) in
      try members(of: &scanner) { (key, scanner) throws(JSONError) in
        guard key == "results" else { return try pass(&scanner) }
        var position = 0
        try elements(of: &scanner) { (scanner) throws(JSONError) in
          let result = try OperationResult(&scanner, arena)
          let name = "\(result.type)/\(result.id.lowercased())"
          let known = keys[name] ?? (pushed.indices.contains(position) ? pushed[position] : nil)
          position += 1
          guard let known else { return }
          try add(result, of: known, &answer)
        }
      }
    }
  }

  private func read(
    _ body: Data,
    _ read: (inout JSONScanner, inout PushAnswer) throws(JSONError) -> Void
  ) throws(SyncError) -> PushAnswer {
    var answer = PushAnswer()
    let failure = body.withUnsafeBytes { bytes -> JSONError? in
      var scanner = JSONScanner(bytes.bindMemory(to: UInt8.self))
      do throws(JSONError) {
        try read(&scanner, &answer)
        try scanner.finish()
        return nil
      } catch {
        return error
      }
    }
    guard let failure else { return answer }
    let position = TextPosition(of: failure.offset, in: body)
    throw .invalidPayload(
      PayloadProblem(
        file: nil, offset: failure.offset, line: position.line, column: position.column,
        path: "", reason: "\(failure.message) (A22)"))
  }

  // MARK: - batch

  private func readAccepted(
    _ scanner: inout JSONScanner, _ entity: Int, _ answer: inout PushAnswer
  ) throws(JSONError) {
    var rows: [PushAnswer.Row] = []
    try elements(of: &scanner) { (scanner) throws(JSONError) in
      guard let row = try row(&scanner, entity) else { return }
      answer.accepted.insert(PushedKey(entity: entity, key: row.key))
      rows.append(row)
    }
    answer.rows[entity, default: []] += rows
  }

  private func readRejected(
    _ scanner: inout JSONScanner, _ entity: Int, _ answer: inout PushAnswer
  ) throws(JSONError) {
    try elements(of: &scanner) { (scanner) throws(JSONError) in
      var words = scanner
      guard let row = try row(&scanner, entity) else { return }
      let result = try OperationResult(&words, arena)
      answer.rejected[PushedKey(entity: entity, key: row.key)] = result.reason
    }
  }

  /// The row of an object; `nil` for an element that is none, or has no readable identity.
  private func row(
    _ scanner: inout JSONScanner, _ entity: Int
  ) throws(JSONError) -> PushAnswer.Row? {
    let plan = schema.entities[entity]
    guard try scanner.peekKind() == .object else {
      try pass(&scanner)
      return nil
    }
    let first = scanner.position
    let node = try parser.parse(&scanner, as: plan, at: 0)
    defer {
      parser.recycle(node)
      parser.arena.reset()
    }
    let key = plan.identity.map { node.values[$0].stored }
    guard !key.contains(.null) else { return nil }
    let clock = plan.clockColumn.map { node.values[$0].stored } ?? .null
    return PushAnswer.Row(key: key, clock: clock, text: first..<scanner.position)
  }

  // MARK: - operations

  private func add(
    _ result: OperationResult, of key: PushedKey, _ answer: inout PushAnswer
  ) throws(JSONError) {
    switch result.status {
    case "applied": answer.accepted.insert(key)
    case "stale": answer.stale.insert(key)
    case "rejected": answer.rejected[key] = result.reason
    default: return
    }
    guard var scanner = result.row, let row = try row(&scanner, key.entity) else { return }
    answer.rows[key.entity, default: []].append(row)
  }

  // MARK: - Structure

  private func pass(_ scanner: inout JSONScanner) throws(JSONError) {
    _ = try scanner.skipValue()
  }

  /// Passes the members of an object by; any other value is passed over.
  private func members(
    of scanner: inout JSONScanner,
    _ member: (String, inout JSONScanner) throws(JSONError) -> Void
  ) throws(JSONError) {
    guard try scanner.peekKind() == .object else { return try pass(&scanner) }
    try scanner.beginObject()
    while let key = try scanner.nextKey(arena) { try member(key.string, &scanner) }
  }

  /// Passes the elements of a list by; any other value is passed over.
  private func elements(
    of scanner: inout JSONScanner, _ element: (inout JSONScanner) throws(JSONError) -> Void
  ) throws(JSONError) {
    guard try scanner.peekKind() == .array else { return try pass(&scanner) }
    try scanner.beginArray()
    while try scanner.nextElement() { try element(&scanner) }
  }
}
