import SwiftSyncFoundation
@_spi(Generated) import SwiftSyncStore
import SwiftSyncValues

/// The row in the response to a request that sent a row.
struct RowAnswer: Sendable {
  let key: RowKey
  /// The clock; `null` if the row has none.
  let clock: StoredValue
  /// The JSON of the row's object.
  let text: Data
}

/// Finds the row in a response.
struct RowAnswerReader {
  private let schema: SchemaPlan
  private let reader: ResponseReader

  init(_ schema: SchemaPlan) {
    self.schema = schema
    reader = ResponseReader(schema)
  }

  /// The row in a response; `nil` if there is none, or its identity is missing.
  ///
  /// - Throws: `APIError.undecodableBody`, and `.unexpectedShape` if the row is not at the expected path.
  func row(
    in response: HTTP.Response, to endpoint: RowEndpoint, of plan: EntityPlan
  ) throws(APIError) -> RowAnswer? {
    guard let path = path(endpoint, plan), !response.body.isEmpty else { return nil }
    let body = response.body
    do throws(PushResponseError) {
      var found: RowAnswer?
      _ = try reader.read(body) { (scanner, problems) throws(JSONError) in
        guard let row = try self.row(&scanner, path[...], plan, &problems) else { return }
        let first = body.startIndex + row.text.lowerBound
        found = RowAnswer(
          key: row.key, clock: row.clock, text: Data(body[first..<first + row.text.count]))
      }
      return found
    } catch {
      switch error {
      case .json(let problem):
        throw .undecodableBody(HTTP.ResponseSummary(response), reason: problem.description)
      case .shape(let reason):
        throw .unexpectedShape(HTTP.ResponseSummary(response), reason: reason)
      }
    }
  }

  private func path(_ endpoint: RowEndpoint, _ plan: EntityPlan) -> [String]? {
    switch endpoint.returns {
    case .nothing: nil
    case .row: plan.metadata.resourceType == nil ? [] : ["data"]
    case .rowAt(let path): ValuePath.keys(path)
    }
  }

  private func row(
    _ scanner: inout JSONScanner, _ path: ArraySlice<String>, _ plan: EntityPlan,
    _ problems: inout PushResponse
  ) throws(JSONError) -> PushResponse.Row? {
    guard try scanner.peekKind() != .null else {
      try reader.pass(&scanner)
      return nil
    }
    let place = path.isEmpty ? "the row" : "it"
    guard try reader.expect(.object, &scanner, place, &problems) else { return nil }
    guard let key = path.first else { return try reader.row(&scanner, plan.index) }
    var found: PushResponse.Row?
    var isThere = false
    try reader.members(of: &scanner) { (name, scanner) throws(JSONError) in
      guard name == key else { return try reader.pass(&scanner) }
      isThere = true
      found = try row(&scanner, path.dropFirst(), plan, &problems)
    }
    if !isThere { problems.note("it lacks '\(key)'") }
    return found
  }
}
