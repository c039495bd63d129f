import Foundation
import SwiftSyncRuntime
import TestHelpers

/// A server with projects and their items for `PushHistoryTests`. It knows both wire protocols.
///
/// Deleting a project deletes its items. An item of a project that does not exist is rejected.
///
/// `@unchecked`: the lock protects all state.
final class ModelServer: @unchecked Sendable {
  struct Row {
    var values: [String: JSON]
    var clock: Int
    var isDeleted = false
  }

  /// What happens to the next request.
  enum Fault: CaseIterable {
    case none
    /// The request is not processed.
    case lostRequest
    /// The request is processed, but its response does not arrive.
    case lostResponse
    /// Results with the status `stale` lack `data`.
    case staleWithoutData
    /// Every row is rejected.
    case rejectedRows
  }

  private let lock = NSLock()
  private var rows: [String: [Int: Row]] = ["projects": [:], "items": [:]]
  private var clock = 0
  private var fault = Fault.none
  /// The values that were accepted, as `items 3 title x`.
  private var accepted: Set<String> = []

  func fail(_ fault: Fault) { lock.withLock { self.fault = fault } }

  func hasAccepted(_ value: String) -> Bool { lock.withLock { accepted.contains(value) } }

  func isDeleted(_ table: String, _ id: Int) -> Bool {
    lock.withLock { rows[table]?[id]?.isDeleted == true }
  }

  /// The rows that are not deleted, as `id|value|…`.
  func text(_ table: String, _ keys: [String]) -> [String] {
    lock.withLock {
      (rows[table] ?? [:]).filter { !$0.value.isDeleted }.sorted { $0.key < $1.key }.map {
        id, row in
        ([.number(Double(id))] + keys.map { row.values[$0] ?? .null }).map { value in
          value == .null ? "NULL" : value.argument
        }.joined(separator: "|")
      }
    }
  }

  /// The current state of every row, as a list of the protocol.
  func payload(of table: String) -> String {
    lock.withLock {
      JSON.array((rows[table] ?? [:]).sorted { $0.key < $1.key }.map { json($0.key, $0.value) })
        .description
    }
  }

  func answer(_ request: JSON) -> (status: Int, body: JSON) {
    lock.withLock {
      let fault = fault
      self.fault = .none
      if fault == .lostRequest { return (503, .object([:])) }
      let body =
        request["operations"] == nil ? batch(request, fault) : operations(request, fault)
      return fault == .lostResponse ? (503, .object([:])) : (200, body)
    }
  }

  // MARK: - Rows

  private func json(_ id: Int, _ row: Row) -> JSON {
    let time = JSON.string(Self.time(row.clock))
    return .object(
      row.values.merging([
        "id": .number(Double(id)), "updated_at": time, "deleted_at": row.isDeleted ? time : .null,
      ]) { $1 })
  }

  private static func time(_ clock: Int) -> String {
    let text = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
    return "2026-03-0\(1 + clock / 86_400)T\(text(clock / 3600 % 24)):\(text(clock / 60 % 60))"
      + ":\(text(clock % 60))Z"
  }

  private func store(_ table: String, _ id: Int, _ change: (inout Row) -> Void) {
    clock += 1
    var row = rows[table]?[id] ?? Row(values: [:], clock: clock)
    change(&row)
    row.clock = clock
    rows[table]?[id] = row
  }

  private func delete(_ table: String, _ id: Int) {
    store(table, id) { $0.isDeleted = true }
    guard table == "projects" else { return }
    for (item, row) in rows["items"] ?? [:]
    where row.values["project_id"] == .number(Double(id)) && !row.isDeleted {
      delete("items", item)
    }
  }

  /// Carries out a change, and returns whether it is accepted.
  private func take(_ data: JSON, _ table: String, _ id: Int) -> Bool {
    if let deleted = data["deleted_at"], deleted != .null {
      if rows[table]?[id]?.isDeleted != true { delete(table, id) }
      return true
    }
    if rows[table]?[id]?.isDeleted == true { return true }
    if case .number(let project)? = data["project_id"] {
      guard let row = rows["projects"]?[Int(project)], !row.isDeleted else { return false }
    } else if table == "items", rows[table]?[id] == nil {
      return false
    }
    let values = data.members.filter { !["id", "updated_at", "deleted_at"].contains($0.key) }
    for (key, value) in values { accepted.insert("\(table) \(id) \(key) \(value.argument)") }
    guard changes(values, table, id) else { return true }
    store(table, id) { $0.values.merge(values) { $1 } }
    return true
  }

  private func changes(_ values: [String: JSON], _ table: String, _ id: Int) -> Bool {
    guard let row = rows[table]?[id] else { return true }
    return values.contains { row.values[$0.key] != $0.value }
  }

  // MARK: - Protocols

  private func batch(_ request: JSON, _ fault: Fault) -> JSON {
    var answer: [String: JSON] = [:]
    for table in ["projects", "items"] {
      guard let pushed = request[table]?.list else { continue }
      var errors: [JSON] = []
      var ids: Set<Int> = []
      for data in pushed {
        guard case .number(let id)? = data["id"] else { continue }
        if fault != .rejectedRows, take(data, table, Int(id)) {
          ids.insert(Int(id))
        } else {
          errors.append(.object(["id": .number(id), "code": .string("no")]))
        }
      }
      answer[table] = .object([
        "error": .array(errors), "ids": .array(ids.map { .number(Double($0)) }),
      ])
    }
    // Afterwards, because a deleted project changes rows of the other list.
    let since = request["updated_at"]?.text ?? ""
    for (table, found) in answer {
      let ids = Set(found["ids"]?.list ?? [])
      let success = (rows[table] ?? [:]).filter {
        ids.contains(.number(Double($0.key))) || Self.time($0.value.clock) >= since
      }
      let list = success.sorted { $0.value.clock < $1.value.clock }.map { json($0.key, $0.value) }
      answer[table] = .object(["success": .array(list), "error": found["error"] ?? .array([])])
    }
    return .object(answer)
  }

  private func operations(_ request: JSON, _ fault: Fault) -> JSON {
    let results = (request["operations"]?.list ?? []).map { operation -> JSON in
      guard case .number(let number)? = operation["id"] else { return .null }
      let (id, table) = (Int(number), operation["type"]?.text == "Item" ? "items" : "projects")
      var result = operation.members.filter { ["type", "id"].contains($0.key) }
      let data = operation["data"] ?? .null
      if fault == .rejectedRows {
        result["status"] = .string("rejected")
        return .object(result)
      }
      let values = data.members.filter { !["id", "updated_at", "deleted_at"].contains($0.key) }
      if let row = rows[table]?[id], operation["operation"]?.text == "upsert",
        changes(values, table, id) || row.isDeleted,
        operation["updatedAt"]?.text ?? "" != Self.time(row.clock)
      {
        result["status"] = .string("stale")
        if fault != .staleWithoutData { result["data"] = json(id, row) }
        return .object(result)
      }
      let isTaken = take(data, table, id)
      result["status"] = .string(isTaken ? "applied" : "rejected")
      if isTaken, let row = rows[table]?[id] { result["data"] = json(id, row) }
      return .object(result)
    }
    return .object(["results": .array(results)])
  }
}
