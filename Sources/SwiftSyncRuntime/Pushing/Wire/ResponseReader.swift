import SwiftSyncFoundation
import SwiftSyncValues
@_spi(Generated) import SwiftSyncREST

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

/// What a response says of one row: a result of the protocol `operations`, or an error of `batch`.
struct OperationResult {
  private(set) var status = ""
  /// The entity's name; empty if it is left out.
  private(set) var type = ""
  /// `nil` if it is left out.
  private(set) var id: JSONToken?
  private(set) var code = ""
  private(set) var message = ""
  /// Stands before the server's row.
  private(set) var row: JSONScanner?

  /// - Parameter scanner: Stands before an object.
  init(_ scanner: inout JSONScanner, _ arena: ByteArena) throws(JSONError) {
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

  /// Why a row was not taken, in the server's words.
  var reason: String {
    switch (code.isEmpty, message.isEmpty) {
    case (true, true): "rejected without a reason"
    case (false, true): code
    case (true, false): message
    case (false, false): "\(code): \(message)"
    }
  }
}

/// What a response says of the rows that were pushed, and the server's rows in it.
struct PushResponse: Sendable {
  /// A row of the server.
  struct Row: Sendable {
    let key: RowKey
    /// `null` if the row has none.
    let clock: StoredValue
    /// Where the row's object lies in the body.
    let text: Range<Int>
  }

  /// By the entity's position in the schema.
  var rows: [Int: [Row]] = [:]
  /// What the server has taken. In the protocol `batch` it names other rows, too.
  var accepted: Set<PushedKey> = []
  /// What it has not taken, and why.
  var rejected: [PushedKey: String] = [:]
  /// What temporary identities became.
  var renamed: [PushedKey: RowKey] = [:]
  /// What was made from an older row than the server has.
  var stale: Set<PushedKey> = []
  /// Results that name no row that was sent, or contradict themselves.
  var unnamed = 0
  /// What the response lacks first, in words; nothing of such a response is used.
  private(set) var problem: String?

  /// Notes that something is missing or of another kind than the protocol asks for.
  mutating func note(_ problem: @autoclosure () -> String) {
    if self.problem == nil { self.problem = problem() }
  }
}

/// Why nothing of a response can be used.
enum PushResponseError: Error {
  /// It is not JSON.
  case json(PayloadProblem)
  /// It is JSON and lacks what the protocol asks for.
  case shape(String)
}
