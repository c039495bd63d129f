import SwiftSyncFoundation

/// Reads the responses of both wire protocols.
struct ResponseReader {
  let schema: SchemaPlan
  private let parser: RowParser
  let arena = ByteArena()

  init(_ schema: SchemaPlan) {
    self.schema = schema
    parser = RowParser(schema, unknownKeys: UnknownKeys())
  }

  /// Reads a response.
  ///
  /// - Throws: `PushResponseError.shape` with what `read` has noted first.
  func read(
    _ body: Data, _ read: (inout JSONScanner, inout PushResponse) throws(JSONError) -> Void
  ) throws(PushResponseError) -> PushResponse {
    var response = PushResponse()
    let failure = body.withUnsafeBytes { bytes -> JSONError? in
      var scanner = JSONScanner(bytes.bindMemory(to: UInt8.self))
      do throws(JSONError) {
        try read(&scanner, &response)
        try scanner.finish()
        return nil
      } catch {
        return error
      }
    }
    if let failure {
      let position = TextPosition(of: failure.offset, in: body)
      throw .json(
        PayloadProblem(
          file: nil, offset: failure.offset, line: position.line, column: position.column,
          path: "", reason: "\(failure.message) (A22)"))
    }
    if let problem = response.problem { throw .shape(problem) }
    return response
  }

  /// The row of an object; `nil` if it has no readable identity.
  func row(
    _ scanner: inout JSONScanner, _ entity: Int
  ) throws(JSONError) -> PushResponse.Row? {
    let plan = schema.entities[entity]
    let first = scanner.position
    let node = try parser.parse(&scanner, as: plan, at: 0)
    defer {
      parser.recycle(node)
      parser.arena.reset()
    }
    let key = plan.identity.map { node.values[$0].stored }
    guard !key.contains(.null) else { return nil }
    let clock = plan.clockColumn.map { node.values[$0].stored } ?? .null
    return PushResponse.Row(key: key, clock: clock, text: first..<scanner.position)
  }

  // MARK: - Structure

  func pass(_ scanner: inout JSONScanner) throws(JSONError) {
    _ = try scanner.skipValue()
  }

  /// Whether the next value is of a kind; any other is passed over and noted.
  ///
  /// - Parameter place: What messages call the value.
  func expect(
    _ kind: JSONKind, _ scanner: inout JSONScanner, _ place: @autoclosure () -> String,
    _ response: inout PushResponse
  ) throws(JSONError) -> Bool {
    let found = try scanner.peekKind()
    guard found != kind else { return true }
    response.note("\(place()) is \(found.words), expected \(kind.words)")
    try pass(&scanner)
    return false
  }

  /// Gives the members of an object one by one.
  func members(
    of scanner: inout JSONScanner,
    _ member: (String, inout JSONScanner) throws(JSONError) -> Void
  ) throws(JSONError) {
    try scanner.beginObject()
    while let key = try scanner.nextKey(arena) { try member(key.string, &scanner) }
  }

  /// Gives the elements of a list of objects one by one.
  func objects(
    of scanner: inout JSONScanner, _ place: String, _ response: inout PushResponse,
    _ element: (inout JSONScanner, inout PushResponse) throws(JSONError) -> Void
  ) throws(JSONError) {
    guard try expect(.array, &scanner, "'\(place)'", &response) else { return }
    try scanner.beginArray()
    var position = 0
    while try scanner.nextElement() {
      if try expect(.object, &scanner, "'\(place)[\(position)]'", &response) {
        try element(&scanner, &response)
      }
      position += 1
    }
  }
}
