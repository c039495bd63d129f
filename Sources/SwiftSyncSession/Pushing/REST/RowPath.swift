@_spi(Generated) import SwiftSyncStore
import SwiftSyncValues

/// A request with a complete path.
struct RowMessage {
  var request: EndpointRequest
  /// The placeholder that has no value.
  let missing: String?
}

/// Fills the placeholders of an endpoint's path with values of a row.
struct RowPath {
  private let route: RowEndpoint
  private let plan: EntityPlan
  private let connection: Connection

  init(_ route: RowEndpoint, _ plan: EntityPlan, on connection: Connection) {
    self.route = route
    self.plan = plan
    self.connection = connection
  }

  /// Takes the values from the stored row; returns `nil` if the row is not stored.
  func message(of change: QueuedChange) throws(SyncError) -> RowMessage? {
    let row = try connection.statement(plan.sql.lookup)
    defer { row.reset() }
    row.bind(change.key)
    guard try row.step() else { return nil }
    return try message { column in row.value(Int32(column + 1)).stored }
  }

  /// Takes the values from the identity of a row that may no longer exist.
  func message(ofDeleted change: QueuedChange) throws(SyncError) -> RowMessage? {
    try message { column in
      plan.identity.firstIndex(of: column).map { change.key[$0] } ?? .null
    }
  }

  private func message(_ value: (Int) -> StoredValue) throws(SyncError) -> RowMessage {
    var request = route.request
    for name in route.placeholders {
      guard let column = column(of: name), let text = try text(value(column), column) else {
        return RowMessage(request: request, missing: name)
      }
      request.setPath(name, text: text)
    }
    return RowMessage(request: request, missing: nil)
  }

  private func column(of name: String) -> Int? {
    if let attribute = plan.metadata.attributes.first(where: { $0.name == name }) {
      return attribute.column
    }
    return plan.references.first { plan.metadata.relations[$0.relation].name == name }?.column
  }

  /// The JSON form of a value, without quotation marks; `nil` for null and an empty text.
  private func text(_ value: StoredValue, _ column: Int) throws(SyncError) -> String? {
    guard value != .null else { return nil }
    let output = ExportOutput()
    try output.append(value, column: column, of: plan)
    let json = String(decoding: output.data, as: UTF8.self)
    guard json.hasPrefix("\"") else { return json }
    do {
      guard case .string(let text) = try JSONValue(json: json), !text.isEmpty else { return nil }
      return text
    } catch {
      throw .invalidStoredValue(
        entity: plan.metadata.name, column: plan.metadata.columns[column].name,
        expected: plan.fields[column].expectation, found: value.text)
    }
  }
}
