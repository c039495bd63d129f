import SwiftSyncFoundation
@_spi(Generated) import SwiftSyncStore
import SwiftSyncValues

/// Reads the responses of both wire protocols.
struct ResponseReader {
  let schema: SchemaPlan
  private let parser: RowParser
  let arena = ByteArena()
  /// Whether rows of an entity may refer to rows with temporary ids, by entity.
  private let mayReferToTemporaryRows: [Bool]

  init(_ schema: SchemaPlan) {
    self.schema = schema
    mayReferToTemporaryRows = schema.entities.map(\.mayReferToTemporaryRows)
    parser = RowParser(schema, unknownKeys: UnknownKeys())
  }

  /// Reads a response.
  ///
  /// - Throws: `PushResponseError.shape` with the first problem that `read` has recorded.
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
        SyncError.PayloadProblem(
          file: nil, offset: failure.offset, line: position.line, column: position.column,
          path: "", reason: failure.message))
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
    let node = try parser.parse(&scanner, as: plan, at: .top(0))
    defer {
      parser.recycle(node)
      parser.arena.reset()
    }
    let key = plan.identity.map { node.values[$0].stored }
    guard !key.contains(.null) else { return nil }
    let clock = plan.clockColumn.map { node.values[$0].stored } ?? .null
    return PushResponse.Row(
      key: key, clock: clock, text: first..<scanner.position,
      temporary: mayReferToTemporaryRows[plan.index] ? plan.temporaryReference(of: node) : nil)
  }

  // MARK: - Structure

  func pass(_ scanner: inout JSONScanner) throws(JSONError) {
    _ = try scanner.skipValue()
  }

  /// Whether the next value is of a kind. Any other value is skipped and recorded as a problem.
  ///
  /// - Parameter place: The name of the value in messages.
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

  /// The row at a position in a body that was read before.
  func row(at text: Range<Int>, in body: Data, _ entity: Int) -> PushResponse.Row? {
    body.withUnsafeBytes { bytes in
      JSONValue.accept {
        var scanner = JSONScanner(
          JSONSlice(UnsafeRawBufferPointer(rebasing: bytes[text]).bindMemory(to: UInt8.self)))
        return try row(&scanner, entity)
      }
    } ?? nil
  }

  /// Iterates over the members of an object.
  func members(
    of scanner: inout JSONScanner,
    _ member: (String, inout JSONScanner) throws(JSONError) -> Void
  ) throws(JSONError) {
    try scanner.beginObject()
    while let key = try scanner.nextKey(arena) { try member(key.string, &scanner) }
  }

  /// Iterates over the elements of a list of objects.
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

/// The result for one row: a result of the `operations` protocol, or an error of `batch`.
struct OperationResult {
  private(set) var status = ""
  /// The entity's name; empty if it is missing.
  private(set) var type = ""
  /// The identity; `nil` if it is missing.
  private(set) var id: JSONToken?
  private(set) var code = ""
  private(set) var message = ""
  /// A scanner positioned before the server's row.
  private(set) var row: JSONScanner?
  /// A scanner positioned before the result.
  private let start: JSONScanner

  /// - Parameter scanner: A scanner positioned before an object.
  init(_ scanner: inout JSONScanner, _ arena: ByteArena) throws(JSONError) {
    start = scanner
    try scanner.beginObject()
    while let key = try scanner.nextKey(arena)?.string {
      if key == "data", try scanner.peekKind() == .object {
        row = scanner
        _ = try scanner.skipValue()
      } else {
        set(key, try scanner.readValue(), arena)
      }
    }
  }

  private mutating func set(_ key: String, _ token: JSONToken, _ arena: ByteArena) {
    if key == "id" {
      id = token
      return
    }
    guard token.kind != .null else { return }
    let text = token.text(in: arena).string
    switch key {
    case "status": status = text
    case "type": type = text
    case "code": code = text
    case "message": message = text
    default: return
    }
  }

  /// The reason why a row was not accepted, as stated by the server.
  var reason: ProblemReason {
    var scanner = start
    let text = JSONValue.accept { try scanner.skipValue() }
    let body = text.flatMap { text in
      text.count <= ProblemReason.bodyLimit ? Data(bytes: text.start, count: text.count) : nil
    }
    return ProblemReason(words, code: code.isEmpty ? nil : code, body: body)
  }

  private var words: String {
    if !message.isEmpty { message } else { code.isEmpty ? "rejected without a reason" : code }
  }
}

/// The results for the pushed rows, and the server's rows in a response.
struct PushResponse: Sendable {
  /// A row of the server.
  struct Row: Sendable {
    let key: RowKey
    /// The clock; `null` if the row has none.
    let clock: StoredValue
    /// The position of the row's object in the body.
    let text: Range<Int>
    /// The first reference that contains a temporary id.
    var temporary: TemporaryReference?
  }

  /// The rows by the entity's position in the schema.
  var rows: [Int: ResponseList] = [:]
  /// The rows that the server has accepted. In the `batch` protocol, it may also contain other
  /// rows.
  var accepted: Set<PushedKey> = []
  /// The rows that the server has not accepted, with the reasons.
  var rejected: [PushedKey: ProblemReason] = [:]
  /// The identities that have replaced temporary ones.
  var renamed: [PushedKey: RowKey] = [:]
  /// The rows that were based on an older row than the server has.
  var stale: Set<PushedKey> = []
  /// The number of results that do not match a sent row, or contradict themselves.
  var unnamed = 0
  /// The first problem of the response. If there is one, nothing of the response is used.
  private(set) var problem: String?

  /// The clocks of some of the server's rows.
  func clocks(of keys: Set<PushedKey>) -> [PushedKey: StoredValue] {
    var clocks: [PushedKey: StoredValue] = [:]
    for entity in Set(keys.map(\.entity)) {
      for row in rows[entity]?.knownRows ?? [] {
        let key = PushedKey(entity: entity, key: row.key)
        if keys.contains(key) { clocks[key] = row.clock }
      }
    }
    return clocks
  }

  /// Records that something is missing or of another kind than the protocol requires.
  mutating func note(_ problem: @autoclosure () -> String) {
    if self.problem == nil { self.problem = problem() }
  }
}

/// The reason why a response cannot be used.
enum PushResponseError: Error {
  /// The response is not JSON.
  case json(SyncError.PayloadProblem)
  /// The response is JSON, but lacks something that the protocol requires.
  case shape(String)
}
