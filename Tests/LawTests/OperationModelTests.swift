import TestHelpers
import Testing

@_spi(Generated) import SwiftSyncREST
@_spi(Generated) import SwiftSyncRuntime
@_spi(Generated) @testable import SwiftSyncStore

/// Rows with soft references, lists and tombstones end as in a plain model, whatever operations the
/// calls may carry out.
@Suite struct OperationModelTests {
  private let schema: LawSchema

  init() throws {
    schema = try LawSchema.of(
      """
      swiftsync: 1
      name: Operations
      version: 1
      entities:
        Box:
          attributes: { id: int, goneAt: date? }
          relations: { kids: { to: [Kid], inverse: box } }
          sync: { tombstone: goneAt }
        Kid:
          attributes: { id: int, note: string?, goneAt: date? }
          relations: { box: "Box?" }
          sync: { tombstone: goneAt }
      """)
  }

  @Test(arguments: Law.parts) func callsMatchModel(part: Int) throws {
    var failures = 0
    for seed in Law.seeds(of: part) where failures < Law.failures {
      var random = Randomness(seed: seed)
      var calls = (0..<random.number(2...6)).map { _ in BoxCall(&random) }
      guard var problem = try difference(calls) else { continue }
      while let (fewer, next) = try smaller(calls) { (calls, problem) = (fewer, next) }
      Issue.record("seed \(seed):\n\(calls.map(\.text).joined(separator: "\n"))\n\(problem)")
      failures += 1
    }
  }

  private func smaller(_ calls: [BoxCall]) throws -> ([BoxCall], String)? {
    for index in calls.indices {
      for call in [nil] + calls[index].simpler.map(Optional.some) {
        var fewer = calls
        fewer.replaceSubrange(index...index, with: call.map { [$0] } ?? [])
        if let problem = try difference(fewer) { return (fewer, problem) }
      }
    }
    return nil
  }

  private func difference(_ calls: [BoxCall]) throws -> String? {
    let database = try LawDatabase(schema)
    var model = BoxModel()
    for call in calls {
      try database.apply(call.call)
      model.apply(call)
      let found = try database.boxes
      if found != model.lines { return "\(call.text) makes \(found)\nand not \(model.lines)" }
    }
    return nil
  }
}

/// A list of boxes with the ids of their kids, or of kids, without repetitions.
private struct BoxCall {
  struct Row {
    let id: Int
    var isGone = false
    /// For a kid: `nil` is a missing key.
    var note: String?
    var box: Int??
    /// For a box.
    var kids: [Int]?
  }

  let ofBoxes: Bool
  var rows: [Row] = []
  var operations = ApplyOptions.Operations.all
  var relationOperations = ApplyOptions.Operations.all

  init(_ random: inout Randomness) {
    ofBoxes = random.chance(50)
    for id in 1...4 where random.chance(50) {
      var row = Row(id: id)
      row.isGone = random.chance(20)
      if ofBoxes {
        if random.chance(60) { row.kids = (1...4).filter { _ in random.chance(40) } }
      } else {
        if random.chance(50) { row.note = random.pick(["a", "b"]) }
        if random.chance(60) { row.box = .some(random.chance(25) ? nil : random.number(1...4)) }
      }
      rows.append(row)
    }
    // Lists are limited by links that only exist during the call, so they may do everything.
    guard !ofBoxes, random.chance(70) else { return }
    operations = Self.some(&random)
    relationOperations = Self.some(&random)
  }

  private static func some(_ random: inout Randomness) -> ApplyOptions.Operations {
    var operations: ApplyOptions.Operations = []
    for operation in [ApplyOptions.Operations.insert, .update, .delete] where random.chance(70) {
      operations.formUnion(operation)
    }
    return operations
  }

  var simpler: [BoxCall] {
    rows.indices.map { index in
      var call = self
      call.rows.remove(at: index)
      return call
    }
  }

  var call: Call {
    Call(ofBoxes ? "Box" : "Kid", .list(rows.map(\.payload))) {
      $0.missingRows = .keep
      $0.operations = operations
      $0.relationOperations = relationOperations
    }
  }

  var text: String {
    "\(call.entity) \(call.payload) with \(operations.rawValue), \(relationOperations.rawValue)"
  }
}

extension BoxCall.Row {
  fileprivate var payload: Payload {
    var object = Payload.object([.init(key: "id", value: .scalar("\(id)"))])
    if isGone { object["gone_at"] = .text("2026-01-01") }
    if let note { object["note"] = .text(note) }
    if let box { object["box_id"] = box.map { .scalar("\($0)") } ?? .null }
    if let kids { object["kid_ids"] = .list(kids.map { .scalar("\($0)") }) }
    return object
  }
}

/// The rows and links after some calls.
private struct BoxModel {
  private struct Kid {
    var note: String?
    var box: Int?
  }

  private var boxes: Set<Int> = []
  private var kids: [Int: Kid] = [:]
  /// By kid, the box whose list waits for it.
  private var waiting: [Int: Int] = [:]

  mutating func apply(_ call: BoxCall) {
    if call.ofBoxes { return applyBoxes(call.rows) }
    let links = call.operations.intersection(call.relationOperations)
    for row in call.rows {
      if row.isGone {
        if call.operations.contains(.delete) { kids[row.id] = nil }
      } else if kids[row.id] == nil {
        if call.operations.contains(.insert) { insert(row, links) }
      } else if call.operations.contains(.update) {
        update(row, links)
      }
    }
  }

  private mutating func insert(_ row: BoxCall.Row, _ links: ApplyOptions.Operations) {
    let awaited = waiting.removeValue(forKey: row.id)
    let own = links.contains(.insert) ? row.box : nil
    kids[row.id] = Kid(note: row.note, box: own ?? awaited)
  }

  private mutating func update(_ row: BoxCall.Row, _ links: ApplyOptions.Operations) {
    if let note = row.note { kids[row.id]?.note = note }
    guard let box = row.box else { return }
    let isLinked = kids[row.id]?.box != nil
    let operation: ApplyOptions.Operations = box == nil ? .delete : isLinked ? .update : .insert
    if links.contains(operation) { kids[row.id]?.box = box }
  }

  private mutating func applyBoxes(_ rows: [BoxCall.Row]) {
    for row in rows where !row.isGone { boxes.insert(row.id) }
    for row in rows where !row.isGone {
      guard let list = row.kids else { continue }
      waiting = waiting.filter { $0.value != row.id || list.contains($0.key) }
      for kid in list {
        if kids[kid] == nil { waiting[kid] = row.id } else { kids[kid]?.box = row.id }
      }
    }
    for row in rows where row.isGone && boxes.remove(row.id) != nil {
      waiting = waiting.filter { $0.value != row.id }
      for (kid, value) in kids where value.box == row.id { kids[kid]?.box = nil }
    }
    for row in rows where !row.isGone {
      guard let list = row.kids else { continue }
      for (kid, value) in kids where value.box == row.id && !list.contains(kid) {
        kids[kid]?.box = nil
      }
    }
  }

  var lines: [String] {
    (boxes.map { "box \($0)" }
      + kids.map { "kid \($0) \($1.note ?? "-") \($1.box.map(String.init) ?? "-")" }
      + waiting.map { "kid \($0) waits for \($1)" }).sorted()
  }
}

extension LawDatabase {
  fileprivate var boxes: [String] {
    get throws {
      func text(_ value: StoredValue) -> String { value == .null ? "-" : value.text }
      var lines = try rows("SELECT id FROM boxes").map { "box \(text($0[0]))" }
      lines += try rows("SELECT id, note, box_id FROM kids").map {
        "kid \($0.map(text).joined(separator: " "))"
      }
      lines += try rows("SELECT child_id, parent_id FROM swiftsync_links").map {
        "kid \(text($0[0])) waits for \(text($0[1]))"
      }
      return lines.sorted()
    }
  }
}
