import Testing

@testable import SwiftSyncRuntime

/// Applying boxes, kids and their links does what a plain model says it does, rows and report.
@Suite struct LinkModelTests {
  @Test(arguments: Law.parts) func linksAreWhatTheModelSays(part: Int) throws {
    let schemas = try LinkWorld.all.map { try $0.schema }
    for seed in stride(from: part, to: Law.seeds, by: Law.parts.count) {
      let index = seed / Law.parts.count % LinkWorld.all.count
      guard let problem = try problem(seed, LinkWorld.all[index], schemas[index]) else { continue }
      Issue.record("seed \(seed): \(problem)")
      return
    }
  }

  /// Applies some lists one after the other, and says where the model and the applier part.
  private func problem(_ seed: Int, _ world: LinkWorld, _ schema: LawSchema) throws -> String? {
    var random = Randomness(seed: seed)
    let calls = (0..<random.number(1...3)).map { _ in
      let isBox = random.chance(60)
      return LinkCall(
        rows: (0..<random.number(1...4)).map { _ in .random(isBox: isBox, depth: 2, &random) },
        ofBoxes: isBox, deletesMissing: random.chance(40))
    }
    guard let problem = try difference(calls, world, schema) else { return nil }
    var smallest = calls
    while let next = try smaller(smallest, world, schema) { smallest = next }
    let said = try difference(smallest, world, schema) ?? problem
    return "\(world)\n\(smallest.map(\.description).joined(separator: "\n"))\n\(said)"
  }

  /// The calls without a row that the problem does not need.
  private func smaller(
    _ calls: [LinkCall], _ world: LinkWorld, _ schema: LawSchema
  ) throws -> [LinkCall]? {
    for index in calls.indices {
      var fewer = calls
      fewer.remove(at: index)
      if try difference(fewer, world, schema) != nil { return fewer }
      for row in calls[index].rows.indices {
        fewer = calls
        fewer[index].rows.remove(at: row)
        if try difference(fewer, world, schema) != nil { return fewer }
      }
    }
    return nil
  }

  private func difference(
    _ calls: [LinkCall], _ world: LinkWorld, _ schema: LawSchema
  ) throws -> String? {
    var model = LinkModel(world)
    let database = try LawDatabase(schema)
    for call in calls {
      let due = model.apply(
        call.rows, ofBoxes: call.ofBoxes, deletesMissing: call.deletesMissing)
      var found = try database.apply(call.call).report
      found.rejected = []
      let (content, rows) = (try database.links(isOrdered: world.isOrdered), model.content)
      if content != rows { return "makes \(content)\nand not \(rows)" }
      if found != due { return "is reported as \(found)\nand not as \(due)" }
    }
    return nil
  }
}

/// A list of boxes or kids.
private struct LinkCall: CustomStringConvertible {
  var rows: [LinkRow]
  let ofBoxes: Bool
  let deletesMissing: Bool

  var call: Call {
    Call(ofBoxes ? "Box" : "Kid", .list(rows.map(\.payload))) {
      $0.missingRows = deletesMissing ? .delete : .keep
    }
  }

  var description: String {
    "\(call.entity) \(deletesMissing ? "delete" : "keep") \(call.payload)"
  }
}

extension LinkModel {
  /// The rows and links as lines of text.
  fileprivate var content: [String] {
    func text(_ value: Int?) -> String { value.map(String.init) ?? "-" }
    var lines = boxes.map { "box \($0) \($1.name ?? "-") lead \(text($1.lead))" }
    lines += kids.map { "kid \($0) \($1.note ?? "-") box \(text($1.box)) at \(text($1.place))" }
    lines += tags.map { "box \($0.box) tag \($0.other)" }
    lines += waiting.map { "kid \($0) waits for \($1.box) at \(text($1.place))" }
    return lines.sorted()
  }
}

extension LawDatabase {
  fileprivate func links(isOrdered: Bool) throws -> [String] {
    func text(_ value: StoredValue) -> String { value == .null ? "-" : value.text }
    let place = isOrdered ? "kids_position" : "NULL"
    var lines = try rows("SELECT id, name, lead_id FROM boxes").map {
      "box \(text($0[0])) \(text($0[1])) lead \(text($0[2]))"
    }
    lines += try rows("SELECT id, note, box_id, \(place) FROM kids").map {
      "kid \(text($0[0])) \(text($0[1])) box \(text($0[2])) at \(text($0[3]))"
    }
    lines += try rows("SELECT box_id, tag_id FROM box_tags").map {
      "box \(text($0[0])) tag \(text($0[1]))"
    }
    lines += try rows("SELECT child_id, parent_id, position FROM swiftsync_links").map {
      "kid \(text($0[0])) waits for \(text($0[1])) at \(text($0[2]))"
    }
    return lines.sorted()
  }
}
