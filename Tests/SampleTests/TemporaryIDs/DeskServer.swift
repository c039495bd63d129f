import Foundation
import SwiftSyncRuntime
import SwiftSyncTestSupport

/// A server that assigns ids, for the protocol `operations`. It remembers confirmed temporary ids.
actor DeskServer {
  struct Lost: Error {}

  /// Rows by type and id.
  private(set) var rows: [String: [Int: [String: JSONValue]]] = ["Area": [:], "Ticket": [:]]
  private var answered: [Int: Int] = [:]
  private var lastID = 100
  /// Whether the next response is lost.
  private var losesResponse = false

  func loseResponse() { losesResponse = true }

  func respond(to request: HTTP.Request) throws -> HTTP.Response {
    let operations = try request.bodyJSON?["operations"]?.elements ?? []
    let results = operations.map { JSONValue.object(result(of: $0)) }
    if losesResponse {
      losesResponse = false
      throw Lost()
    }
    let body = try JSONEncoder().encode(JSONValue.object(["results": .array(results)]))
    return HTTP.Response(status: 200, headers: ["Content-Type": "application/json"], body: body)
  }

  private func result(of operation: JSONValue) -> [String: JSONValue] {
    let type = operation["type"]?.text ?? ""
    let sent = operation["id"]?.integer ?? 0
    var result: [String: JSONValue] = [
      "type": .string(type), "id": .number(JSONValue.Number(sent)), "status": "applied",
    ]
    if operation["operation"]?.text == "delete" {
      if let id = sent < 0 ? answered[sent] : sent { rows[type]?[id] = nil }
      return result
    }
    let id = self.id(of: sent)
    var row = rows[type]?[id] ?? [:]
    if case .object(let data)? = operation["data"] {
      for (key, value) in data { row[key] = isReference(key) ? reference(value) : value }
    }
    row["id"] = .number(JSONValue.Number(id))
    rows[type]?[id] = row
    result["data"] = .object(row)
    return result
  }

  private func isReference(_ key: String) -> Bool { key.hasSuffix("_id") }

  private func reference(_ value: JSONValue) -> JSONValue {
    guard let id = value.integer, id < 0 else { return value }
    return answered[id].map { .number(JSONValue.Number($0)) } ?? .null
  }

  private func id(of sent: Int) -> Int {
    guard sent < 0 else { return sent }
    if let known = answered[sent] { return known }
    lastID += 1
    answered[sent] = lastID
    return lastID
  }

  /// All rows of a type as a payload.
  func payload(_ type: String) throws -> Data {
    let all = (rows[type] ?? [:]).sorted { $0.key < $1.key }.map { JSONValue.object($0.value) }
    return try JSONEncoder().encode(JSONValue.array(all))
  }
}

extension JSONValue {
  var integer: Int? {
    if case .number(let number) = self { return Int(number.text) }
    return nil
  }
}
